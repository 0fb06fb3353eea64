;; RMSNorm by hand in WebAssembly SIMD, the rival of a launch from JavaScript: sixteen elements a step in four
;; accumulators, the rest of a row four by four and one by one. Plain f32 sums, no rescue, nothing of a fixed order.
(module
  (memory (export "memory") 16)
  (func (export "rms_norm")
    (param $x i32) (param $weight i32) (param $y i32) (param $rows i32) (param $cols i32) (param $eps f32)
    (local $i i32) (local $sixteens i32) (local $fours i32) (local $bytes i32) (local $w i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $v v128)
    (local $sum f32) (local $value f32) (local $scale f32)
    (local.set $bytes (i32.shl (local.get $cols) (i32.const 2)))
    (local.set $sixteens (i32.and (local.get $bytes) (i32.const -64)))
    (local.set $fours (i32.and (local.get $bytes) (i32.const -16)))
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $a (v128.const i64x2 0 0))
        (local.set $b (v128.const i64x2 0 0))
        (local.set $c (v128.const i64x2 0 0))
        (local.set $d (v128.const i64x2 0 0))
        (local.set $i (i32.const 0))
        (block $summed
          (loop $step
            (br_if $summed (i32.ge_u (local.get $i) (local.get $sixteens)))
            (local.set $v (v128.load (i32.add (local.get $x) (local.get $i))))
            (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $v) (local.get $v))))
            (local.set $v (v128.load offset=16 (i32.add (local.get $x) (local.get $i))))
            (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $v) (local.get $v))))
            (local.set $v (v128.load offset=32 (i32.add (local.get $x) (local.get $i))))
            (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $v) (local.get $v))))
            (local.set $v (v128.load offset=48 (i32.add (local.get $x) (local.get $i))))
            (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $v) (local.get $v))))
            (local.set $i (i32.add (local.get $i) (i32.const 64)))
            (br $step)))
        (block $summed
          (loop $step
            (br_if $summed (i32.ge_u (local.get $i) (local.get $fours)))
            (local.set $v (v128.load (i32.add (local.get $x) (local.get $i))))
            (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $v) (local.get $v))))
            (local.set $i (i32.add (local.get $i) (i32.const 16)))
            (br $step)))
        (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b))
                                 (f32x4.add (local.get $c) (local.get $d))))
        (local.set $sum
          (f32.add (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 2 (local.get $a)))
                   (f32.add (f32x4.extract_lane 1 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (block $summed
          (loop $step
            (br_if $summed (i32.ge_u (local.get $i) (local.get $bytes)))
            (local.set $value (f32.load (i32.add (local.get $x) (local.get $i))))
            (local.set $sum (f32.add (local.get $sum) (f32.mul (local.get $value) (local.get $value))))
            (local.set $i (i32.add (local.get $i) (i32.const 4)))
            (br $step)))
        (local.set $scale
          (f32.div (f32.const 1)
                   (f32.sqrt (f32.add (f32.div (local.get $sum) (f32.convert_i32_u (local.get $cols)))
                                      (local.get $eps)))))
        (local.set $v (f32x4.splat (local.get $scale)))
        (local.set $i (i32.const 0))
        (block $scaled
          (loop $step
            (br_if $scaled (i32.ge_u (local.get $i) (local.get $sixteens)))
            (local.set $w (i32.add (local.get $weight) (local.get $i)))
            (v128.store (i32.add (local.get $y) (local.get $i))
              (f32x4.mul (f32x4.mul (v128.load (i32.add (local.get $x) (local.get $i))) (local.get $v))
                         (v128.load (local.get $w))))
            (v128.store offset=16 (i32.add (local.get $y) (local.get $i))
              (f32x4.mul (f32x4.mul (v128.load offset=16 (i32.add (local.get $x) (local.get $i))) (local.get $v))
                         (v128.load offset=16 (local.get $w))))
            (v128.store offset=32 (i32.add (local.get $y) (local.get $i))
              (f32x4.mul (f32x4.mul (v128.load offset=32 (i32.add (local.get $x) (local.get $i))) (local.get $v))
                         (v128.load offset=32 (local.get $w))))
            (v128.store offset=48 (i32.add (local.get $y) (local.get $i))
              (f32x4.mul (f32x4.mul (v128.load offset=48 (i32.add (local.get $x) (local.get $i))) (local.get $v))
                         (v128.load offset=48 (local.get $w))))
            (local.set $i (i32.add (local.get $i) (i32.const 64)))
            (br $step)))
        (block $scaled
          (loop $step
            (br_if $scaled (i32.ge_u (local.get $i) (local.get $fours)))
            (v128.store (i32.add (local.get $y) (local.get $i))
              (f32x4.mul (f32x4.mul (v128.load (i32.add (local.get $x) (local.get $i))) (local.get $v))
                         (v128.load (i32.add (local.get $weight) (local.get $i)))))
            (local.set $i (i32.add (local.get $i) (i32.const 16)))
            (br $step)))
        (block $scaled
          (loop $step
            (br_if $scaled (i32.ge_u (local.get $i) (local.get $bytes)))
            (f32.store (i32.add (local.get $y) (local.get $i))
              (f32.mul (f32.mul (f32.load (i32.add (local.get $x) (local.get $i))) (local.get $scale))
                       (f32.load (i32.add (local.get $weight) (local.get $i)))))
            (local.set $i (i32.add (local.get $i) (i32.const 4)))
            (br $step)))
        (local.set $x (i32.add (local.get $x) (local.get $bytes)))
        (local.set $y (i32.add (local.get $y) (local.get $bytes)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $row)))))
