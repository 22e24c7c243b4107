;; Finds and counts the words of an ASCII text over a table of terms: see word-table.ts, which says what lies where.
(module
  (import "env" "memory" (memory 1 65536))

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
  ;; Odd numbers of this process, so that nobody can prepare words that collide.
  (global $seed (export "seed") (mut i64) (i64.const 0))
  (global $factor (export "factor") (mut i64) (i64.const 5))

  ;; The hash of eight more bytes.
  (func $mixed (param $hash i64) (param $bytes i64) (result i64)
    (local.set $hash (i64.mul (i64.xor (local.get $hash) (local.get $bytes)) (global.get $factor)))
    (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))

  ;; The id of the bytes $from to $to with this hash. $last is the last of them, at most eight. New ones are added if
  ;; $adds, otherwise -1; -2 if there is no room.
  (func $idOf (param $from i32) (param $to i32) (param $hash i32) (param $last i64) (param $adds i32) (result i32)
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
              (br_if $same (i32.ge_u (local.get $i) (local.get $length)))
              (br_if $other
                (i32.ne
                  (i32.load8_u (i32.add (local.get $place) (local.get $i)))
                  (i32.load8_u (i32.add (local.get $from) (local.get $i)))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
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
      (then (return (i32.const -2))))
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

  ;; The id of the bytes $from to $to, as $idOf tells it; it occurs once more if $counts.
  (func $anyId (export "idOf") (param $from i32) (param $to i32) (param $adds i32) (param $counts i32) (result i32)
    (local $hash i64) (local $last i64) (local $shift i64) (local $at i32)
    (local.set $hash (global.get $seed))
    (local.set $at (local.get $from))
    (block $end
      (loop $bytes
        (br_if $end (i32.ge_u (local.get $at) (local.get $to)))
        (if (i64.eq (local.get $shift) (i64.const 64))
          (then
            (local.set $hash (call $mixed (local.get $hash) (local.get $last)))
            (local.set $last (i64.const 0))
            (local.set $shift (i64.const 0))))
        (local.set $last
          (i64.or (local.get $last) (i64.shl (i64.load8_u (local.get $at)) (local.get $shift))))
        (local.set $shift (i64.add (local.get $shift) (i64.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $bytes)))
    (local.set $at
      (call $idOf
        (local.get $from)
        (local.get $to)
        (i32.wrap_i64 (call $mixed (local.get $hash) (local.get $last)))
        (local.get $last)
        (local.get $adds)))
    (if (i32.and (local.get $counts) (i32.ge_s (local.get $at) (i32.const 0))) (then (call $occurs (local.get $at))))
    (local.get $at))

  ;; The ids of neighbouring terms: $entry to $last tell where each ends, and then its id. The first begins at $from.
  ;; Returns $last, or the entry at which there is no room.
  (func (export "idsOf") (param $from i32) (param $entry i32) (param $last i32) (param $adds i32) (result i32)
    (local $to i32) (local $id i32)
    (loop $terms
      (if (i32.ge_u (local.get $entry) (local.get $last)) (then (return (local.get $last))))
      (local.set $to (i32.load (local.get $entry)))
      (local.set $id (call $anyId (local.get $from) (local.get $to) (local.get $adds) (i32.const 0)))
      (if (i32.eq (local.get $id) (i32.const -2)) (then (return (local.get $entry))))
      (i32.store (local.get $entry) (local.get $id))
      (local.set $from (local.get $to))
      (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
      (br $terms))
    (unreachable))

  ;; Counts the words of the text $at to $end. The text becomes lower-cased. The first 256 bytes of the memory tell of
  ;; each byte what it becomes; below 48 it is not part of a word. Returns $end, or where to go on when there is room.
  (func (export "count")
    (param $at i32) (param $end i32) (param $least i32) (param $most i32) (param $adds i32) (result i32)
    (local $code i32) (local $start i32) (local $hash i64) (local $last i64) (local $shift i64)
    (local $length i32) (local $id i32)
    (local.set $start (local.get $at))
    (local.set $hash (global.get $seed))
    (loop $bytes
      (local.set $code
        (if (result i32) (i32.lt_u (local.get $at) (local.get $end))
          (then (i32.load8_u (i32.load8_u (local.get $at))))
          (else (i32.const 0))))
      (if (i32.ge_u (local.get $code) (i32.const 48))
        (then
          (i32.store8 (local.get $at) (local.get $code))
          (if (i64.eq (local.get $shift) (i64.const 64))
            (then
              (local.set $hash (call $mixed (local.get $hash) (local.get $last)))
              (local.set $last (i64.const 0))
              (local.set $shift (i64.const 0))))
          (local.set $last
            (i64.or (local.get $last) (i64.shl (i64.extend_i32_u (local.get $code)) (local.get $shift))))
          (local.set $shift (i64.add (local.get $shift) (i64.const 8)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $bytes)))
      (local.set $length (i32.sub (local.get $at) (local.get $start)))
      (block $none
        (br_if $none (i32.lt_u (local.get $length) (local.get $least)))
        (br_if $none (i32.gt_u (local.get $length) (local.get $most)))
        (local.set $id
          (call $idOf
            (local.get $start)
            (local.get $at)
            (i32.wrap_i64 (call $mixed (local.get $hash) (local.get $last)))
            (local.get $last)
            (local.get $adds)))
        (if (i32.lt_s (local.get $id) (i32.const 0))
          (then
            (br_if $none (i32.eq (local.get $id) (i32.const -1)))
            (return (local.get $start))))
        (call $occurs (local.get $id)))
      (local.set $hash (global.get $seed))
      (local.set $last (i64.const 0))
      (local.set $shift (i64.const 0))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $start (local.get $at))
      (br_if $bytes (i32.lt_u (local.get $at) (local.get $end))))
    (local.get $end)))
