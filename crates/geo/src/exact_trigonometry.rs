//! Sines, cosines and angles rounded to the nearest double.
//!
//! Points a metre apart share the first ten digits of their vectors, so an error in
//! the last digit of a sine affects the sixth digit of the distance. The server uses
//! the C library, whose results are the nearest doubles except for a few in a
//! thousand. The library compiled to WebAssembly errs more often. So this module
//! computes every step with twice the precision of a double.

/// A number as the sum of two doubles; the second is below the last digit of the first.
#[derive(Clone, Copy)]
struct Double(f64, f64);

/// A quarter turn in radians, as a sum of three doubles.
const QUARTER: [f64; 3] =
    [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
/// The number of terms of a series. The last is below 1e-31 for an eighth of a turn.
const TERMS: u32 = 14;

/// Returns sine and cosine of an angle in radians, of at most half a turn in either direction.
pub(super) fn sin_cos(angle: f64) -> (f64, f64) {
    let (sin, cos) = wide_sin_cos(angle);
    (sin.0, cos.0)
}

/// Returns the angle of the vector with these coordinates, in radians; `y` must not be negative.
pub(super) fn atan2(y: f64, x: f64) -> f64 {
    let near = y.atan2(x);
    let (sin, cos) = wide_sin_cos(near);
    // The remaining rotation onto the axis.
    let rest = cos.times(Double(y, 0.0)).plus(sin.times(Double(-x, 0.0)));
    let along = cos.0 * x + sin.0 * y;
    if along == 0.0 { near } else { near + rest.0 / along }
}

fn wide_sin_cos(angle: f64) -> (Double, Double) {
    let quarters = (angle / QUARTER[0]).round();
    // Products with a small number of quarters are exact.
    let rest = QUARTER.iter().fold(Double(angle, 0.0), |rest, part| rest.plus(Double(-quarters * part, 0.0)));
    let square = rest.times(rest);
    let (sin, cos) = (series(rest, square, 1), series(Double(1.0, 0.0), square, 0));
    match quarters.rem_euclid(4.0) {
        0.0 => (sin, cos),
        1.0 => (cos, sin.negated()),
        2.0 => (sin.negated(), cos.negated()),
        _ => (cos.negated(), sin),
    }
}

/// Sums the alternating series that begins with `first`; each term is the previous one times
/// `square`, divided by the next two numbers after `last`.
fn series(first: Double, square: Double, last: u32) -> Double {
    let (mut term, mut sum) = (first, first);
    for step in 0..TERMS {
        let next = f64::from(last + 2 * step + 1);
        term = term.times(square).divided(-next * (next + 1.0));
        sum = sum.plus(term);
    }
    sum
}

impl Double {
    fn plus(self, other: Self) -> Self {
        let (sum, error) = two_sum(self.0, other.0);
        quick_sum(sum, error + self.1 + other.1)
    }

    fn times(self, other: Self) -> Self {
        let (product, error) = two_product(self.0, other.0);
        quick_sum(product, error + (self.0 * other.1 + self.1 * other.0))
    }

    fn divided(self, divisor: f64) -> Self {
        let quotient = self.0 / divisor;
        let (product, error) = two_product(quotient, divisor);
        quick_sum(quotient, (self.0 - product - error + self.1) / divisor)
    }

    fn negated(self) -> Self {
        Double(-self.0, -self.1)
    }
}

/// Returns a sum and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Like [`two_sum`], for a second number with smaller magnitude than the first.
fn quick_sum(a: f64, b: f64) -> Double {
    let sum = a + b;
    Double(sum, b - (sum - a))
}

/// Returns a product and its rounding error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    (product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low)
}

/// Splits a number into the two halves of its digits.
fn split(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use values::{Function, Number, evaluate};

    fn exactly(function: Function, angle: f64) -> f64 {
        evaluate(function, Number::Double(angle)).to_f64()
    }

    #[test]
    fn sines_and_cosines_are_the_nearest_doubles() {
        for step in -1800..=1800 {
            let angle = (f64::from(step) / 10.0 + 0.012_345_6).clamp(-180.0, 180.0).to_radians();
            assert_eq!(sin_cos(angle), (exactly(Function::Sin, angle), exactly(Function::Cos, angle)));
        }
    }

    #[test]
    fn angles_are_the_nearest_doubles() {
        for step in 1..2000 {
            let (y, x) = (f64::from(step) * 1e-3, 1.0 - f64::from(step % 700) * 2.1e-3);
            let exact = values::angle(Number::Double(y), Number::Double(x)).to_f64();
            assert_eq!(atan2(y, x), exact, "{y} {x}");
        }
    }
}
