;; The inner loops of a pass over the documents, four machines at a time: see svm-rows.ts, which says what lies
;; where. $stride is the bytes of the numbers of one column, a multiple of 16.
(module
  (import "env" "memory" (memory 1 65536))

  ;; margins += value * weights of its column, for the entries $from to $to
  (func (export "gather")
    (param $from i32) (param $to i32) (param $ids i32) (param $values i32)
    (param $weights i32) (param $stride i32) (param $margins i32)
    (local $value v128) (local $weight i32) (local $margin i32) (local $end i32)
    (local.set $end (i32.add (local.get $margins) (local.get $stride)))
    (block $done
      (loop $entries
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $value
          (v128.load32_splat (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 2)))))
        (local.set $weight
          (i32.add
            (local.get $weights)
            (i32.mul
              (i32.load (i32.add (local.get $ids) (i32.shl (local.get $from) (i32.const 2))))
              (local.get $stride))))
        (local.set $margin (local.get $margins))
        (loop $machines
          (v128.store
            (local.get $margin)
            (f32x4.add
              (v128.load (local.get $margin))
              (f32x4.mul (local.get $value) (v128.load (local.get $weight)))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 16)))
          (local.set $margin (i32.add (local.get $margin) (i32.const 16)))
          (br_if $machines (i32.lt_u (local.get $margin) (local.get $end))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $entries))))

  ;; weights of the column of each entry += value * steps
  (func (export "scatter")
    (param $from i32) (param $to i32) (param $ids i32) (param $values i32)
    (param $weights i32) (param $stride i32) (param $steps i32)
    (local $value v128) (local $weight i32) (local $step i32) (local $end i32)
    (local.set $end (i32.add (local.get $steps) (local.get $stride)))
    (block $done
      (loop $entries
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $value
          (v128.load32_splat (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 2)))))
        (local.set $weight
          (i32.add
            (local.get $weights)
            (i32.mul
              (i32.load (i32.add (local.get $ids) (i32.shl (local.get $from) (i32.const 2))))
              (local.get $stride))))
        (local.set $step (local.get $steps))
        (loop $machines
          (v128.store
            (local.get $weight)
            (f32x4.add
              (v128.load (local.get $weight))
              (f32x4.mul (local.get $value) (v128.load (local.get $step)))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 16)))
          (local.set $step (i32.add (local.get $step) (i32.const 16)))
          (br_if $machines (i32.lt_u (local.get $step) (local.get $end))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $entries))))

  ;; the same, times the squares of the column; they lie $squares bytes behind the weights
  (func (export "scatterSquares")
    (param $from i32) (param $to i32) (param $ids i32) (param $values i32)
    (param $weights i32) (param $stride i32) (param $steps i32) (param $squares i32)
    (local $value v128) (local $weight i32) (local $step i32) (local $end i32)
    (local.set $end (i32.add (local.get $steps) (local.get $stride)))
    (block $done
      (loop $entries
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $value
          (v128.load32_splat (i32.add (local.get $values) (i32.shl (local.get $from) (i32.const 2)))))
        (local.set $weight
          (i32.add
            (local.get $weights)
            (i32.mul
              (i32.load (i32.add (local.get $ids) (i32.shl (local.get $from) (i32.const 2))))
              (local.get $stride))))
        (local.set $step (local.get $steps))
        (loop $machines
          (v128.store
            (local.get $weight)
            (f32x4.add
              (v128.load (local.get $weight))
              (f32x4.mul
                (f32x4.mul (local.get $value) (v128.load (local.get $step)))
                (v128.load (i32.add (local.get $weight) (local.get $squares))))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 16)))
          (local.set $step (i32.add (local.get $step) (i32.const 16)))
          (br_if $machines (i32.lt_u (local.get $step) (local.get $end))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $entries)))))
