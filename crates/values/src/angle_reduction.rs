//! The reduction of angles so large that π must be known to hundreds or thousands of digits.

use super::big_float::{BigFloat, WIDEST};
use super::{Number, Parts};

/// Returns an angle modulo a quarter of the circle, and the number of quarters subtracted. The integer is
/// built digit by digit, with quarters subtracted after each.
pub(super) fn long_reduced(number: Number) -> (BigFloat, u32) {
    let (mut digits, base, zeros) = match number {
        Number::Decimal(decimal) => match decimal.parts() {
            Parts::Finite { coefficient, exponent, .. } => (coefficient, 10, exponent.unsigned_abs()),
            _ => (0, 10, 0),
        },
        number => {
            let bits = number.to_f64().to_bits();
            let significand = bits & ((1 << 52) - 1) | 1 << 52;
            (u128::from(significand), 2, ((bits >> 52 & 0x7FF) as u32).saturating_sub(1075))
        }
    };
    let mut written = Vec::new();
    while digits > 0 {
        written.push((digits % u128::from(base)) as u32);
        digits /= u128::from(base);
    }
    let length = (zeros as usize * if base == 10 { 107 } else { 32 } / 1024) + 20;
    let half_pi = long_half_pi(length);
    let (mut rest, mut quarters) = (vec![0u32; length], 0u32);
    for digit in written.into_iter().rev().chain(std::iter::repeat_n(0, zeros as usize)) {
        let mut carry = 0;
        for limb in &mut rest {
            carry += u64::from(*limb) * u64::from(base);
            *limb = carry as u32;
            carry >>= 32;
        }
        // The last limb is the integer part.
        rest[length - 1] += digit;
        quarters = quarters.wrapping_mul(base);
        while !rest.iter().rev().lt(half_pi.iter().rev()) {
            add(&mut rest, &half_pi, true);
            quarters = quarters.wrapping_add(1);
        }
    }
    let mut limbs = [0; WIDEST];
    limbs.copy_from_slice(&rest[length - WIDEST..]);
    (BigFloat::constant(WIDEST, 32, &limbs).normal(), quarters % 4)
}

/// Computes π/2 in `length` limbs, the last of which is the integer part (Machin's formula: `π/4 = 4 atan
/// 1/5 - atan 1/239`).
fn long_half_pi(length: usize) -> Vec<u32> {
    let mut sum = vec![0; length];
    for (of, times, taken) in [(5u32, 8, false), (239, 2, true)] {
        let mut power = vec![0; length];
        power[length - 1] = times;
        divide(&mut power, of);
        let (mut factor, mut taken) = (1, taken);
        while power.iter().any(|&limb| limb != 0) {
            let mut term = power.clone();
            divide(&mut term, factor);
            add(&mut sum, &term, taken);
            divide(&mut power, of * of);
            factor += 2;
            taken = !taken;
        }
    }
    sum
}

fn divide(number: &mut [u32], divisor: u32) {
    let mut rest = 0u64;
    for limb in number.iter_mut().rev() {
        let part = rest << 32 | u64::from(*limb);
        *limb = (part / u64::from(divisor)) as u32;
        rest = part % u64::from(divisor);
    }
}

/// Adds a number to another, or subtracts it.
fn add(number: &mut [u32], other: &[u32], taken: bool) {
    let mut carry = 0i64;
    for (limb, &term) in number.iter_mut().zip(other) {
        carry += i64::from(*limb) + if taken { -i64::from(term) } else { i64::from(term) };
        *limb = carry as u32;
        carry >>= 32;
    }
}
