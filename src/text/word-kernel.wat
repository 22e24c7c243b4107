;; Finds and counts the words of texts over a table of terms: see word-table.ts, which says what lies where.
(module
  (import "env" "memory" (memory 1 65536))
  ;; Makes room for more terms.
  (import "env" "grow" (func $grow))
  ;; Counts the tokens of a stretch with characters that are unknown here. The whole, the word and the first of these
  ;; characters begin at the three places. Returns where the stretch ends.
  (import "env" "stretch" (func $stretch (param i32 i32 i32) (result i32)))

  ;; The table. A slot has the last bytes of a term, at most eight, as a number; its length if that is all of it,
  ;; otherwise its hash, with 15 in the lowest bits; one more than its id, or 0 if the slot is free.
  (global $slots (export "slots") (mut i32) (i32.const 0))
  (global $mask (export "mask") (mut i32) (i32.const 0))
  ;; Term $id is the bytes ends[id] to ends[id + 1] of the pool.
  (global $ends (export "ends") (mut i32) (i32.const 0))
  (global $pool (export "pool") (mut i32) (i32.const 0))
  (global $size (export "size") (mut i32) (i32.const 0))
  (global $mostTerms (export "mostTerms") (mut i32) (i32.const 0))
  (global $mostBytes (export "mostBytes") (mut i32) (i32.const 0))
  ;; How often each term occurs, and the terms that do, in the order in which they came. Their number is at 256.
  (global $counts (export "counts") (mut i32) (i32.const 0))
  (global $touched (export "touched") (mut i32) (i32.const 0))
  ;; Whether new terms are added; otherwise they are ignored.
  (global $adds (export "adds") (mut i32) (i32.const 0))
  ;; The fewest and the most characters of a word.
  (global $least (export "least") (mut i32) (i32.const 0))
  (global $most (export "most") (mut i32) (i32.const 0))
  ;; The length of what comes before each term. It lies at 512.
  (global $prefix (export "prefix") (mut i32) (i32.const 0))
  ;; How many more words of the text make pairs, and the word before: its place and its length, or 0. Words that were
  ;; found outside are kept at $kept.
  (global $left (export "left") (mut i32) (i32.const 0))
  (global $beforeAt (mut i32) (i32.const 0))
  (global $before (export "before") (mut i32) (i32.const 0))
  (global $kept (export "kept") (mut i32) (i32.const 0))
  ;; Terms that wait to be counted, 24 bytes each: where a term begins and ends, its hash, and its last bytes, at most
  ;; eight. Those that are put together lie from $joined on. Both have a fixed place, and room up to $joined and to
  ;; $joinedEnd.
  (global $queue (export "queue") (mut i32) (i32.const 0))
  (global $queued (export "queued") (mut i32) (i32.const 0))
  (global $joined (export "joined") (mut i32) (i32.const 0))
  (global $joinedEnd (export "joinedEnd") (mut i32) (i32.const 0))
  (global $joinedTo (export "joinedTo") (mut i32) (i32.const 0))
  ;; Odd numbers of this process, so that nobody can prepare words that collide.
  (global $seed (export "seed") (mut i64) (i64.const 0))
  (global $factor (export "factor") (mut i64) (i64.const 5))

  ;; The hash of eight more bytes.
  (func $mixed (param $hash i64) (param $bytes i64) (result i64)
    (local.set $hash (i64.mul (i64.xor (local.get $hash) (local.get $bytes)) (global.get $factor)))
    (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))

  ;; The id of the bytes $from to $to with this hash. $last is the last of them, at most eight. New ones are added if
  ;; $adds, otherwise -1.
  (func $find (param $from i32) (param $to i32) (param $hash i32) (param $last i64) (param $adds i32) (result i32)
    (local $slot i32) (local $id i32) (local $place i32) (local $length i32) (local $i i32) (local $key i32)
    (local.set $length (i32.sub (local.get $to) (local.get $from)))
    (local.set $key
      (select
        (local.get $length)
        (i32.or (local.get $hash) (i32.const 15))
        (i32.lt_u (i32.sub (local.get $length) (i32.const 1)) (i32.const 8))))
    (local.set $slot (i32.and (i32.shr_u (local.get $hash) (i32.const 4)) (global.get $mask)))
    (block $free
      (loop $probe
        (local.set $place (i32.add (global.get $slots) (i32.shl (local.get $slot) (i32.const 4))))
        (local.set $id (i32.load offset=12 (local.get $place)))
        (br_if $free (i32.eqz (local.get $id)))
        (block $other
          (br_if $other (i64.ne (i64.load (local.get $place)) (local.get $last)))
          (br_if $other (i32.ne (i32.load offset=8 (local.get $place)) (local.get $key)))
          (local.set $id (i32.sub (local.get $id) (i32.const 1)))
          (if (i32.le_u (local.get $key) (i32.const 8)) (then (return (local.get $id))))
          (local.set $place (i32.add (global.get $ends) (i32.shl (local.get $id) (i32.const 2))))
          (local.set $i (i32.load (local.get $place)))
          (br_if $other (i32.ne (i32.sub (i32.load offset=4 (local.get $place)) (local.get $i)) (local.get $length)))
          (local.set $place (i32.add (global.get $pool) (local.get $i)))
          (local.set $i (i32.const 0))
          (block $same
            (loop $bytes
              ;; The last bytes are the same.
              (br_if $same (i32.ge_s (i32.add (local.get $i) (i32.const 8)) (local.get $length)))
              (br_if $other
                (i64.ne
                  (i64.load (i32.add (local.get $place) (local.get $i)))
                  (i64.load (i32.add (local.get $from) (local.get $i)))))
              (local.set $i (i32.add (local.get $i) (i32.const 8)))
              (br $bytes)))
          (return (local.get $id)))
        (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $mask)))
        (br $probe)))
    (if (i32.eqz (local.get $adds)) (then (return (i32.const -1))))
    (local.set $id (global.get $size))
    (local.set $i (i32.load (i32.add (global.get $ends) (i32.shl (local.get $id) (i32.const 2)))))
    (if
      (i32.or
        (i32.ge_u (local.get $id) (global.get $mostTerms))
        (i32.gt_u (i32.add (local.get $i) (local.get $length)) (global.get $mostBytes)))
      (then
        (call $grow)
        (return
          (call $find (local.get $from) (local.get $to) (local.get $hash) (local.get $last) (local.get $adds)))))
    (memory.copy (i32.add (global.get $pool) (local.get $i)) (local.get $from) (local.get $length))
    (global.set $size (i32.add (local.get $id) (i32.const 1)))
    (i32.store
      (i32.add (global.get $ends) (i32.shl (global.get $size) (i32.const 2)))
      (i32.add (local.get $i) (local.get $length)))
    (i64.store (local.get $place) (local.get $last))
    (i32.store offset=8 (local.get $place) (local.get $key))
    (i32.store offset=12 (local.get $place) (global.get $size))
    (local.get $id))

  ;; Fills empty slots from those of a smaller table, $from to $to.
  (func (export "rehash") (param $from i32) (param $to i32)
    (local $key i32) (local $slot i32) (local $place i32)
    (loop $slots
      (if (i32.ge_u (local.get $from) (local.get $to)) (then (return)))
      (if (i32.load offset=12 (local.get $from))
        (then
          (local.set $key (i32.load offset=8 (local.get $from)))
          (local.set $slot
            (i32.shr_u
              (if (result i32) (i32.le_u (local.get $key) (i32.const 8))
                (then (i32.wrap_i64 (call $mixed (global.get $seed) (i64.load (local.get $from)))))
                (else (local.get $key)))
              (i32.const 4)))
          (loop $probe
            (local.set $place
              (i32.add
                (global.get $slots)
                (i32.shl (i32.and (local.get $slot) (global.get $mask)) (i32.const 4))))
            (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
            (br_if $probe (i32.load offset=12 (local.get $place))))
          (memory.copy (local.get $place) (local.get $from) (i32.const 16))))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br $slots)))

  ;; Counts a term.
  (func $occurs (param $id i32)
    (local $place i32) (local $times i32)
    (local.set $place (i32.add (global.get $counts) (i32.shl (local.get $id) (i32.const 2))))
    (local.set $times (i32.load (local.get $place)))
    (i32.store (local.get $place) (i32.add (local.get $times) (i32.const 1)))
    (if (i32.eqz (local.get $times))
      (then
        (local.set $place (i32.load (i32.const 256)))
        (i32.store (i32.const 256) (i32.add (local.get $place) (i32.const 1)))
        (i32.store (i32.add (global.get $touched) (i32.shl (local.get $place) (i32.const 2))) (local.get $id)))))

  ;; The id of the bytes $from to $to, as $find tells it.
  (func $idOf (export "idOf") (param $from i32) (param $to i32) (param $adds i32) (result i32)
    (local $hash i64) (local $at i32) (local $rest i32)
    (local.set $hash (global.get $seed))
    (local.set $at (local.get $from))
    (local.set $rest (i32.sub (local.get $to) (local.get $from)))
    (loop $blocks
      (if (i32.gt_u (local.get $rest) (i32.const 8))
        (then
          (local.set $hash (call $mixed (local.get $hash) (i64.load (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (local.set $rest (i32.sub (local.get $rest) (i32.const 8)))
          (br $blocks))))
    (call $withHash
      (local.get $from)
      (local.get $to)
      (local.get $hash)
      (if (result i64) (local.get $rest)
        (then
          (i64.and
            (i64.load (local.get $at))
            (i64.shr_u
              (i64.const -1)
              (i64.extend_i32_u (i32.sub (i32.const 64) (i32.shl (local.get $rest) (i32.const 3)))))))
        (else (i64.const 0)))
      (local.get $adds)))

  ;; The ids of neighbouring terms: $entry to $last tell where each ends, and then its id. The first begins at $from.
  (func (export "idsOf") (param $from i32) (param $entry i32) (param $last i32) (param $adds i32)
    (local $to i32)
    (loop $terms
      (if (i32.ge_u (local.get $entry) (local.get $last)) (then (return)))
      (local.set $to (i32.load (local.get $entry)))
      (i32.store (local.get $entry) (call $idOf (local.get $from) (local.get $to) (local.get $adds)))
      (local.set $from (local.get $to))
      (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
      (br $terms)))

  (func $withHash (param $from i32) (param $to i32) (param $hash i64) (param $last i64) (param $adds i32) (result i32)
    (call $find
      (local.get $from)
      (local.get $to)
      (i32.wrap_i64 (call $mixed (local.get $hash) (local.get $last)))
      (local.get $last)
      (local.get $adds)))

  ;; Counts the bytes $from to $to.
  (func $counted (export "counted") (param $from i32) (param $to i32)
    (local $id i32)
    (local.set $id (call $idOf (local.get $from) (local.get $to) (global.get $adds)))
    (if (i32.ge_s (local.get $id) (i32.const 0)) (then (call $occurs (local.get $id)))))

  ;; Queues the term $from to $to. Its bytes must stay where they are until $flush.
  (func $push (param $from i32) (param $to i32)
    (i32.store (global.get $queued) (local.get $from))
    (i32.store offset=4 (global.get $queued) (local.get $to))
    (global.set $queued (i32.add (global.get $queued) (i32.const 24)))
    (if (i32.gt_u (i32.add (global.get $queued) (i32.const 24)) (global.get $joined)) (then (call $flush))))

  ;; Counts the queued terms. Their slots are scattered over memory, so all of them are loaded before the first one is
  ;; looked up: the cache misses then overlap.
  (func $flush
    (local $entry i32) (local $from i32) (local $rest i32) (local $place i32) (local $id i32) (local $times i32)
    (local $hash i64) (local $last i64) (local $touched i32)
    (global.set $joinedTo (global.get $joined))
    (if (i32.eq (global.get $queued) (global.get $queue)) (then (return)))
    (local.set $entry (global.get $queue))
    (loop $terms
      (local.set $from (i32.load (local.get $entry)))
      (local.set $rest (i32.sub (i32.load offset=4 (local.get $entry)) (local.get $from)))
      (local.set $hash (global.get $seed))
      ;; As $mixed and $head.
      (block $short
        (loop $eights
          (br_if $short (i32.le_u (local.get $rest) (i32.const 8)))
          (local.set $hash
            (i64.mul (i64.xor (local.get $hash) (i64.load (local.get $from))) (global.get $factor)))
          (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
          (local.set $from (i32.add (local.get $from) (i32.const 8)))
          (local.set $rest (i32.sub (local.get $rest) (i32.const 8)))
          (br $eights)))
      (local.set $last (i64.extend_i32_u (i32.shl (i32.sub (i32.const 8) (local.get $rest)) (i32.const 3))))
      (local.set $last (i64.shr_u (i64.shl (i64.load (local.get $from)) (local.get $last)) (local.get $last)))
      (local.set $hash (i64.mul (i64.xor (local.get $hash) (local.get $last)) (global.get $factor)))
      (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
      (i64.store32 offset=8 (local.get $entry) (local.get $hash))
      (i64.store offset=16 (local.get $entry) (local.get $last))
      (local.set $touched
        (i32.xor
          (local.get $touched)
          (i32.load offset=12 (call $slotOf (i32.wrap_i64 (local.get $hash))))))
      (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
      (br_if $terms (i32.lt_u (local.get $entry) (global.get $queued))))
    (local.set $entry (global.get $queue))
    (loop $terms
      (local.set $id (i32.load offset=12 (call $slotOf (i32.load offset=8 (local.get $entry)))))
      (if (local.get $id)
        (then
          (local.set $id (i32.shl (i32.sub (local.get $id) (i32.const 1)) (i32.const 2)))
          (local.set $touched
            (i32.xor
              (local.get $touched)
              (i32.xor
                (i32.load (i32.add (global.get $ends) (local.get $id)))
                (i32.load (i32.add (global.get $counts) (local.get $id))))))))
      (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
      (br_if $terms (i32.lt_u (local.get $entry) (global.get $queued))))
    (local.set $entry (global.get $queue))
    (loop $terms
      (local.set $id (i32.load offset=12 (call $slotOf (i32.load offset=8 (local.get $entry)))))
      (if
        (i32.and
          (i32.gt_u (i32.sub (i32.load offset=4 (local.get $entry)) (i32.load (local.get $entry))) (i32.const 8))
          (i32.ne (local.get $id) (i32.const 0)))
        (then
          (local.set $id (i32.shl (i32.sub (local.get $id) (i32.const 1)) (i32.const 2)))
          (local.set $touched
            (i32.xor
              (local.get $touched)
              (i32.load8_u
                (i32.add (global.get $pool) (i32.load (i32.add (global.get $ends) (local.get $id)))))))))
      (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
      (br_if $terms (i32.lt_u (local.get $entry) (global.get $queued))))
    ;; Stored so that the compiler keeps the loads. Nobody reads it.
    (i32.store (i32.const 264) (local.get $touched))
    (local.set $entry (global.get $queue))
    (loop $terms
      (local.set $from (i32.load (local.get $entry)))
      (local.set $last (i64.load offset=16 (local.get $entry)))
      (local.set $place (call $slotOf (i32.load offset=8 (local.get $entry))))
      (block $none
        (block $found
          (if
            (i32.and
              (i64.eq (i64.load (local.get $place)) (local.get $last))
              (i32.and
                (i32.eq
                  (i32.load offset=8 (local.get $place))
                  (i32.sub (i32.load offset=4 (local.get $entry)) (local.get $from)))
                (i32.le_u (i32.load offset=8 (local.get $place)) (i32.const 8))))
            (then
              (local.set $id (i32.sub (i32.load offset=12 (local.get $place)) (i32.const 1)))
              (br $found)))
          (local.set $id
            (call $find
              (local.get $from)
              (i32.load offset=4 (local.get $entry))
              (i32.load offset=8 (local.get $entry))
              (local.get $last)
              (global.get $adds)))
          (br_if $none (i32.lt_s (local.get $id) (i32.const 0))))
        (local.set $place (i32.add (global.get $counts) (i32.shl (local.get $id) (i32.const 2))))
        (local.set $times (i32.load (local.get $place)))
        (if (local.get $times)
          (then (i32.store (local.get $place) (i32.add (local.get $times) (i32.const 1))))
          (else (call $occurs (local.get $id)))))
      (local.set $entry (i32.add (local.get $entry) (i32.const 24)))
      (br_if $terms (i32.lt_u (local.get $entry) (global.get $queued))))
    (global.set $queued (global.get $queue)))

  ;; The slot where a hash is looked for first.
  (func $slotOf (param $hash i32) (result i32)
    (i32.add
      (global.get $slots)
      (i32.shl (i32.and (i32.shr_u (local.get $hash) (i32.const 4)) (global.get $mask)) (i32.const 4))))

  ;; Makes room for so many bytes where terms are put together. Returns where.
  (func $room (param $length i32) (result i32)
    (local $at i32)
    (if
      (i32.gt_u (i32.add (i32.add (global.get $joinedTo) (local.get $length)) (i32.const 8)) (global.get $joinedEnd))
      (then (call $flush)))
    (local.set $at (global.get $joinedTo))
    (global.set $joinedTo (i32.add (local.get $at) (local.get $length)))
    (local.get $at))

  ;; Copies $length bytes, and up to seven more. Returns where those that were wanted end.
  (func $copy (param $to i32) (param $from i32) (param $length i32) (result i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $eights
      (if (i32.lt_u (local.get $to) (local.get $end))
        (then
          (i64.store (local.get $to) (i64.load (local.get $from)))
          (local.set $to (i32.add (local.get $to) (i32.const 8)))
          (local.set $from (i32.add (local.get $from) (i32.const 8)))
          (br $eights))))
    (local.get $end))

  ;; Counts the bytes $from to $to, which stay where they are until $flush, with the prefix before them.
  (func $whole (param $from i32) (param $to i32)
    (local $at i32) (local $length i32)
    (if (global.get $prefix)
      (then
        (local.set $length (i32.sub (local.get $to) (local.get $from)))
        (local.set $at (call $room (i32.add (global.get $prefix) (local.get $length))))
        (local.set $to
          (call $copy
            (call $copy (local.get $at) (i32.const 512) (global.get $prefix))
            (local.get $from)
            (local.get $length)))
        (local.set $from (local.get $at))))
    (call $push (local.get $from) (local.get $to)))

  ;; The same for a word, and for the pair of it and the word before.
  (func $word (param $from i32) (param $to i32)
    (local $at i32) (local $end i32) (local $length i32)
    (call $whole (local.get $from) (local.get $to))
    (if (i32.eqz (global.get $left)) (then (return)))
    (global.set $left (i32.sub (global.get $left) (i32.const 1)))
    (local.set $length (i32.sub (local.get $to) (local.get $from)))
    (if (global.get $before)
      (then
        (local.set $at
          (call $room
            (i32.add
              (i32.add (global.get $prefix) (global.get $before))
              (i32.add (local.get $length) (i32.const 1)))))
        (local.set $end
          (call $copy
            (call $copy (local.get $at) (i32.const 512) (global.get $prefix))
            (global.get $beforeAt)
            (global.get $before)))
        (i32.store8 (local.get $end) (i32.const 32))
        (call $push
          (local.get $at)
          (call $copy (i32.add (local.get $end) (i32.const 1)) (local.get $from) (local.get $length)))))
    (global.set $beforeAt (local.get $from))
    (global.set $before (local.get $length)))

  ;; Both for what was found outside, which is at $from only for now.
  (func (export "whole") (param $from i32) (param $to i32)
    (call $whole (local.get $from) (local.get $to))
    (call $flush))
  (func (export "word") (param $from i32) (param $to i32)
    (local $left i32)
    (local.set $left (global.get $left))
    (call $word (local.get $from) (local.get $to))
    (call $flush)
    (if (local.get $left)
      (then
        (memory.copy (global.get $kept) (local.get $from) (global.get $before))
        (global.set $beforeAt (global.get $kept)))))

  ;; Lower-cases the text $at to $end, sixteen bytes at a time.
  (func $lowerAscii (param $at i32) (param $end i32)
    (local $bytes v128)
    (loop $blocks
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return)))
      (local.set $bytes (v128.load (local.get $at)))
      (v128.store
        (local.get $at)
        (v128.or
          (local.get $bytes)
          (v128.and
            (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 65))) (i8x16.splat (i32.const 26)))
            (i8x16.splat (i32.const 32)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $blocks)))

  ;; Which of sixteen lower-cased bytes are letters, digits or _: a bit each.
  (func $inWords (param $at i32) (result i64)
    (local $bytes v128)
    (local.set $bytes (v128.load (local.get $at)))
    (i64.extend_i32_u
      (i8x16.bitmask
        (v128.or
          (v128.or
            (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 97))) (i8x16.splat (i32.const 26)))
            (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48))) (i8x16.splat (i32.const 10))))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 95)))))))

  ;; Counts the words of the text $at to $end, all ASCII, which becomes lower-cased. After it come 128 bytes of 0.
  ;; Of 64 bytes at a time, $edges tells where words begin and end. Other functions are called for rare words only.
  (func (export "count") (param $at i32) (param $end i32)
    (local $edges i64) (local $inWords i64) (local $carry i64)
    (local $start i32) (local $stop i32) (local $length i32)
    (local $hash i64) (local $last i64) (local $place i32) (local $id i32) (local $times i32)
    (call $lowerAscii (local.get $at) (local.get $end))
    (block $done
      (loop $blocks
        ;; A word at the very end goes on into the bytes of 0.
        (br_if $done
          (i32.and (i32.ge_u (local.get $at) (local.get $end)) (i32.eqz (local.get $start))))
        (local.set $inWords
          (i64.or
            (i64.or
              (call $inWords (local.get $at))
              (i64.shl (call $inWords (i32.add (local.get $at) (i32.const 16))) (i64.const 16)))
            (i64.or
              (i64.shl (call $inWords (i32.add (local.get $at) (i32.const 32))) (i64.const 32))
              (i64.shl (call $inWords (i32.add (local.get $at) (i32.const 48))) (i64.const 48)))))
        (local.set $edges
          (i64.xor
            (local.get $inWords)
            (i64.or (i64.shl (local.get $inWords) (i64.const 1)) (local.get $carry))))
        (local.set $carry (i64.shr_u (local.get $inWords) (i64.const 63)))
        (block $next
          (loop $words
            (if (i32.eqz (local.get $start))
              (then
                (br_if $next (i64.eqz (local.get $edges)))
                (local.set $start (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $edges)))))
                (local.set $edges (i64.and (local.get $edges) (i64.sub (local.get $edges) (i64.const 1))))))
            (br_if $next (i64.eqz (local.get $edges)))
            (local.set $stop (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $edges)))))
            (local.set $edges (i64.and (local.get $edges) (i64.sub (local.get $edges) (i64.const 1))))
            (local.set $length (i32.sub (local.get $stop) (local.get $start)))
            (block $none
              (br_if $none (i32.lt_u (local.get $length) (global.get $least)))
              (br_if $none (i32.gt_u (local.get $length) (global.get $most)))
              (block $counted
                (if (i32.le_u (local.get $length) (i32.const 8))
                  (then
                    ;; As $head and $mixed.
                    (local.set $last
                      (i64.extend_i32_u (i32.shl (i32.sub (i32.const 8) (local.get $length)) (i32.const 3))))
                    (local.set $last
                      (i64.shr_u (i64.shl (i64.load (local.get $start)) (local.get $last)) (local.get $last)))
                    (local.set $hash
                      (i64.mul (i64.xor (global.get $seed) (local.get $last)) (global.get $factor)))
                    (local.set $hash
                      (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
                    (local.set $place
                      (i32.add
                        (global.get $slots)
                        (i32.shl
                          (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hash)) (i32.const 4)) (global.get $mask))
                          (i32.const 4))))
                    (if
                      (i32.and
                        (i64.eq (i64.load (local.get $place)) (local.get $last))
                        (i32.eq (i32.load offset=8 (local.get $place)) (local.get $length)))
                      (then
                        (local.set $id (i32.sub (i32.load offset=12 (local.get $place)) (i32.const 1)))
                        (br $counted))))
                  (else
                    (local.set $hash (global.get $seed))
                    (local.set $place (local.get $start))
                    (loop $eights
                      (local.set $hash (call $mixed (local.get $hash) (i64.load (local.get $place))))
                      (local.set $place (i32.add (local.get $place) (i32.const 8)))
                      (br_if $eights (i32.gt_u (i32.sub (local.get $stop) (local.get $place)) (i32.const 8))))
                    (local.set $last
                      (call $head (local.get $place) (i32.sub (local.get $stop) (local.get $place))))
                    (local.set $hash (call $mixed (local.get $hash) (local.get $last)))))
                (local.set $id
                  (call $find
                    (local.get $start)
                    (local.get $stop)
                    (i32.wrap_i64 (local.get $hash))
                    (local.get $last)
                    (global.get $adds)))
                (br_if $none (i32.lt_s (local.get $id) (i32.const 0))))
              (local.set $place (i32.add (global.get $counts) (i32.shl (local.get $id) (i32.const 2))))
              (local.set $times (i32.load (local.get $place)))
              (if (local.get $times)
                (then (i32.store (local.get $place) (i32.add (local.get $times) (i32.const 1))))
                (else (call $occurs (local.get $id)))))
            (local.set $start (i32.const 0))
            (br $words)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $blocks))))

  ;; The first $length bytes at a place, 1 to 8.
  (func $head (param $at i32) (param $length i32) (result i64)
    (local $shift i64)
    (local.set $shift (i64.extend_i32_u (i32.shl (i32.sub (i32.const 8) (local.get $length)) (i32.const 3))))
    (i64.shr_u (i64.shl (i64.load (local.get $at)) (local.get $shift)) (local.get $shift)))

  ;; The length of the character at $at if it is of Latin-1 or punctuation of U+2010 to U+2027, else 0.
  (func $sizeOf (param $at i32) (result i32)
    (local $next i32)
    (if (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 128)) (then (return (i32.const 1))))
    (local.set $next (i32.load8_u offset=1 (local.get $at)))
    ;; C2 or C3, and one more byte.
    (if (i32.eq (i32.or (i32.load8_u (local.get $at)) (i32.const 1)) (i32.const 0xc3))
      (then (return (i32.shl (i32.eq (i32.and (local.get $next) (i32.const 0xc0)) (i32.const 0x80)) (i32.const 1)))))
    (select
      (i32.const 3)
      (i32.const 0)
      (i32.and
        (i32.and
          (i32.eq (i32.load8_u (local.get $at)) (i32.const 0xe2))
          (i32.eq (local.get $next) (i32.const 0x80)))
        (i32.lt_u (i32.sub (i32.load8_u offset=2 (local.get $at)) (i32.const 0x90)) (i32.const 24)))))

  ;; Where the stretch ends that has its first character beyond ASCII at $at: at a break before ASCII. -1 if $sizeOf does
  ;; not know all of its characters.
  (func $knownEnd (param $at i32) (param $end i32) (result i32)
    (local $size i32)
    (loop $characters
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $size (call $sizeOf (local.get $at)))
      (if
        (i32.or
          (i32.eqz (local.get $size))
          (i32.gt_u (i32.add (local.get $at) (local.get $size)) (local.get $end)))
        (then (return (i32.const -1))))
      (if
        (i32.and
          (i32.eq (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 1))
          (i32.or
            (i32.eq (i32.add (local.get $at) (i32.const 1)) (local.get $end))
            (i32.lt_u (i32.load8_u offset=1 (local.get $at)) (i32.const 128))))
        (then (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (local.get $size)))
      (br $characters))
    (unreachable))

  ;; What the second byte of a character of Latin-1 becomes; 0 if the character is not part of a word.
  (func $lower (param $first i32) (param $second i32) (result i32)
    (if (i32.eq (local.get $first) (i32.const 0xc2))
      (then
        ;; ª ² ³ µ ¹ º ¼ ½ ¾
        (return
          (select
            (local.get $second)
            (i32.const 0)
            (i32.wrap_i64
              (i64.and
                (i64.shr_u (i64.const 0x762c040000000000) (i64.extend_i32_u (i32.and (local.get $second) (i32.const 63))))
                (i64.const 1)))))))
    ;; × and ÷ are none.
    (if (i32.eq (i32.or (local.get $second) (i32.const 32)) (i32.const 0xb7)) (then (return (i32.const 0))))
    (select
      (i32.or (local.get $second) (i32.const 32))
      (local.get $second)
      (i32.lt_u (local.get $second) (i32.const 0x9f))))

  ;; Counts the words of the text $at to $end and the pairs of its first words, and after the last word of a whole the
  ;; whole: words with a joint between them, which the first 256 bytes of the memory give as 2. The text becomes
  ;; lower-cased.
  (func (export "countInner") (param $at i32) (param $end i32)
    (local $code i32) (local $size i32) (local $length i32)
    ;; The word, and how many of its bytes are not the first of a character.
    (local $start i32) (local $more i32)
    ;; The whole: its beginning or 0, its end if it has two words, else 0, and what is no first byte, up to there and at all.
    (local $first i32) (local $last i32) (local $moreInLast i32) (local $moreInAll i32)
    ;; The stretch up to here has known characters.
    (local $known i32)
    (local.set $start (local.get $at))
    (loop $characters
      (local.set $size (i32.const 1))
      (local.set $code (i32.const 1))
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then (local.set $code (i32.load8_u (i32.load8_u (local.get $at))))))
      (if (i32.eq (local.get $code) (i32.const 128))
        (then
          (if (i32.ge_u (local.get $at) (local.get $known))
            (then (local.set $known (call $knownEnd (local.get $at) (local.get $end)))))
          (if (i32.eq (local.get $known) (i32.const -1))
            (then
              (call $flush)
              (local.set $at
                (call $stretch
                  (select (local.get $first) (local.get $start) (local.get $first))
                  (local.get $start)
                  (local.get $at)))
              (local.set $start (local.get $at))
              (local.set $known (i32.const 0))
              (local.set $more (i32.const 0))
              (local.set $moreInAll (i32.const 0))
              (local.set $first (i32.const 0))
              (local.set $last (i32.const 0))
              (br_if $characters (i32.lt_u (local.get $at) (local.get $end)))
              (return)))
          (local.set $size (call $sizeOf (local.get $at)))
          (local.set $code (i32.const 0))
          (if (i32.eq (local.get $size) (i32.const 2))
            (then
              (local.set $code
                (call $lower (i32.load8_u (local.get $at)) (i32.load8_u offset=1 (local.get $at))))))
          (if (local.get $code)
            (then
              (i32.store8 offset=1 (local.get $at) (local.get $code))
              (local.set $more (i32.add (local.get $more) (i32.const 1)))
              (local.set $at (i32.add (local.get $at) (i32.const 2)))
              (br $characters)))))
      (if (i32.ge_u (local.get $code) (i32.const 48))
        (then
          (i32.store8 (local.get $at) (local.get $code))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $characters)))
      (if (i32.gt_u (local.get $at) (local.get $start))
        (then
          (local.set $length (i32.sub (i32.sub (local.get $at) (local.get $start)) (local.get $more)))
          (local.set $moreInAll (i32.add (local.get $moreInAll) (local.get $more)))
          (local.set $more (i32.const 0))
          (if (call $isInLimits (local.get $length)) (then (call $word (local.get $start) (local.get $at))))
          (if (local.get $first)
            (then
              (local.set $last (local.get $at))
              (local.set $moreInLast (local.get $moreInAll)))
            (else (local.set $first (local.get $start))))))
      (if (i32.ne (local.get $code) (i32.const 2))
        (then
          (if (local.get $last)
            (then
              (if
                (call $isInLimits
                  (i32.sub (i32.sub (local.get $last) (local.get $first)) (local.get $moreInLast)))
                (then (call $whole (local.get $first) (local.get $last))))))
          (local.set $moreInAll (i32.const 0))
          (local.set $first (i32.const 0))
          (local.set $last (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (local.get $size)))
      (local.set $start (local.get $at))
      (br_if $characters (i32.le_u (local.get $at) (local.get $end))))
    (call $flush))

  (func $isInLimits (param $length i32) (result i32)
    (i32.and
      (i32.ge_u (local.get $length) (global.get $least))
      (i32.le_u (local.get $length) (global.get $most))))

  ;; Sorts all terms by their first eight bytes: writes sixteen bytes a term from $sorted on, first these and then its
  ;; id. At $other is as much room for it to work in, and at $tallies room for 8,192 bytes.
  (func (export "sort") (param $sorted i32) (param $other i32) (param $tallies i32)
    (local $id i32) (local $at i32) (local $end i32) (local $place i32) (local $length i32) (local $byte i32)
    (local $sum i32) (local $shift i64) (local $key i64)
    (memory.fill (local.get $tallies) (i32.const 0) (i32.const 8192))
    (local.set $at (local.get $sorted))
    ;; The first eight bytes of each term, as a number, and how often each byte has each value.
    (block $filled
      (loop $terms
        (br_if $filled (i32.ge_u (local.get $id) (global.get $size)))
        (local.set $key (call $eight (local.get $id) (i32.const 0)))
        (i64.store (local.get $at) (local.get $key))
        (i32.store offset=8 (local.get $at) (local.get $id))
        (local.set $place (local.get $tallies))
        (local.set $byte (i32.const 0))
        (loop $bytes
          (local.set $sum
            (i32.add
              (local.get $place)
              (i32.shl (i32.and (i32.wrap_i64 (local.get $key)) (i32.const 255)) (i32.const 2))))
          (i32.store (local.get $sum) (i32.add (i32.load (local.get $sum)) (i32.const 1)))
          (local.set $key (i64.shr_u (local.get $key) (i64.const 8)))
          (local.set $place (i32.add (local.get $place) (i32.const 1024)))
          (local.set $byte (i32.add (local.get $byte) (i32.const 1)))
          (br_if $bytes (i32.lt_u (local.get $byte) (i32.const 8))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $id (i32.add (local.get $id) (i32.const 1)))
        (br $terms)))
    ;; By each byte, the last one first: where the terms with each value begin, and then each term there. After eight
    ;; times, the entries are back where they were first.
    (loop $passes
      (local.set $place (local.get $other))
      (local.set $end (i32.add (local.get $tallies) (i32.const 1024)))
      (loop $values
        (local.set $sum (i32.load (local.get $tallies)))
        (i32.store (local.get $tallies) (local.get $place))
        (local.set $place (i32.add (local.get $place) (i32.shl (local.get $sum) (i32.const 4))))
        (local.set $tallies (i32.add (local.get $tallies) (i32.const 4)))
        (br_if $values (i32.lt_u (local.get $tallies) (local.get $end))))
      (local.set $at (local.get $sorted))
      (local.set $end (i32.add (local.get $sorted) (i32.shl (global.get $size) (i32.const 4))))
      (block $moved
        (loop $terms
          (br_if $moved (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $sum
            (i32.add
              (i32.sub (local.get $tallies) (i32.const 1024))
              (i32.shl
                (i32.and
                  (i32.wrap_i64 (i64.shr_u (i64.load (local.get $at)) (local.get $shift)))
                  (i32.const 255))
                (i32.const 2))))
          (local.set $place (i32.load (local.get $sum)))
          (i32.store (local.get $sum) (i32.add (local.get $place) (i32.const 16)))
          (v128.store (local.get $place) (v128.load (local.get $at)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $terms)))
      (local.set $place (local.get $sorted))
      (local.set $sorted (local.get $other))
      (local.set $other (local.get $place))
      (local.set $shift (i64.add (local.get $shift) (i64.const 8)))
      (br_if $passes (i64.lt_u (local.get $shift) (i64.const 64)))))

  ;; The bytes $from to $from + 8 of a term as a number, of which the first is the highest. Those behind its end are 0.
  (func $eight (param $id i32) (param $from i32) (result i64)
    (local $at i32) (local $rest i32) (local $bytes i64)
    (local.set $at (i32.add (global.get $ends) (i32.shl (local.get $id) (i32.const 2))))
    (local.set $rest (i32.sub (i32.load offset=4 (local.get $at)) (i32.load (local.get $at))))
    (if (i32.ge_u (local.get $from) (local.get $rest)) (then (return (i64.const 0))))
    (local.set $rest (i32.sub (local.get $rest) (local.get $from)))
    (local.set $at (i32.add (i32.add (global.get $pool) (i32.load (local.get $at))) (local.get $from)))
    (local.set $bytes (i64.load (local.get $at)))
    (if (i32.lt_u (local.get $rest) (i32.const 8))
      (then (local.set $bytes (call $head (local.get $at) (local.get $rest)))))
    (i64x2.extract_lane 0
      (i8x16.shuffle 7 6 5 4 3 2 1 0 7 6 5 4 3 2 1 0
        (i64x2.splat (local.get $bytes))
        (i64x2.splat (local.get $bytes)))))

  ;; Sorts the next terms with the same first eight bytes from $at on, before $end, as "sort" has left them. Returns
  ;; where many begin that it leaves as they are, or $end.
  (func (export "sortAlike") (param $at i32) (param $end i32) (result i32)
    (local $last i32) (local $next i32) (local $place i32) (local $key i64) (local $entry v128)
    (loop $groups
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
      (local.set $key (i64.load (local.get $at)))
      (local.set $last (i32.add (local.get $at) (i32.const 16)))
      (block $other
        (loop $same
          (br_if $other (i32.ge_u (local.get $last) (local.get $end)))
          (br_if $other (i64.ne (i64.load (local.get $last)) (local.get $key)))
          (local.set $last (i32.add (local.get $last) (i32.const 16)))
          (br $same)))
      (if (i32.gt_u (i32.sub (local.get $last) (local.get $at)) (i32.const 512)) (then (return (local.get $at))))
      (local.set $next (i32.add (local.get $at) (i32.const 16)))
      (block $sorted
        (loop $terms
          (br_if $sorted (i32.ge_u (local.get $next) (local.get $last)))
          (local.set $entry (v128.load (local.get $next)))
          (local.set $place (local.get $next))
          (block $found
            (loop $up
              (br_if $found (i32.le_u (local.get $place) (local.get $at)))
              (br_if $found
                (i32.eqz
                  (call $isBefore
                    (i32x4.extract_lane 2 (local.get $entry))
                    (i32.load (i32.sub (local.get $place) (i32.const 8))))))
              (v128.store (local.get $place) (v128.load (i32.sub (local.get $place) (i32.const 16))))
              (local.set $place (i32.sub (local.get $place) (i32.const 16)))
              (br $up)))
          (v128.store (local.get $place) (local.get $entry))
          (local.set $next (i32.add (local.get $next) (i32.const 16)))
          (br $terms)))
      (local.set $at (local.get $last))
      (br $groups))
    (unreachable))

  ;; Whether a term comes before another one that has the same first eight bytes.
  (func $isBefore (param $id i32) (param $other i32) (result i32)
    (local $from i32) (local $bytes i64) (local $otherBytes i64) (local $length i32) (local $otherLength i32)
    (local.set $length (call $lengthOf (local.get $id)))
    (local.set $otherLength (call $lengthOf (local.get $other)))
    (loop $eights
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (if
        (i32.and
          (i32.ge_u (local.get $from) (local.get $length))
          (i32.ge_u (local.get $from) (local.get $otherLength)))
        (then (return (i32.lt_u (local.get $length) (local.get $otherLength)))))
      (local.set $bytes (call $eight (local.get $id) (local.get $from)))
      (local.set $otherBytes (call $eight (local.get $other) (local.get $from)))
      (br_if $eights (i64.eq (local.get $bytes) (local.get $otherBytes))))
    (i64.lt_u (local.get $bytes) (local.get $otherBytes)))

  (func $lengthOf (param $id i32) (result i32)
    (local $at i32)
    (local.set $at (i32.add (global.get $ends) (i32.shl (local.get $id) (i32.const 2))))
    (i32.sub (i32.load offset=4 (local.get $at)) (i32.load (local.get $at))))

  ;; Copies the terms whose ids stand in entries from $at on, as "sort" leaves them, to $pool, and writes where each ends
  ;; from $ends on, and the number of each from $numbers on. It writes up to seven bytes behind the last one.
  (func (export "arrange") (param $at i32) (param $pool i32) (param $endsAt i32) (param $numbers i32)
    (local $number i32) (local $id i32) (local $from i32) (local $to i32) (local $first i32) (local $length i32)
    (local.set $first (local.get $pool))
    (loop $terms
      (i32.store (local.get $endsAt) (i32.sub (local.get $pool) (local.get $first)))
      (if (i32.ge_u (local.get $number) (global.get $size)) (then (return)))
      (local.set $id (i32.load offset=8 (local.get $at)))
      (i32.store (i32.add (local.get $numbers) (i32.shl (local.get $id) (i32.const 2))) (local.get $number))
      (local.set $length (call $lengthOf (local.get $id)))
      (local.set $from
        (i32.add
          (global.get $pool)
          (i32.load (i32.add (global.get $ends) (i32.shl (local.get $id) (i32.const 2))))))
      (local.set $to (local.get $pool))
      (local.set $pool (i32.add (local.get $pool) (local.get $length)))
      (loop $eights
        (i64.store (local.get $to) (i64.load (local.get $from)))
        (local.set $to (i32.add (local.get $to) (i32.const 8)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br_if $eights (i32.lt_u (local.get $to) (local.get $pool))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $endsAt (i32.add (local.get $endsAt) (i32.const 4)))
      (local.set $number (i32.add (local.get $number) (i32.const 1)))
      (br $terms))
    (unreachable)))
