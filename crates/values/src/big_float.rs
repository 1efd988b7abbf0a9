//! Binary floating point with a few hundred bits. Functions of numbers are computed with it and then rounded once, so
//! the result is correctly rounded.
//!
//! Speed is secondary: a function takes some microseconds. Functions with many callers are not inlined, to
//! keep the download small.

/// The number of limbs of the widest number.
pub(super) const WIDEST: usize = 12;

/// Exponents from here on represent infinity.
const HUGE: i32 = 1 << 28;

/// A number `±0.limbs × 2^exponent`, whose fraction is at least one half, or zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct BigFloat {
    /// The number of limbs used, at least 5. Both operands of an operation have the same size.
    pub(super) size: usize,
    /// Whether the number is negative.
    pub(super) negative: bool,
    /// The exponent of two.
    pub(super) exponent: i32,
    /// The fraction, least significant limb first.
    pub(super) limbs: [u32; WIDEST],
}

impl BigFloat {
    /// Converts an integer.
    #[inline(never)]
    pub(super) fn new(size: usize, value: u128) -> BigFloat {
        let mut limbs = [0; WIDEST];
        for (i, limb) in limbs[size - 4..size].iter_mut().enumerate() {
            *limb = (value >> (32 * i)) as u32;
        }
        BigFloat { size, negative: false, exponent: 128, limbs }.normal()
    }

    /// Converts a double that is not NaN.
    #[inline(never)]
    pub(super) fn from_f64(size: usize, value: f64) -> BigFloat {
        if value.is_infinite() {
            return BigFloat { negative: value < 0.0, exponent: HUGE, ..BigFloat::new(size, 1) };
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let exponent = ((bits >> 52) & 0x7FF) as i32;
        let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        let mut wide = BigFloat::new(size, u128::from(significand)).scaled(exponent.max(1) - 1075);
        wide.negative = value.is_sign_negative();
        wide
    }

    /// Creates a constant from its limbs.
    pub(super) fn constant(size: usize, exponent: i32, limbs: &[u32; WIDEST]) -> BigFloat {
        let mut wide = BigFloat { size, negative: false, exponent, limbs: [0; WIDEST] };
        wide.limbs[..size].copy_from_slice(&limbs[WIDEST - size..]);
        wide
    }

    /// Returns `10^power`.
    #[inline(never)]
    pub(super) fn power_of_ten(size: usize, power: i32) -> BigFloat {
        let (mut result, mut square) = (BigFloat::new(size, 1), BigFloat::new(size, 10));
        let mut left = power.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                result = result.times(&square);
            }
            square = square.times(&square);
            left >>= 1;
        }
        if power < 0 { result.reciprocal() } else { result }
    }

    /// Whether the number is zero.
    pub(super) fn is_zero(&self) -> bool {
        self.limbs[self.size - 1] == 0
    }

    /// Whether the number represents infinity.
    pub(super) fn is_infinite(&self) -> bool {
        !self.is_zero() && self.exponent >= HUGE
    }

    /// Normalizes the fraction: shifts its first bit to the front.
    #[inline(never)]
    pub(super) fn normal(mut self) -> BigFloat {
        let Some(top) = self.limbs[..self.size].iter().rposition(|&limb| limb != 0) else {
            return BigFloat { exponent: 0, ..self };
        };
        let shift = 32 * (self.size - 1 - top) as u32 + self.limbs[top].leading_zeros();
        let (whole, bits) = ((shift / 32) as usize, shift % 32);
        if shift > 0 {
            for i in (0..self.size).rev() {
                let at = |back: usize| i.checked_sub(back).map_or(0, |j| u64::from(self.limbs[j]));
                let pair = at(whole) << 32 | at(whole + 1);
                self.limbs[i] = (pair << bits >> 32) as u32;
            }
        }
        self.scaled(-(shift as i32))
    }

    /// Multiplies by `2^power`. Underflow yields zero, overflow infinity.
    pub(super) fn scaled(mut self, power: i32) -> BigFloat {
        self.exponent = self.exponent.saturating_add(power).min(HUGE);
        if self.exponent < -HUGE {
            self.exponent = 0;
            self.limbs = [0; WIDEST];
        }
        self
    }

    /// Returns the negated number.
    pub(super) fn negated(mut self) -> BigFloat {
        self.negative = !self.negative;
        self
    }

    /// Returns the absolute value.
    pub(super) fn magnitude(mut self) -> BigFloat {
        self.negative = false;
        self
    }

    /// Returns the product.
    #[inline(never)]
    pub(super) fn times(&self, other: &BigFloat) -> BigFloat {
        let size = self.size;
        let mut product = [0u32; 2 * WIDEST];
        for i in 0..size {
            let mut carry = 0u64;
            for j in 0..size {
                let sum =
                    u64::from(product[i + j]) + u64::from(self.limbs[i]) * u64::from(other.limbs[j]) + carry;
                product[i + j] = sum as u32;
                carry = sum >> 32;
            }
            product[i + size] = carry as u32;
        }
        let mut limbs = [0; WIDEST];
        limbs[..size].copy_from_slice(&product[size..2 * size]);
        let negative = self.negative != other.negative;
        BigFloat { size, negative, exponent: self.exponent + other.exponent, limbs }.normal()
    }

    /// Returns the sum.
    #[inline(never)]
    pub(super) fn plus(&self, other: &BigFloat) -> BigFloat {
        if self.is_zero() {
            return *other;
        }
        if other.is_zero() {
            return *self;
        }
        let (large, small) = if self.magnitude_below(other) { (other, self) } else { (self, other) };
        let shift = large.exponent.saturating_sub(small.exponent).unsigned_abs();
        let (whole, bits) = ((shift / 32) as usize, shift % 32);
        let mut result = *large;
        let mut carry = 0i64;
        for i in 0..large.size {
            let at = |j: usize| if j < small.size { u64::from(small.limbs[j]) } else { 0 };
            let shifted = ((at(i.saturating_add(whole).saturating_add(1)) << 32
                | at(i.saturating_add(whole)))
                >> bits) as u32;
            let term =
                if large.negative == small.negative { i64::from(shifted) } else { -i64::from(shifted) };
            let sum = i64::from(large.limbs[i]) + term + carry;
            result.limbs[i] = sum as u32;
            carry = sum >> 32;
        }
        if carry > 0 {
            // The sum has one more bit, so shift to make room at the front.
            for i in 0..result.size {
                let above = result.limbs[..result.size].get(i + 1).map_or(1, |&limb| limb & 1);
                result.limbs[i] = result.limbs[i] >> 1 | above << 31;
            }
            result.exponent += 1;
        }
        let sum = result.normal();
        BigFloat { negative: sum.negative && !sum.is_zero(), ..sum }
    }

    /// Returns the difference.
    #[inline(never)]
    pub(super) fn minus(&self, other: &BigFloat) -> BigFloat {
        self.plus(&other.negated())
    }

    /// Whether the absolute value is less than the other's.
    #[inline(never)]
    pub(super) fn magnitude_below(&self, other: &BigFloat) -> bool {
        if self.is_zero() || other.is_zero() {
            return self.is_zero() && !other.is_zero();
        }
        let limbs = |n: &BigFloat| n.limbs.into_iter().take(n.size).rev();
        self.exponent < other.exponent || (self.exponent == other.exponent && limbs(self).lt(limbs(other)))
    }

    /// Divides by a small integer.
    #[inline(never)]
    pub(super) fn over(mut self, divisor: u32) -> BigFloat {
        let mut rest = 0u64;
        for limb in self.limbs[..self.size].iter_mut().rev() {
            let part = rest << 32 | u64::from(*limb);
            *limb = (part / u64::from(divisor)) as u32;
            rest = part % u64::from(divisor);
        }
        self.normal()
    }

    /// Returns the fraction as a double.
    fn fraction(&self) -> f64 {
        let top = u64::from(self.limbs[self.size - 1]) << 32 | u64::from(self.limbs[self.size - 2]);
        top as f64 / 18_446_744_073_709_551_616.0
    }

    /// Returns the reciprocal.
    #[inline(never)]
    pub(super) fn reciprocal(&self) -> BigFloat {
        if self.is_zero() {
            return BigFloat { negative: self.negative, exponent: HUGE, ..BigFloat::new(self.size, 1) };
        }
        let fraction = BigFloat { exponent: 0, ..self.magnitude() };
        let one = BigFloat::new(self.size, 1);
        let mut result = BigFloat::from_f64(self.size, 1.0 / fraction.fraction());
        // Each step doubles the number of correct bits; a double starts with 50.
        for _ in 0..3 {
            let error = one.minus(&result.times(&fraction));
            result = result.plus(&result.times(&error));
        }
        result.negative = self.negative;
        result.scaled(-self.exponent)
    }

    /// Returns the quotient.
    #[inline(never)]
    pub(super) fn divided(&self, other: &BigFloat) -> BigFloat {
        self.times(&other.reciprocal())
    }

    /// Returns the square root of a non-negative number.
    #[inline(never)]
    pub(super) fn root(&self) -> BigFloat {
        if self.is_zero() {
            return *self;
        }
        let odd = self.exponent & 1;
        let fraction = BigFloat { exponent: odd, ..*self };
        let one = BigFloat::new(self.size, 1);
        let first = if odd == 1 { 2.0 * fraction.fraction() } else { fraction.fraction() };
        let mut result = BigFloat::from_f64(self.size, 1.0 / first.sqrt());
        for _ in 0..3 {
            let error = one.minus(&result.times(&result).times(&fraction));
            result = result.plus(&result.times(&error).scaled(-1));
        }
        result.times(&fraction).scaled((self.exponent - odd) / 2)
    }

    /// Returns the integer part.
    #[inline(never)]
    pub(super) fn truncated(mut self) -> BigFloat {
        let whole = usize::try_from(self.exponent).unwrap_or(0);
        let below = (32 * self.size).saturating_sub(whole);
        for (i, limb) in self.limbs[..self.size].iter_mut().enumerate() {
            let bits = below.saturating_sub(32 * i);
            *limb = if bits >= 32 { 0 } else { *limb >> bits << bits };
        }
        if self.is_zero() { BigFloat::new(self.size, 0) } else { self }
    }

    /// Returns the last 32 bits of the integer part of a number whose absolute value is below `2^127`.
    pub(super) fn last_bits(&self) -> u32 {
        (0..32).fold(0, |bits, power| {
            let place = self.exponent - 1 - power;
            let Ok(place) = usize::try_from(place) else { return bits };
            let Some(at) = (32 * self.size - 1).checked_sub(place) else { return bits };
            bits | (self.limbs[at / 32] >> (at % 32) & 1) << power
        })
    }

    /// Returns the nearest double. A value within `2^-40` of the midpoint of two doubles counts as the
    /// midpoint.
    #[inline(never)]
    pub(super) fn to_f64(self) -> f64 {
        let sign = if self.negative { -1.0 } else { 1.0 };
        if self.is_zero() || self.exponent < -1100 {
            return sign * 0.0;
        }
        if self.exponent > 1024 {
            return sign * f64::INFINITY;
        }
        let top = self.limbs[self.size - 4..self.size]
            .iter()
            .rev()
            .fold(0u128, |bits, &limb| bits << 32 | u128::from(limb));
        // Round to 96 bits, then to the precision of a double of this magnitude.
        let near = (top >> 32) + (top >> 31 & 1);
        let kept = (self.exponent + 1074).min(53);
        let cut = (96 - kept).clamp(1, 100).unsigned_abs();
        let (whole, rest, half) = (near >> cut, near & ((1 << cut) - 1), 1u128 << (cut - 1));
        let up = rest > half || (rest == half && whole & 1 == 1);
        let result = (whole + u128::from(up)) as f64;
        // Two steps, since the power alone may be out of a double's range.
        let power = self.exponent - 96 + cut as i32;
        sign * result * power_of_two(power / 2) * power_of_two(power - power / 2)
    }
}

/// Returns `2^power`, clamped to a double's normal range.
fn power_of_two(power: i32) -> f64 {
    f64::from_bits(u64::from((power + 1023).clamp(1, 2046).unsigned_abs()) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(value: f64) -> BigFloat {
        BigFloat::from_f64(6, value)
    }

    #[test]
    fn doubles_round_trip() {
        for value in [0.0, -0.0, 1.0, -2.5, 1e300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 3e-320, f64::INFINITY]
        {
            assert_eq!(wide(value).to_f64().to_bits(), value.to_bits(), "{value}");
        }
    }

    #[test]
    fn arithmetic_agrees_with_exact_doubles() {
        for (a, b) in
            [(3.0, 4.0), (1.5, -0.25), (1e10, 7.0), (-8.0, -2.0), (5.0, -5.0), (1.0, 2f64.powi(-200))]
        {
            assert_eq!(wide(a).plus(&wide(b)).to_f64(), a + b);
            assert_eq!(wide(a).minus(&wide(b)).to_f64(), a - b);
            assert_eq!(wide(a).times(&wide(b)).to_f64(), a * b);
            assert_eq!(wide(a).divided(&wide(b)).to_f64(), a / b);
            assert_eq!(wide(a).magnitude().root().to_f64(), a.abs().sqrt());
        }
        assert_eq!(wide(1e22).over(10).to_f64(), 1e21);
        assert_eq!(wide(-7.75).truncated().to_f64(), -7.0);
        assert_eq!(wide(1e12 + 3.0).last_bits(), (1_000_000_000_003u64 & 0xFFFF_FFFF) as u32);
        assert_eq!(BigFloat::power_of_ten(6, -3).to_f64(), 1e-3);
        assert!(wide(0.0).reciprocal().is_infinite());
    }
}
