;; Scores rows of counts: see score-rows.ts, which says what lies where.
(module
  (import "env" "memory" (memory 1 65536))

  ;; Gives each of the terms $id to $end its place, where its weights lie: from $next on, $size bytes a term. Writes the
  ;; terms that had none from $fresh on, and returns where they end.
  (func (export "place")
    (param $id i32) (param $end i32) (param $places i32) (param $fresh i32) (param $next i32) (param $size i32)
    (result i32)
    (local $place i32)
    (block $done
      (loop $terms
        (br_if $done (i32.ge_u (local.get $id) (local.get $end)))
        (local.set $place (i32.add (local.get $places) (i32.shl (i32.load (local.get $id)) (i32.const 2))))
        (if (i32.eqz (i32.load (local.get $place)))
          (then
            (i32.store (local.get $place) (local.get $next))
            (local.set $next (i32.add (local.get $next) (local.get $size)))
            (i32.store (local.get $fresh) (i32.load (local.get $id)))
            (local.set $fresh (i32.add (local.get $fresh) (i32.const 4)))))
        (local.set $id (i32.add (local.get $id) (i32.const 4)))
        (br $terms)))
    (local.get $fresh))

  ;; Writes the scores of rows, $size bytes a row: $bias, and for each term its value times its weights, one term after
  ;; the other. $row to $lastRow tell where the terms of each row end; the first begins at $id, and its values at $value.
  ;; From $entry on, the place and the value of each entry of a row stand in sixteen bytes.
  (func (export "score")
    (param $row i32) (param $lastRow i32) (param $id i32) (param $value i32) (param $places i32) (param $entry i32)
    (param $bias i32) (param $size i32) (param $scores i32)
    (local $end i32) (local $at i32) (local $last i32) (local $class i32) (local $place i32)
    (local $sum v128) (local $sum2 v128) (local $sum3 v128) (local $sum4 v128) (local $times v128)
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $lastRow)))
        (local.set $end (i32.load (local.get $row)))
        (local.set $last (local.get $entry))
        (block $placed
          (loop $terms
            (br_if $placed (i32.ge_u (local.get $id) (local.get $end)))
            (if (f64.ne (f64.load (local.get $value)) (f64.const 0))
              (then
                (i32.store
                  (local.get $last)
                  (i32.load (i32.add (local.get $places) (i32.shl (i32.load (local.get $id)) (i32.const 2)))))
                (f64.store offset=8 (local.get $last) (f64.load (local.get $value)))
                (local.set $last (i32.add (local.get $last) (i32.const 16)))))
            (local.set $id (i32.add (local.get $id) (i32.const 4)))
            (local.set $value (i32.add (local.get $value) (i32.const 8)))
            (br $terms)))
        (memory.copy (local.get $scores) (local.get $bias) (local.get $size))
        (local.set $class (i32.const 0))
        ;; Eight classes at a time.
        (block $few
          (loop $eights
            (br_if $few (i32.gt_u (i32.add (local.get $class) (i32.const 64)) (local.get $size)))
            (local.set $place (i32.add (local.get $scores) (local.get $class)))
            (local.set $sum (v128.load (local.get $place)))
            (local.set $sum2 (v128.load offset=16 (local.get $place)))
            (local.set $sum3 (v128.load offset=32 (local.get $place)))
            (local.set $sum4 (v128.load offset=48 (local.get $place)))
            (local.set $at (local.get $entry))
            (block $added
              (loop $entries
                (br_if $added (i32.ge_u (local.get $at) (local.get $last)))
                (local.set $place (i32.add (i32.load (local.get $at)) (local.get $class)))
                (local.set $times (v128.load64_splat offset=8 (local.get $at)))
                (local.set $sum
                  (f64x2.add (local.get $sum) (f64x2.mul (local.get $times) (v128.load (local.get $place)))))
                (local.set $sum2
                  (f64x2.add (local.get $sum2) (f64x2.mul (local.get $times) (v128.load offset=16 (local.get $place)))))
                (local.set $sum3
                  (f64x2.add (local.get $sum3) (f64x2.mul (local.get $times) (v128.load offset=32 (local.get $place)))))
                (local.set $sum4
                  (f64x2.add (local.get $sum4) (f64x2.mul (local.get $times) (v128.load offset=48 (local.get $place)))))
                (local.set $at (i32.add (local.get $at) (i32.const 16)))
                (br $entries)))
            (local.set $place (i32.add (local.get $scores) (local.get $class)))
            (v128.store (local.get $place) (local.get $sum))
            (v128.store offset=16 (local.get $place) (local.get $sum2))
            (v128.store offset=32 (local.get $place) (local.get $sum3))
            (v128.store offset=48 (local.get $place) (local.get $sum4))
            (local.set $class (i32.add (local.get $class) (i32.const 64)))
            (br $eights)))
        ;; Two at a time. Where one is left, the number behind it is no score; the next row, or nothing, overwrites it.
        (block $none
          (loop $twos
            (br_if $none (i32.ge_u (local.get $class) (local.get $size)))
            (local.set $place (i32.add (local.get $scores) (local.get $class)))
            (local.set $sum (v128.load (local.get $place)))
            (local.set $at (local.get $entry))
            (block $added
              (loop $entries
                (br_if $added (i32.ge_u (local.get $at) (local.get $last)))
                (local.set $sum
                  (f64x2.add
                    (local.get $sum)
                    (f64x2.mul
                      (v128.load64_splat offset=8 (local.get $at))
                      (v128.load (i32.add (i32.load (local.get $at)) (local.get $class))))))
                (local.set $at (i32.add (local.get $at) (i32.const 16)))
                (br $entries)))
            (v128.store (local.get $place) (local.get $sum))
            (local.set $class (i32.add (local.get $class) (i32.const 16)))
            (br $twos)))
        (local.set $scores (i32.add (local.get $scores) (local.get $size)))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br $rows)))))
