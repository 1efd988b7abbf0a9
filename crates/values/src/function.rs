//! Exponential, logarithmic, power and trigonometric functions, correctly rounded: doubles to the nearest
//! double, decimals to the nearest of 34 digits.
//!
//! A server uses C's library for doubles, whose results are the nearest doubles except for a few in a
//! thousand, and Intel's library for decimals. A platform's own library differs from both and between
//! platforms, so it is not used here.

use super::angle_reduction::long_reduced;
use super::big_float::{BigFloat, WIDEST};
use super::{Decimal, Number, Parts};

const HALF_PI: [u32; WIDEST] = [
    0xcd3a_431b,
    0xef95_19b3,
    0x8e34_04dd,
    0x514a_0879,
    0x3b13_9b22,
    0x020b_bea6,
    0x8a67_cc74,
    0x2902_4e08,
    0x80dc_1cd1,
    0xc4c6_628b,
    0x2168_c234,
    0xc90f_daa2,
];
const LN_2: [u32; WIDEST] = [
    0x4afa_1b10,
    0x5595_52fb,
    0x6deb_ac98,
    0xe7b8_7620,
    0x8baa_fa2b,
    0x8a0d_175b,
    0x7298_b62d,
    0x40f3_4326,
    0x03f2_f6af,
    0xc9e3_b398,
    0xd1cf_79ab,
    0xb172_17f7,
];

/// A function of one number. Outside its domain the result is unspecified. Infinity is allowed where the
/// function has a limit there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Euler's number to a power.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The logarithm to base 2.
    Log2,
    /// The logarithm to base 10.
    Log10,
    /// Sine.
    Sin,
    /// Cosine.
    Cos,
    /// Tangent.
    Tan,
    /// The angle of a sine.
    Asin,
    /// The angle of a cosine.
    Acos,
    /// The angle of a tangent.
    Atan,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// The inverse of the hyperbolic sine.
    Asinh,
    /// The inverse of the hyperbolic cosine.
    Acosh,
    /// The inverse of the hyperbolic tangent.
    Atanh,
}

/// Evaluates a function. The result is a decimal for a decimal, otherwise a double. NaN stays NaN.
pub fn evaluate(function: Function, number: Number) -> Number {
    if number.is_nan() {
        return number;
    }
    let x = widened(number, 6);
    // Large angles need many digits of π.
    let circular = matches!(function, Function::Sin | Function::Cos | Function::Tan);
    let x = if circular && x.exponent > 20 { widened(number, WIDEST) } else { x };
    let value = match function {
        Function::Sin | Function::Cos | Function::Tan => {
            let (rest, quarters) = reduced(&x, number);
            let (sin, cos) = (series(&rest, true, true), series(&rest, false, true));
            match (function, quarters % 4) {
                (Function::Tan, 0 | 2) => sin.divided(&cos),
                (Function::Tan, _) => cos.negated().divided(&sin),
                (Function::Sin, 0) | (Function::Cos, 3) => sin,
                (Function::Sin, 1) | (Function::Cos, 0) => cos,
                (Function::Sin, 2) | (Function::Cos, 1) => sin.negated(),
                _ => cos.negated(),
            }
        }
        Function::Exp => exp(&x),
        Function::Ln => ln(&x),
        Function::Log2 => ln(&x).divided(&ln(&BigFloat::new(x.size, 2))),
        Function::Log10 => ln(&x).divided(&ln(&BigFloat::new(x.size, 10))),
        Function::Asin => direction(&x, &cofunction(&x)),
        Function::Acos => direction(&cofunction(&x), &x),
        Function::Atan => direction(&x, &BigFloat::new(x.size, 1)),
        Function::Sinh if x.exponent < 0 => series(&x, true, false),
        Function::Sinh => exp(&x).minus(&exp(&x.negated())).scaled(-1),
        Function::Cosh => exp(&x).plus(&exp(&x.negated())).scaled(-1),
        Function::Tanh if x.exponent < 0 => series(&x, true, false).divided(&series(&x, false, false)),
        Function::Tanh if x.exponent > 10 => BigFloat { negative: x.negative, ..BigFloat::new(x.size, 1) },
        Function::Tanh => {
            let (up, down) = (exp(&x), exp(&x.negated()));
            up.minus(&down).divided(&up.plus(&down))
        }
        Function::Asinh => asinh(&x),
        Function::Acosh => {
            let one = BigFloat::new(x.size, 1);
            ln(&x.plus(&x.minus(&one).times(&x.plus(&one)).root()))
        }
        Function::Atanh => atanh(&x),
    };
    narrowed(value, number)
}

/// Returns the angle of a point, as C's `atan2`; a decimal if one of the coordinates is.
pub fn angle(y: Number, x: Number) -> Number {
    let decimal = matches!(y, Number::Decimal(_)) || matches!(x, Number::Decimal(_));
    let kind = not_a_number(if decimal { Number::Decimal(Decimal::ZERO) } else { Number::Double(0.0) });
    if y.is_nan() || x.is_nan() {
        return kind;
    }
    let convert = |n: Number| if decimal { Number::Decimal(n.to_decimal()) } else { n };
    let (y, x) = (convert(y), convert(x));
    let (mut v, mut h) = (widened(y, 6), widened(x, 6));
    if v.is_infinite() && h.is_infinite() {
        v = BigFloat { negative: v.negative, ..BigFloat::new(v.size, 1) };
        h = BigFloat { negative: h.negative, ..BigFloat::new(h.size, 1) };
    }
    narrowed(direction(&v, &h), kind)
}

/// Returns a power, as C's `pow`; a decimal if base or exponent is, otherwise a double.
pub fn power(base: Number, exponent: Number) -> Number {
    let decimal = matches!(base, Number::Decimal(_)) || matches!(exponent, Number::Decimal(_));
    if decimal {
        let (b, e) = (base.to_decimal(), exponent.to_decimal());
        // Adding a zero of the least exponent expands the result to 34 digits.
        let zero = Decimal::from_parts(false, 0, -6176).unwrap_or(Decimal::ZERO);
        return match raise(Number::Decimal(b), Number::Decimal(e)) {
            Number::Decimal(result) => Number::Decimal(result + zero),
            other => other,
        };
    }
    let (b, e) = (base.to_f64(), exponent.to_f64());
    Number::Double(match e {
        1.0 => b,
        2.0 => b * b,
        _ => raise(Number::Double(b), Number::Double(e)).to_f64(),
    })
}

fn raise(base: Number, exponent: Number) -> Number {
    let one = if let Number::Decimal(_) = base {
        Number::Decimal(Decimal::from_i64(1))
    } else {
        Number::Double(1.0)
    };
    if exponent.is_zero() || one.compare(base).is_eq() {
        return one;
    }
    if base.is_nan() || exponent.is_nan() {
        return if base.is_nan() { base } else { exponent };
    }
    let (x, y) = (widened(base, 6), widened(exponent, 6));
    let whole = !exponent.is_finite() || y.minus(&y.truncated()).is_zero();
    let odd = exponent.is_finite() && whole && y.last_bits() & 1 == 1;
    let unit = BigFloat::new(x.size, 1);
    let magnitude = if x.is_zero() {
        if y.negative { unit.scaled(i32::MAX / 2) } else { x.magnitude() }
    } else if x.negative && !whole && !x.is_infinite() {
        return not_a_number(base);
    } else {
        // The magnitude 1 to any power is 1, even to infinity.
        let log = ln(&x.magnitude());
        if log.is_zero() { unit } else { exp(&log.times(&y)) }
    };
    narrowed(BigFloat { negative: x.negative && odd, ..magnitude }, base)
}

fn not_a_number(kind: Number) -> Number {
    if let Number::Decimal(_) = kind { Number::Decimal(Decimal::NAN) } else { Number::Double(f64::NAN) }
}

/// Converts a number that is not NaN. Doubles get `size` limbs, decimals all.
#[inline(never)]
fn widened(number: Number, size: usize) -> BigFloat {
    let Number::Decimal(decimal) = number else {
        return BigFloat::from_f64(size, number.to_f64());
    };
    match decimal.parts() {
        Parts::Finite { negative, mut coefficient, mut exponent } => {
            // Remove trailing zeros, so that 1.00 becomes exactly 1: multiplying by a rounded hundredth
            // would not.
            while exponent < 0 && coefficient % 10 == 0 && coefficient > 0 {
                coefficient /= 10;
                exponent += 1;
            }
            let power = BigFloat::power_of_ten(WIDEST, exponent);
            BigFloat { negative, ..BigFloat::new(WIDEST, coefficient).times(&power) }
        }
        _ => {
            BigFloat::from_f64(WIDEST, if decimal.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY })
        }
    }
}

/// Rounds to the type of the original number.
#[inline(never)]
fn narrowed(value: BigFloat, kind: Number) -> Number {
    if let Number::Decimal(_) = kind {
        Number::Decimal(to_decimal(value))
    } else {
        Number::Double(value.to_f64())
    }
}

/// Returns the nearest decimal. An exact value gets the largest exponent that its digits allow.
#[inline(never)]
fn to_decimal(value: BigFloat) -> Decimal {
    const DIGITS: usize = 46;
    let negative = value.negative;
    if value.is_zero() {
        return Decimal::from_parts(negative, 0, 0).unwrap_or(Decimal::ZERO);
    }
    if value.exponent.abs() > 30_000 {
        let digits: &[u8] = &[1];
        return Decimal::from_digits(negative, digits, i64::from(value.exponent));
    }
    // The power of ten of the first digit, or one more.
    let mut power = (f64::from(value.exponent) * std::f64::consts::LOG10_2).floor() as i32;
    let mut rest = value.magnitude().times(&BigFloat::power_of_ten(value.size, -power));
    let ten = BigFloat::new(value.size, 10);
    if rest.exponent <= 0 {
        power -= 1;
        rest = rest.times(&ten);
    }
    let mut digits = Vec::with_capacity(DIGITS + 1);
    for _ in 0..DIGITS {
        let digit = if rest.exponent > 0 { rest.last_bits() } else { 0 };
        digits.push(digit as u8);
        rest = rest.minus(&BigFloat::new(value.size, u128::from(digit))).times(&ten);
    }
    // Round where the digits are still certain, so that exact values stay exact.
    let mut carry = u8::from(digits.pop() >= Some(5));
    for digit in digits.iter_mut().rev() {
        *digit += carry;
        carry = *digit / 10;
        *digit %= 10;
    }
    if carry > 0 {
        digits.insert(0, 1);
        power += 1;
    }
    let mut exponent = i64::from(power) + 1 - digits.len() as i64;
    while exponent < 0 && digits.last() == Some(&0) {
        digits.pop();
        exponent += 1;
    }
    Decimal::from_digits(negative, &digits, exponent)
}

/// Sums `x - x³/3! + …` or `1 - x²/2! + …`, with or without alternating signs.
#[inline(never)]
fn series(x: &BigFloat, odd: bool, alternating: bool) -> BigFloat {
    let square = x.times(x);
    let mut term = if odd { *x } else { BigFloat::new(x.size, 1) };
    let mut sum = term;
    let mut factor = if odd { 2 } else { 1 };
    while matters(&term, &sum) {
        term = term.times(&square).over(factor * (factor + 1));
        term.negative ^= alternating;
        sum = sum.plus(&term);
        factor += 2;
    }
    sum
}

/// Sums `x + x³/3 + x⁵/5 + …` for a small number, with or without alternating signs.
#[inline(never)]
fn inverse_series(x: &BigFloat, alternating: bool) -> BigFloat {
    let square = x.times(x);
    let (mut power, mut term, mut sum, mut factor) = (*x, *x, *x, 1);
    while matters(&term, &sum) {
        power = power.times(&square);
        power.negative ^= alternating;
        factor += 2;
        term = power.over(factor);
        sum = sum.plus(&term);
    }
    sum
}

/// Whether further terms can change the sum.
fn matters(term: &BigFloat, sum: &BigFloat) -> bool {
    !term.is_zero() && sum.exponent.saturating_sub(term.exponent) < 32 * sum.size as i32
}

fn half_pi(size: usize) -> BigFloat {
    BigFloat::constant(size, 1, &HALF_PI)
}

#[inline(never)]
fn exp(x: &BigFloat) -> BigFloat {
    let one = BigFloat::new(x.size, 1);
    if x.exponent > 16 {
        return one.scaled(if x.negative { i32::MIN / 2 } else { i32::MAX / 2 });
    }
    let ln_2 = BigFloat::constant(x.size, 0, &LN_2);
    let doublings = (x.to_f64() * std::f64::consts::LOG2_E).round();
    // Scale the rest down, so that few terms suffice, and undo it by squaring.
    let rest = x.minus(&ln_2.times(&BigFloat::from_f64(x.size, doublings))).scaled(-8);
    let (mut term, mut sum, mut factor) = (one, one, 1);
    while matters(&term, &sum) {
        term = term.times(&rest).over(factor);
        sum = sum.plus(&term);
        factor += 1;
    }
    for _ in 0..8 {
        sum = sum.times(&sum);
    }
    sum.scaled(doublings as i32)
}

/// Returns the natural logarithm of a positive number.
#[inline(never)]
fn ln(x: &BigFloat) -> BigFloat {
    if x.is_infinite() {
        return *x;
    }
    // Scale the fraction close to 1, above or below, to avoid cancellation.
    let low = x.limbs[x.size - 1] < 0xC000_0000;
    let fraction = BigFloat { exponent: i32::from(low), ..*x };
    let doublings = x.exponent - i32::from(low);
    let one = BigFloat::new(x.size, 1);
    let z = fraction.minus(&one).divided(&fraction.plus(&one));
    let ln_2 = BigFloat::constant(x.size, 0, &LN_2);
    let whole = ln_2.times(&BigFloat::from_f64(x.size, f64::from(doublings)));
    inverse_series(&z, false).scaled(1).plus(&whole)
}

/// Returns the square root of `1 - x²`.
#[inline(never)]
fn cofunction(x: &BigFloat) -> BigFloat {
    let one = BigFloat::new(x.size, 1);
    one.minus(x).times(&one.plus(x)).root()
}

fn asinh(x: &BigFloat) -> BigFloat {
    let one = BigFloat::new(x.size, 1);
    let root = x.times(x).plus(&one).root();
    if x.exponent < 0 {
        return atanh(&x.divided(&root));
    }
    BigFloat { negative: x.negative, ..ln(&x.magnitude().plus(&root)) }
}

#[inline(never)]
fn atanh(x: &BigFloat) -> BigFloat {
    if x.exponent < -1 {
        return inverse_series(x, false);
    }
    let one = BigFloat::new(x.size, 1);
    let m = x.magnitude();
    BigFloat { negative: x.negative, ..ln(&one.plus(&m).divided(&one.minus(&m))).scaled(-1) }
}

/// Returns the angle of the point with coordinates `y` and `x`.
#[inline(never)]
fn direction(y: &BigFloat, x: &BigFloat) -> BigFloat {
    let (v, h) = (y.magnitude(), x.magnitude());
    let steep = h.magnitude_below(&v);
    let t = if v.is_zero() {
        v
    } else if steep {
        h.divided(&v)
    } else {
        v.divided(&h)
    };
    let mut angle = if t.exponent < -20 {
        inverse_series(&t, true)
    } else {
        // A first approximation, corrected by the small angle that remains.
        let guess = BigFloat::from_f64(t.size, t.to_f64().atan());
        let (sin, cos) = (series(&guess, true, true), series(&guess, false, true));
        let rest = t.times(&cos).minus(&sin).divided(&cos.plus(&t.times(&sin)));
        guess.plus(&inverse_series(&rest, true))
    };
    if steep {
        angle = half_pi(t.size).minus(&angle);
    }
    if x.negative {
        angle = half_pi(t.size).scaled(1).minus(&angle);
    }
    BigFloat { negative: y.negative, ..angle }
}

/// Returns an angle modulo quarters of the circle, at most an eighth from zero, and the number of quarters.
fn reduced(x: &BigFloat, number: Number) -> (BigFloat, u32) {
    if x.is_zero() || x.exponent < 0 {
        return (*x, 0);
    }
    let half_pi = half_pi(x.size);
    let magnitude = x.magnitude();
    let (mut rest, mut quarters) = if x.exponent <= 128 {
        let quarters = magnitude.divided(&half_pi).truncated();
        (magnitude.minus(&quarters.times(&half_pi)), quarters.last_bits() % 4)
    } else {
        long_reduced(number)
    };
    if half_pi.scaled(-1).magnitude_below(&rest) {
        rest = rest.minus(&half_pi);
        quarters += 1;
    }
    if x.negative { (rest.negated(), (8 - quarters) % 4) } else { (rest, quarters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(function: Function, text: &str) -> String {
        let number = Number::Decimal(Decimal::parse(text).unwrap());
        evaluate(function, number).to_decimal().to_text()
    }

    fn double(function: Function, x: f64) -> f64 {
        evaluate(function, Number::Double(x)).to_f64()
    }

    // The expected digits were computed with 300 digits by other software.

    #[test]
    fn decimals_have_all_their_digits() {
        for (function, x, y) in [
            (Function::Exp, "1", "2.718281828459045235360287471352662"),
            (Function::Exp, "-14000", "7.537951771629720907593006284141136E-6081"),
            (Function::Ln, "2", "0.6931471805599453094172321214581766"),
            (Function::Ln, "1.000000000000000000000000000000001", "9.999999999999999999999999999999995E-34"),
            (Function::Sin, "1E+6000", "-0.7249266534376325863453460198136025"),
            (Function::Cos, "1.570796326794896619231321691639751", "4.420985846996875529104874722961539E-34"),
            (Function::Atan, "1E+30", "1.570796326794896619231321691638751"),
            (
                Function::Acos,
                "0.9999999999999999999999999999999999",
                "1.414213562373095048801688724209698E-17",
            ),
            (Function::Asinh, "-1E-20", "-1.000000000000000000000000000000000E-20"),
            (
                Function::Acosh,
                "1.000000000000000000000000000000001",
                "4.472135954999579392818347337462552E-17",
            ),
            (Function::Atanh, "0.9999999999999999999999999999999999", "39.49052017117874928301447079036328"),
        ] {
            assert_eq!(decimal(function, x), y, "{function:?} {x}");
        }
    }

    #[test]
    fn exact_results_have_no_extra_digits() {
        for (function, x, y) in [
            (Function::Exp, "0", "1"),
            (Function::Ln, "1.000", "0"),
            (Function::Log10, "1E-300", "-300"),
            (Function::Log10, "1000", "3"),
            (Function::Log2, "0.125", "-3"),
            (Function::Sin, "0", "0"),
            (Function::Cos, "0E+3", "1"),
            (Function::Acos, "1", "0"),
            (Function::Tanh, "-100", "-1"),
        ] {
            assert_eq!(decimal(function, x), y, "{function:?} {x}");
        }
    }

    #[test]
    fn doubles_are_the_nearest() {
        for (function, x, y) in [
            (Function::Exp, 1.0, std::f64::consts::E),
            (Function::Exp, 710.0, f64::INFINITY),
            (Function::Exp, f64::NEG_INFINITY, 0.0),
            (Function::Log10, 1e-5, -5.0),
            (Function::Log2, 1024.0, 10.0),
            (Function::Ln, f64::INFINITY, f64::INFINITY),
            (Function::Sin, 1e22, -0.852_200_849_767_188_8),
            (Function::Tan, 1e300, 1.421_448_823_874_724_5),
            (Function::Sinh, f64::NEG_INFINITY, f64::NEG_INFINITY),
            (Function::Tanh, f64::INFINITY, 1.0),
            (Function::Atan, f64::NEG_INFINITY, -std::f64::consts::FRAC_PI_2),
            (Function::Asinh, -1e308, -709.889_355_822_726),
            (Function::Acosh, f64::INFINITY, f64::INFINITY),
            (Function::Atanh, -1.0, f64::NEG_INFINITY),
            (Function::Acos, -1.0, std::f64::consts::PI),
        ] {
            assert_eq!(double(function, x), y, "{function:?} {x}");
        }
        assert!(double(Function::Sin, -0.0).is_sign_negative());
    }

    #[test]
    fn angles_of_all_directions() {
        use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        let inf = f64::INFINITY;
        for (y, x, z) in [
            (0.0, 0.0, 0.0),
            (0.0, -0.0, PI),
            (-0.0, -1.0, -PI),
            (1.0, 0.0, FRAC_PI_2),
            (-1.0, -1.0, -3.0 * FRAC_PI_4),
            (inf, -inf, 3.0 * FRAC_PI_4),
            (1.0, -inf, PI),
            (-inf, 1.0, -FRAC_PI_2),
        ] {
            assert_eq!(angle(Number::Double(y), Number::Double(x)).to_f64(), z, "{y} {x}");
        }
    }

    #[test]
    fn powers() {
        for (base, exponent, result) in [
            (10.0, -3.0, 1e-3),
            (2.0, 0.5, std::f64::consts::SQRT_2),
            (-2.0, 3.0, -8.0),
            (-2.0, -1.0, -0.5),
            (0.0, 5.0, 0.0),
            (f64::NAN, 0.0, 1.0),
            (-1.0, f64::INFINITY, 1.0),
            (0.5, f64::INFINITY, 0.0),
            (f64::NEG_INFINITY, 3.0, f64::NEG_INFINITY),
            (f64::NEG_INFINITY, -0.5, 0.0),
            (1e300, 2.0, f64::INFINITY),
            (1e300, 1.5, f64::INFINITY),
        ] {
            assert_eq!(
                power(Number::Double(base), Number::Double(exponent)).to_f64(),
                result,
                "{base}^{exponent}"
            );
        }
        let decimal = |base: &str, exponent: &str| {
            let [base, exponent] =
                [base, exponent].map(|text| Number::Decimal(Decimal::parse(text).unwrap()));
            power(base, exponent).to_decimal().to_text()
        };
        assert_eq!(decimal("10", "-3"), "0.001000000000000000000000000000000000");
        assert_eq!(decimal("2", "0.5"), "1.414213562373095048801688724209698");
        assert_eq!(decimal("-3", "3"), "-27.00000000000000000000000000000000");
        assert_eq!(decimal("-3", "0.5"), "NaN");
        assert_eq!(decimal("10", "7000"), "Infinity");
        assert_eq!(decimal("-Infinity", "-1"), "0E-6176");
    }
}
