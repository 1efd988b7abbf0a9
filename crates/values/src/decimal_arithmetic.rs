//! Arithmetic of decimals (IEEE 754-2008). Each operation computes the exact result and rounds it once. Each operation
//! also prefers an exponent; an exact result gets the exponent nearest to it, which determines its trailing zeros.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Rem, Sub};

use super::decimal::{Decimal, Parts};

/// How a number is rounded to fewer digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundingMode {
    /// To the nearest number; of two that are equally near, to the even one.
    NearestEven,
    /// Toward zero.
    TowardZero,
    /// To the next lower number.
    Downward,
    /// To the next higher number.
    Upward,
}

/// The number of digits of a coefficient.
const PRECISION: u32 = 34;
/// One more than the largest coefficient.
const LIMIT: u128 = 10u128.pow(PRECISION);
/// The base for multiplying coefficients in two halves.
const HALF_LIMIT: u128 = 10u128.pow(PRECISION / 2);
/// The least and the greatest exponent.
const LEAST_EXPONENT: i64 = -6176;
const GREATEST_EXPONENT: i64 = 6111;

/// A finite decimal.
#[derive(Clone, Copy)]
struct Finite {
    negative: bool,
    coefficient: u128,
    exponent: i64,
}

/// A coefficient of up to 68 digits: `high × 10^34 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide {
    high: u128,
    low: u128,
}

/// The digits after the last one that is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Zero,
    BelowHalf,
    Half,
    AboveHalf,
}

impl Rest {
    fn new(against_half: Ordering, is_zero: bool) -> Rest {
        match against_half {
            _ if is_zero => Rest::Zero,
            Ordering::Less => Rest::BelowHalf,
            Ordering::Equal => Rest::Half,
            Ordering::Greater => Rest::AboveHalf,
        }
    }

    /// Returns the rest followed by more digits; `more` says whether one of these isn't zero.
    fn with_more(self, more: bool) -> Rest {
        match self {
            Rest::Zero if more => Rest::BelowHalf,
            Rest::Half if more => Rest::AboveHalf,
            rest => rest,
        }
    }

    /// Whether this rest rounds the magnitude before it up.
    fn rounds_up(self, mode: RoundingMode, negative: bool, is_odd: bool) -> bool {
        match mode {
            RoundingMode::NearestEven => self == Rest::AboveHalf || (self == Rest::Half && is_odd),
            RoundingMode::TowardZero => false,
            RoundingMode::Downward => self != Rest::Zero && negative,
            RoundingMode::Upward => self != Rest::Zero && !negative,
        }
    }
}

fn digits(n: u128) -> u32 {
    n.checked_ilog10().map_or(0, |log| log + 1)
}

impl Wide {
    fn new(low: u128) -> Wide {
        Wide { high: low / LIMIT, low: low % LIMIT }
    }

    fn product(a: u128, b: u128) -> Wide {
        let (a_high, a_low) = (a / HALF_LIMIT, a % HALF_LIMIT);
        let (b_high, b_low) = (b / HALF_LIMIT, b % HALF_LIMIT);
        let middle = a_high * b_low + a_low * b_high;
        let low = a_low * b_low + middle % HALF_LIMIT * HALF_LIMIT;
        Wide { high: a_high * b_high + middle / HALF_LIMIT + low / LIMIT, low: low % LIMIT }
    }

    /// Appends zeros to a coefficient, to at most 68 digits in total.
    fn with_zeros(coefficient: u128, zeros: u32) -> Wide {
        match zeros.checked_sub(PRECISION) {
            Some(more) => Wide { high: coefficient * 10u128.pow(more), low: 0 },
            None => {
                let unit = 10u128.pow(PRECISION - zeros);
                Wide { high: coefficient / unit, low: coefficient % unit * 10u128.pow(zeros) }
            }
        }
    }

    fn digits(self) -> u32 {
        if self.high == 0 { digits(self.low) } else { PRECISION + digits(self.high) }
    }

    /// Removes digits from the end, and returns them as a rest.
    fn cut(self, places: i64) -> (Wide, Rest) {
        match u32::try_from(places) {
            Ok(places @ ..=PRECISION) => {
                let unit = 10u128.pow(places);
                let rest = self.low % unit;
                let moved = self.high % unit * 10u128.pow(PRECISION - places);
                let kept = Wide { high: self.high / unit, low: self.low / unit + moved };
                (kept, Rest::new((rest * 2).cmp(&unit), rest == 0))
            }
            Ok(places) if places <= 2 * PRECISION => {
                let unit = 10u128.pow(places - PRECISION);
                let (rest, is_whole) = (self.high % unit, self.low == 0);
                let against_half = (rest * 2).cmp(&unit).then(0.cmp(&self.low).reverse());
                (Wide { high: 0, low: self.high / unit }, Rest::new(against_half, rest == 0 && is_whole))
            }
            _ => (Wide::new(0), Rest::new(Ordering::Less, self == Wide::new(0))),
        }
    }

    /// Returns the sum, which must have at most 68 digits.
    fn plus(self, other: Wide) -> Wide {
        let low = self.low + other.low;
        Wide { high: self.high + other.high + low / LIMIT, low: low % LIMIT }
    }

    /// Subtracts a smaller number.
    fn minus(self, other: Wide) -> Wide {
        if self.low >= other.low {
            Wide { high: self.high - other.high, low: self.low - other.low }
        } else {
            Wide { high: self.high - other.high - 1, low: self.low + LIMIT - other.low }
        }
    }
}

/// Rounds a result half to even; `more` says whether further digits follow that are not all zero.
fn rounded(negative: bool, wide: Wide, exponent: i64, more: bool) -> Decimal {
    let excess =
        i64::from(wide.digits().saturating_sub(PRECISION)).max(LEAST_EXPONENT.saturating_sub(exponent));
    let (kept, rest) = wide.cut(excess.max(0));
    let mut exponent = exponent.saturating_add(excess.max(0));
    let mut coefficient = kept.low;
    if rest.with_more(more).rounds_up(RoundingMode::NearestEven, negative, coefficient % 2 == 1) {
        coefficient += 1;
        if coefficient == LIMIT {
            coefficient /= 10;
            exponent += 1;
        }
    }
    // If the exponent is too large, append zeros to the coefficient instead.
    while exponent > GREATEST_EXPONENT && coefficient != 0 && coefficient < LIMIT / 10 {
        coefficient *= 10;
        exponent -= 1;
    }
    if coefficient == 0 {
        exponent = exponent.clamp(LEAST_EXPONENT, GREATEST_EXPONENT);
    }
    finite(negative, coefficient, exponent).unwrap_or_else(|| infinity(negative))
}

fn finite(negative: bool, coefficient: u128, exponent: i64) -> Option<Decimal> {
    Decimal::from_parts(negative, coefficient, i32::try_from(exponent).ok()?)
}

fn infinity(negative: bool) -> Decimal {
    if negative { Decimal::NEG_INFINITY } else { Decimal::INFINITY }
}

/// A decimal in parts, for a calculation.
enum Operand {
    NaN,
    Infinity { negative: bool },
    Finite(Finite),
}

impl Operand {
    fn new(decimal: Decimal) -> Operand {
        match decimal.parts() {
            Parts::NaN => Operand::NaN,
            Parts::Infinity { negative } => Operand::Infinity { negative },
            Parts::Finite { negative, coefficient, exponent } => {
                Operand::Finite(Finite { negative, coefficient, exponent: exponent.into() })
            }
        }
    }
}

impl Add for Decimal {
    type Output = Decimal;

    fn add(self, other: Decimal) -> Decimal {
        added(self, other)
    }
}

impl Sub for Decimal {
    type Output = Decimal;

    fn sub(self, other: Decimal) -> Decimal {
        added(self, other.negate())
    }
}

fn added(a: Decimal, b: Decimal) -> Decimal {
    use Operand::{Finite, Infinity, NaN};
    match (Operand::new(a), Operand::new(b)) {
        (NaN, _) | (_, NaN) => Decimal::NAN,
        (Infinity { negative }, Infinity { negative: other }) if negative != other => Decimal::NAN,
        (Infinity { negative }, _) | (_, Infinity { negative }) => infinity(negative),
        (Finite(a), Finite(b)) if a.exponent >= b.exponent => sum(a, b),
        (Finite(a), Finite(b)) => sum(b, a),
    }
}

/// Returns the sum of two numbers. The second must not have the greater exponent.
fn sum(a: Finite, b: Finite) -> Decimal {
    if a.coefficient == 0 {
        let negative = if b.coefficient == 0 { a.negative && b.negative } else { b.negative };
        return rounded(negative, Wide::new(b.coefficient), b.exponent, false);
    }
    // Give the first number the second's exponent, or as many zeros as fit.
    let room = i64::from(2 * PRECISION - digits(a.coefficient));
    let exponent = b.exponent.max(a.exponent - room);
    let first = Wide::with_zeros(a.coefficient, (a.exponent - exponent).unsigned_abs() as u32);
    let (second, rest) = Wide::new(b.coefficient).cut(exponent - b.exponent);
    let more = rest != Rest::Zero;
    if a.negative == b.negative {
        return rounded(a.negative, first.plus(second), exponent, more);
    }
    match first.cmp(&second) {
        Ordering::Equal => rounded(false, Wide::new(0), exponent, false),
        Ordering::Less => rounded(b.negative, second.minus(first), exponent, false),
        // If the second number has more digits, the difference is a little less.
        Ordering::Greater if more => {
            rounded(a.negative, first.minus(second).minus(Wide::new(1)), exponent, true)
        }
        Ordering::Greater => rounded(a.negative, first.minus(second), exponent, false),
    }
}

impl Mul for Decimal {
    type Output = Decimal;

    fn mul(self, other: Decimal) -> Decimal {
        use Operand::{Finite, Infinity, NaN};
        let negative = self.is_negative() != other.is_negative();
        match (Operand::new(self), Operand::new(other)) {
            (NaN, _) | (_, NaN) => Decimal::NAN,
            (Infinity { .. }, _) | (_, Infinity { .. }) if self.is_zero() || other.is_zero() => Decimal::NAN,
            (Infinity { .. }, _) | (_, Infinity { .. }) => infinity(negative),
            (Finite(a), Finite(b)) => {
                let product = Wide::product(a.coefficient, b.coefficient);
                rounded(negative, product, a.exponent + b.exponent, false)
            }
        }
    }
}

impl Div for Decimal {
    type Output = Decimal;

    fn div(self, other: Decimal) -> Decimal {
        use Operand::{Finite, Infinity, NaN};
        let negative = self.is_negative() != other.is_negative();
        match (Operand::new(self), Operand::new(other)) {
            (NaN, _) | (_, NaN) | (Infinity { .. }, Infinity { .. }) => Decimal::NAN,
            (Infinity { .. }, _) => infinity(negative),
            (_, Infinity { .. }) => rounded(negative, Wide::new(0), LEAST_EXPONENT, false),
            (Finite(a), Finite(b)) => quotient(negative, a, b),
        }
    }
}

fn quotient(negative: bool, a: Finite, b: Finite) -> Decimal {
    /// The number of digits that one step of a division finds: as many as keep the remainder within 128 bits.
    const STEP: u32 = 4;
    let preferred = a.exponent - b.exponent;
    if b.coefficient == 0 {
        return if a.coefficient == 0 { Decimal::NAN } else { infinity(negative) };
    }
    let (mut found, mut rest) = (a.coefficient / b.coefficient, a.coefficient % b.coefficient);
    let mut exponent = preferred;
    while rest != 0 && found < LIMIT {
        rest *= 10u128.pow(STEP);
        found = found * 10u128.pow(STEP) + rest / b.coefficient;
        rest %= b.coefficient;
        exponent -= i64::from(STEP);
    }
    while rest == 0 && exponent < preferred && found.is_multiple_of(10) {
        found /= 10;
        exponent += 1;
    }
    rounded(negative, Wide::new(found), exponent, rest != 0)
}

impl Rem for Decimal {
    type Output = Decimal;

    /// Returns the remainder, with the sign of the dividend like C's `fmod`.
    fn rem(self, other: Decimal) -> Decimal {
        use Operand::{Finite, Infinity, NaN};
        match (Operand::new(self), Operand::new(other)) {
            (NaN, _) | (_, NaN) | (Infinity { .. }, _) => Decimal::NAN,
            (Finite(a), Infinity { .. }) => rounded(a.negative, Wide::new(a.coefficient), a.exponent, false),
            (Finite(_), Finite(b)) if b.coefficient == 0 => Decimal::NAN,
            (Finite(a), Finite(b)) => remainder(a, b),
        }
    }
}

fn remainder(a: Finite, b: Finite) -> Decimal {
    let mut rest = a.coefficient;
    if a.exponent < b.exponent {
        let zeros = u32::try_from(b.exponent - a.exponent).unwrap_or(u32::MAX);
        // If the divisor has more digits than the dividend, it is greater.
        if digits(b.coefficient).saturating_add(zeros) <= PRECISION {
            rest %= b.coefficient * 10u128.pow(zeros);
        }
    } else {
        rest %= b.coefficient;
        for _ in b.exponent..a.exponent {
            rest = rest * 10 % b.coefficient;
        }
    }
    rounded(a.negative, Wide::new(rest), a.exponent.min(b.exponent), false)
}

impl Decimal {
    /// Rounds a number with any number of digits half to even. The most significant digit is first.
    pub fn from_digits(negative: bool, digits: &[u8], exponent: i64) -> Self {
        let start = digits.iter().position(|digit| *digit != 0).unwrap_or(digits.len());
        let digits = &digits[start..];
        let (first, rest) = digits.split_at(digits.len().min(2 * PRECISION as usize));
        let (high, low) = first.split_at(first.len().saturating_sub(PRECISION as usize));
        let number = |digits: &[u8]| digits.iter().fold(0u128, |n, digit| n * 10 + u128::from(*digit));
        let wide = Wide { high: number(high), low: number(low) };
        let exponent = exponent.saturating_add(rest.len() as i64);
        rounded(negative, wide, exponent, rest.iter().any(|digit| *digit != 0))
    }

    /// Returns the square root.
    pub fn sqrt(self) -> Self {
        match Operand::new(self) {
            Operand::Infinity { negative: false } => Decimal::INFINITY,
            Operand::Finite(n) if n.coefficient == 0 => {
                rounded(n.negative, Wide::new(0), n.exponent.div_euclid(2), false)
            }
            Operand::Finite(n) if !n.negative => root(n),
            _ => Decimal::NAN,
        }
    }

    /// Rounds to an integer.
    pub fn round_to_integral(self, mode: RoundingMode) -> Self {
        match self.parts() {
            Parts::Finite { exponent, .. } if exponent < 0 => self.quantize(Decimal::ZERO, mode),
            Parts::NaN => Decimal::NAN,
            _ => self,
        }
    }

    /// Rounds to the exponent of `unit`. NaN if the result would have more than 34 digits.
    pub fn quantize(self, unit: Self, mode: RoundingMode) -> Self {
        let (n, exponent) = match (Operand::new(self), Operand::new(unit)) {
            (Operand::Infinity { negative }, Operand::Infinity { .. }) => return infinity(negative),
            (Operand::Finite(n), Operand::Finite(unit)) => (n, unit.exponent),
            _ => return Decimal::NAN,
        };
        let coefficient = if n.exponent < exponent {
            let (kept, rest) = Wide::new(n.coefficient).cut(exponent - n.exponent);
            kept.low + u128::from(rest.rounds_up(mode, n.negative, kept.low % 2 == 1))
        } else {
            let zeros = u32::try_from(n.exponent - exponent).unwrap_or(u32::MAX);
            match n.coefficient {
                0 => 0,
                coefficient if digits(coefficient).saturating_add(zeros) > PRECISION => return Decimal::NAN,
                coefficient => coefficient * 10u128.pow(zeros),
            }
        };
        finite(n.negative, coefficient, exponent).unwrap_or(Decimal::NAN)
    }
}

/// Returns the square root of a positive number, computed digit by digit.
fn root(n: Finite) -> Decimal {
    let is_odd = n.exponent.rem_euclid(2) == 1;
    let coefficient = if is_odd { n.coefficient * 10 } else { n.coefficient };
    let mut exponent = n.exponent.div_euclid(2);
    // Each pair of the number's digits yields one digit of the root.
    let mut pairs = digits(coefficient).div_ceil(2);
    let (mut found, mut rest) = (0u128, 0u128);
    while pairs > 0 || (rest != 0 && found < LIMIT) {
        let next = if pairs > 0 {
            pairs -= 1;
            coefficient / 100u128.pow(pairs) % 100
        } else {
            exponent -= 1;
            0
        };
        rest = rest * 100 + next;
        let digit = (1..10).take_while(|digit| (found * 20 + digit) * digit <= rest).last().unwrap_or(0);
        rest -= (found * 20 + digit) * digit;
        found = found * 10 + digit;
    }
    rounded(false, Wide::new(found), exponent, rest != 0)
}

#[cfg(test)]
mod tests {
    use decmathlib_rs::d128::{self, d128 as Expected};
    use proptest::prelude::*;

    use super::*;

    const MODES: [(RoundingMode, d128::RoundingMode); 4] = [
        (RoundingMode::NearestEven, d128::RoundingMode::NearestEven),
        (RoundingMode::TowardZero, d128::RoundingMode::TowardZero),
        (RoundingMode::Downward, d128::RoundingMode::Downward),
        (RoundingMode::Upward, d128::RoundingMode::Upward),
    ];

    /// Generates coefficients with few and many digits, next to powers of ten, and with trailing zeros.
    fn coefficients() -> impl Strategy<Value = u128> {
        prop_oneof![
            0..LIMIT,
            0..10u128,
            0..1000u128,
            (0..PRECISION, -2i128..=2).prop_map(|(power, beside)| {
                10u128.pow(power).saturating_add_signed(beside).min(LIMIT - 1)
            }),
            (1..PRECISION, any::<u128>()).prop_map(|(zeros, n)| {
                let unit = 10u128.pow(zeros);
                n % (LIMIT / unit) * unit
            }),
            (1..PRECISION, any::<u128>()).prop_map(|(zeros, n)| {
                let unit = 10u128.pow(zeros);
                n % (LIMIT / unit) * unit + unit / 2
            }),
        ]
    }

    fn exponents() -> impl Strategy<Value = i32> {
        prop_oneof![4 => -40..40, 2 => -6176..=6111, 1 => -6176..-6100, 1 => 6050..=6111, 1 => -3120..-3050]
    }

    fn decimals() -> impl Strategy<Value = Decimal> {
        let specials = vec![Decimal::NAN, Decimal::INFINITY, Decimal::NEG_INFINITY];
        prop_oneof![
            20 => (any::<bool>(), coefficients(), exponents())
                .prop_map(|(negative, c, e)| Decimal::from_parts(negative, c, e).unwrap()),
            1 => proptest::sample::select(specials),
        ]
    }

    fn expected(decimal: Decimal) -> Expected {
        Expected::from(decimal.to_bits())
    }

    /// Converts a result of Intel's library, through its text.
    fn found(result: Expected) -> Decimal {
        Decimal::parse(&result.to_string()).unwrap()
    }

    #[test]
    fn digits_behind_the_68th_decide_ties() {
        let decimal = |text: &str| Decimal::parse(text).unwrap();
        let (one, small) = (decimal("1"), decimal("5.000000000000000000000000000000001E-35"));
        assert_eq!((one - small).to_text(), "0.9999999999999999999999999999999999");
        assert_eq!(one - small, found(Expected::subtraction(&expected(one), &expected(small), None, &mut 0)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn operators_agree_with_intels_library(a in decimals(), b in decimals()) {
            let (x, y) = (expected(a), expected(b));
            prop_assert_eq!(a + b, found(Expected::addition(&x, &y, None, &mut 0)), "{:?} + {:?}", a, b);
            prop_assert_eq!(a - b, found(Expected::subtraction(&x, &y, None, &mut 0)), "{:?} - {:?}", a, b);
            prop_assert_eq!(a * b, found(Expected::multiplication(&x, &y, None, &mut 0)), "{:?} * {:?}", a, b);
            prop_assert_eq!(a / b, found(Expected::division(&x, &y, None, &mut 0)), "{:?} / {:?}", a, b);
            prop_assert_eq!(a % b, found(Expected::fmod(&x, &y, &mut 0)), "{:?} % {:?}", a, b);
        }

        #[test]
        fn near_exponents_agree_with_intels_library(
            (a, b) in (coefficients(), coefficients()), (e, apart) in (-6000..6000, -70..70), negative in any::<bool>(),
        ) {
            let a = Decimal::from_parts(false, a, e).unwrap();
            let b = Decimal::from_parts(negative, b, e + apart).unwrap();
            let (x, y) = (expected(a), expected(b));
            prop_assert_eq!(a + b, found(Expected::addition(&x, &y, None, &mut 0)), "{:?} + {:?}", a, b);
            prop_assert_eq!(a / b, found(Expected::division(&x, &y, None, &mut 0)), "{:?} / {:?}", a, b);
            prop_assert_eq!(a % b, found(Expected::fmod(&x, &y, &mut 0)), "{:?} % {:?}", a, b);
        }

        #[test]
        fn rounding_agrees_with_intels_library(a in decimals(), unit in decimals()) {
            let (x, y) = (expected(a), expected(unit));
            prop_assert_eq!(a.sqrt(), found(x.square_root(None, &mut 0)), "sqrt {:?}", a);
            for (mode, theirs) in MODES {
                let rounded = found(Expected::quantize(&x, &y, Some(theirs), &mut 0));
                prop_assert_eq!(a.quantize(unit, mode), rounded, "{:?} to {:?}, {:?}", a, unit, mode);
                let integral = found(Expected::round_to_integral_exact(&x, Some(theirs), &mut 0));
                prop_assert_eq!(a.round_to_integral(mode), integral, "{:?}, {:?}", a, mode);
            }
        }

        #[test]
        fn squares_have_exact_roots(root in 0..HALF_LIMIT, exponent in -3000..3000) {
            let root = Decimal::from_parts(false, root, exponent).unwrap();
            prop_assert_eq!((root * root).sqrt(), root);
        }
    }
}
