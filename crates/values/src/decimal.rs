//! Decimal128: IEEE 754-2008 decimal floating point in the binary integer
//! encoding that BSON stores
//! (<https://github.com/mongodb/specifications/blob/master/source/bson-decimal128/decimal128.md>).
//!
//! Sign, coefficient and exponent, a total order that is exact against binary
//! numbers, and BSON's text form. `decimal_arithmetic` has the arithmetic.

use std::cmp::Ordering;

const EXPONENT_BIAS: i32 = 6176;
const MAX_COEFFICIENT: u128 = 9_999_999_999_999_999_999_999_999_999_999_999;
const NAN_BITS: u128 = 0x7C00 << 112;
const INFINITY_BITS: u128 = 0x7800 << 112;
const SIGN_BIT: u128 = 1 << 127;

/// A Decimal128 by its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal(u128);

impl std::fmt::Debug for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Decimal({})", self.to_text())
    }
}

/// The components of a decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Not a number.
    NaN,
    /// Positive or negative infinity.
    Infinity {
        /// Whether it is the negative one.
        negative: bool,
    },
    /// `±coefficient × 10^exponent`.
    Finite {
        /// Whether the sign bit is set (also on zero).
        negative: bool,
        /// At most 34 digits.
        coefficient: u128,
        /// -6176 to 6111.
        exponent: i32,
    },
}

impl Decimal {
    /// Zero with exponent zero.
    pub const ZERO: Decimal = Decimal((EXPONENT_BIAS as u128) << 113);
    /// Not a number.
    pub const NAN: Decimal = Decimal(NAN_BITS);
    /// Positive infinity.
    pub const INFINITY: Decimal = Decimal(INFINITY_BITS);
    /// Negative infinity.
    pub const NEG_INFINITY: Decimal = Decimal(INFINITY_BITS | SIGN_BIT);

    /// Creates a decimal from the bits that BSON stores (16 bytes, little-endian).
    pub fn from_bits(bits: u128) -> Self {
        Decimal(bits)
    }

    /// Returns the bits that BSON stores.
    pub fn to_bits(self) -> u128 {
        self.0
    }

    /// Returns sign, coefficient and exponent. Coefficients beyond 34 digits are non-canonical and read as
    /// zero, as specified.
    pub fn parts(self) -> Parts {
        let negative = self.0 & SIGN_BIT != 0;
        let combination = (self.0 >> 122) & 0x1F;
        if combination == 0x1F {
            return Parts::NaN;
        }
        if combination == 0x1E {
            return Parts::Infinity { negative };
        }
        let (exponent, coefficient) = if combination >> 3 == 3 {
            // The 2-bit shifted form contains only coefficients out of range.
            (((self.0 >> 111) & 0x3FFF) as i32, 0)
        } else {
            (((self.0 >> 113) & 0x3FFF) as i32, self.0 & ((1 << 113) - 1))
        };
        let coefficient = if coefficient > MAX_COEFFICIENT { 0 } else { coefficient };
        Parts::Finite { negative, coefficient, exponent: exponent - EXPONENT_BIAS }
    }

    /// Creates a decimal from sign, coefficient (at most 34 digits) and exponent; `None` when one is out of
    /// range.
    pub fn from_parts(negative: bool, coefficient: u128, exponent: i32) -> Option<Self> {
        let biased = exponent.checked_add(EXPONENT_BIAS)?;
        if coefficient > MAX_COEFFICIENT || !(0..=12287).contains(&biased) {
            return None;
        }
        let sign = if negative { SIGN_BIT } else { 0 };
        Some(Decimal(sign | ((biased as u128) << 113) | coefficient))
    }

    /// Converts an integer exactly.
    pub fn from_i64(value: i64) -> Self {
        Self::from_parts(value < 0, u128::from(value.unsigned_abs()), 0).unwrap_or(Self::ZERO)
    }

    /// Converts a double as the server does: rounded to 15 significant digits.
    pub fn from_f64(value: f64) -> Self {
        if value.is_nan() {
            return Self::NAN;
        }
        if value.is_infinite() {
            return if value > 0.0 { Self::INFINITY } else { Self::NEG_INFINITY };
        }
        if value == 0.0 {
            let zero = Self::ZERO;
            return if value.is_sign_negative() { Decimal(zero.0 | SIGN_BIT) } else { zero };
        }
        // Always 15 digits: 0.1 becomes 0.100000000000000.
        Self::parse(&format!("{value:.14e}")).unwrap_or(Self::NAN)
    }

    /// Converts a double with up to 34 digits. The result is exact if these suffice, with the exponent as
    /// close to zero as possible.
    pub fn from_f64_exact(value: f64) -> Self {
        if !value.is_finite() {
            return Self::from_f64(value);
        }
        let text = format!("{value:.60e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let negative = mantissa.starts_with('-');
        let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect();
        let significant = digits.iter().rposition(|&d| d != 0).map_or(0, |last| last + 1);
        let exponent: i64 = exponent.parse().unwrap_or(0);
        // An integer keeps its trailing zeros.
        let whole = usize::try_from(exponent + 1).unwrap_or(0).min(34);
        let keep = significant.max(whole).min(digits.len());
        if significant == 0 {
            return Self::from_parts(negative, 0, 0).unwrap_or(Self::ZERO);
        }
        Self::from_digits(negative, &digits[..keep], exponent + 1 - keep as i64)
    }

    /// Returns the nearest double.
    pub fn to_f64(self) -> f64 {
        match self.parts() {
            Parts::NaN => f64::NAN,
            Parts::Infinity { negative: true } => f64::NEG_INFINITY,
            Parts::Infinity { negative: false } => f64::INFINITY,
            Parts::Finite { negative, coefficient, exponent } => {
                let sign = if negative { "-" } else { "" };
                format!("{sign}{coefficient}e{exponent}").parse().unwrap_or(f64::NAN)
            }
        }
    }

    /// Parses decimal text: digits, optional fraction and exponent, `NaN`, `Infinity`. Rounds half to even
    /// beyond 34 digits; `None` when it is not a number.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, body) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let sign = if negative { SIGN_BIT } else { 0 };
        if body.eq_ignore_ascii_case("nan") {
            return Some(Self::NAN);
        }
        if body.eq_ignore_ascii_case("inf") || body.eq_ignore_ascii_case("infinity") {
            return Some(Decimal(INFINITY_BITS | sign));
        }
        let (mantissa, exponent) = match body.find(['e', 'E']) {
            Some(at) => (&body[..at], parse_exponent(&body[at + 1..])?),
            None => (body, 0i64),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|b| b - b'0').collect();
        Some(Self::from_digits(negative, &digits, exponent - fraction.len() as i64))
    }

    /// Returns BSON's text form: scientific when the exponent is positive or the adjusted exponent is below -6.
    pub fn to_text(self) -> String {
        let (negative, coefficient, exponent) = match self.parts() {
            Parts::NaN => return "NaN".into(),
            Parts::Infinity { negative: true } => return "-Infinity".into(),
            Parts::Infinity { negative: false } => return "Infinity".into(),
            Parts::Finite { negative, coefficient, exponent } => (negative, coefficient, exponent),
        };
        let digits = coefficient.to_string();
        let sign = if negative { "-" } else { "" };
        let adjusted = exponent + digits.len() as i32 - 1;
        if exponent > 0 || adjusted < -6 {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            return format!("{sign}{first}{point}{rest}E{adjusted:+}");
        }
        if exponent == 0 {
            return format!("{sign}{digits}");
        }
        let places = exponent.unsigned_abs() as usize;
        if digits.len() > places {
            let (whole, fraction) = digits.split_at(digits.len() - places);
            format!("{sign}{whole}.{fraction}")
        } else {
            format!("{sign}0.{digits:0>places$}")
        }
    }

    /// Whether this is not a number.
    pub fn is_nan(self) -> bool {
        self.parts() == Parts::NaN
    }

    /// Whether this is neither infinite nor NaN.
    pub fn is_finite(self) -> bool {
        matches!(self.parts(), Parts::Finite { .. })
    }

    /// Whether this is a zero of any sign and exponent.
    pub fn is_zero(self) -> bool {
        matches!(self.parts(), Parts::Finite { coefficient: 0, .. })
    }

    /// Whether the sign bit is set.
    pub fn is_negative(self) -> bool {
        self.0 & SIGN_BIT != 0
    }

    /// Returns the negated number.
    pub fn negate(self) -> Self {
        Decimal(self.0 ^ SIGN_BIT)
    }

    /// Returns the absolute value.
    pub fn abs(self) -> Self {
        Decimal(self.0 & !SIGN_BIT)
    }

    /// Returns the integer that equals the number exactly, if there is one in range.
    pub fn to_i64_exact(self) -> Option<i64> {
        let truncated = self.truncate_to_i128()?;
        let value = i64::try_from(truncated).ok()?;
        (self.compare(Self::from_i64(value)) == Ordering::Equal).then_some(value)
    }

    /// Returns the integer part, if it is finite and fits 128 bits.
    pub fn truncate_to_i128(self) -> Option<i128> {
        let Parts::Finite { negative, coefficient, exponent } = self.parts() else {
            return None;
        };
        let magnitude = if exponent >= 0 {
            let scale = 10u128.checked_pow(exponent.unsigned_abs());
            match (coefficient, scale) {
                (0, _) => 0,
                (c, scale) => c.checked_mul(scale?)?,
            }
        } else {
            10u128.checked_pow(exponent.unsigned_abs()).map_or(0, |scale| coefficient / scale)
        };
        let signed = i128::try_from(magnitude).ok()?;
        Some(if negative { -signed } else { signed })
    }

    /// Compares two numbers in a total order: NaN is least; zeros, and members of a cohort, are equal.
    pub fn compare(self, other: Self) -> Ordering {
        match (self.parts(), other.parts()) {
            (Parts::NaN, Parts::NaN) => Ordering::Equal,
            (Parts::NaN, _) => Ordering::Less,
            (_, Parts::NaN) => Ordering::Greater,
            (a, b) => signed_order(a, b),
        }
    }

    /// Compares with a double by exact mathematical value.
    pub fn compare_f64(self, other: f64) -> Ordering {
        if other.is_nan() || other.is_infinite() || other == 0.0 {
            return self.compare(Self::from_f64(other));
        }
        // The double is equal to or between two neighbouring decimals. No other decimal is between them, so
        // comparing with both suffices.
        let text = format!("{other:.1100}");
        let (low, high, exact) = enclose(&text);
        match (self.compare(low), self.compare(high)) {
            (Ordering::Greater, Ordering::Less) => Ordering::Equal,
            (Ordering::Less, _) => Ordering::Less,
            (_, Ordering::Greater) => Ordering::Greater,
            (Ordering::Equal, _) if exact => Ordering::Equal,
            (Ordering::Equal, _) => Ordering::Less,
            (_, _) => Ordering::Greater,
        }
    }

    /// Returns the greatest double not above this number, and whether they are equal. NaN yields (NaN,
    /// true).
    pub fn floor_f64(self) -> (f64, bool) {
        let nearest = self.to_f64();
        if nearest.is_nan() {
            return (nearest, true);
        }
        match self.compare_f64(nearest) {
            Ordering::Equal => (nearest, true),
            Ordering::Greater => (nearest, false),
            Ordering::Less => (nearest.next_down(), false),
        }
    }
}

/// Returns the decimals next below and above an exact decimal text, and whether they are equal.
fn enclose(text: &str) -> (Decimal, Decimal, bool) {
    let negative = text.starts_with('-');
    let body = text.trim_start_matches('-');
    let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|b| b.wrapping_sub(b'0')).collect();
    let start = digits.iter().position(|&d| d != 0).unwrap_or(digits.len());
    let significant = &digits[start..];
    let keep = significant.len().min(34);
    let exponent = (significant.len() - keep) as i32 - fraction.len() as i32;
    let coefficient = significant[..keep].iter().fold(0u128, |n, &d| n * 10 + u128::from(d));
    let exact = significant[keep..].iter().all(|&d| d == 0);
    let near = Decimal::from_parts(negative, coefficient, exponent).unwrap_or(Decimal::NAN);
    if exact {
        return (near, near, true);
    }
    let away = if coefficient == MAX_COEFFICIENT {
        Decimal::from_parts(negative, MAX_COEFFICIENT / 10 + 1, exponent + 1)
    } else {
        Decimal::from_parts(negative, coefficient + 1, exponent)
    }
    .unwrap_or(Decimal::NAN);
    if negative { (away, near, false) } else { (near, away, false) }
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Very large exponents saturate: the number becomes zero or infinity.
    let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

fn signed_order(a: Parts, b: Parts) -> Ordering {
    fn sign(parts: Parts) -> i8 {
        match parts {
            Parts::NaN | Parts::Finite { coefficient: 0, .. } => 0,
            Parts::Infinity { negative } | Parts::Finite { negative, .. } => {
                if negative {
                    -1
                } else {
                    1
                }
            }
        }
    }
    let (s, t) = (sign(a), sign(b));
    if s != t || s == 0 {
        return s.cmp(&t);
    }
    let magnitude = match (a, b) {
        (Parts::Infinity { .. }, Parts::Infinity { .. }) => Ordering::Equal,
        (Parts::Infinity { .. }, _) => Ordering::Greater,
        (_, Parts::Infinity { .. }) => Ordering::Less,
        (
            Parts::Finite { coefficient: c, exponent: e, .. },
            Parts::Finite { coefficient: d, exponent: f, .. },
        ) => magnitude_order(c, e, d, f),
        _ => Ordering::Equal,
    };
    if s < 0 { magnitude.reverse() } else { magnitude }
}

/// Compares `c × 10^e` and `d × 10^f`, both positive.
fn magnitude_order(c: u128, e: i32, d: u128, f: i32) -> Ordering {
    let digits = |n: u128| n.ilog10() as i32;
    let adjusted = (e + digits(c)).cmp(&(f + digits(d)));
    if adjusted != Ordering::Equal {
        return adjusted;
    }
    // With equal magnitude the digit counts differ by at most 33, so one scaling fits.
    if e >= f {
        (c * 10u128.pow((e - f).unsigned_abs())).cmp(&d)
    } else {
        c.cmp(&(d * 10u128.pow((f - e).unsigned_abs())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn text_round_trips() {
        for text in [
            "0",
            "-0",
            "1",
            "0.1",
            "1.50",
            "-7.25",
            "1E+3",
            "1.23E-10",
            "0.000001",
            "9.999999999999999999999999999999999E+6144",
            "NaN",
            "Infinity",
            "-Infinity",
            "1E-6176",
        ] {
            assert_eq!(decimal(text).to_text(), text);
        }
    }

    #[test]
    fn cohorts_are_equal() {
        assert_eq!(decimal("1.0").compare(decimal("1.000")), Ordering::Equal);
        assert_eq!(decimal("1E3").compare(decimal("1000")), Ordering::Equal);
        assert_eq!(decimal("0").compare(decimal("-0E5")), Ordering::Equal);
    }

    #[test]
    fn order_against_doubles_is_exact() {
        assert_eq!(decimal("0.1").compare_f64(0.1), Ordering::Less);
        assert_eq!(decimal("0.5").compare_f64(0.5), Ordering::Equal);
        assert_eq!(decimal("0.3").compare_f64(0.1 + 0.2), Ordering::Less);
        assert_eq!(decimal("-0.1").compare_f64(-0.1), Ordering::Greater);
        assert_eq!(decimal("1E400").compare_f64(f64::MAX), Ordering::Greater);
        assert_eq!(decimal("NaN").compare_f64(f64::NAN), Ordering::Equal);
        assert_eq!(decimal("9007199254740993").compare_f64(9007199254740992.0), Ordering::Greater);
    }

    #[test]
    fn arithmetic() {
        assert_eq!((decimal("0.1") + decimal("0.2")).to_text(), "0.3");
        assert_eq!((decimal("1.10") * decimal("2")).to_text(), "2.20");
        assert_eq!((decimal("1") / decimal("3")).to_text(), "0.3333333333333333333333333333333333");
        assert_eq!((decimal("-7") % decimal("3")).to_text(), "-1");
        assert_eq!((decimal("99999999999999999999.5") + decimal("0.5")).to_text(), "100000000000000000000.0");
        assert_eq!((decimal("1") / decimal("0")).to_text(), "Infinity");
    }

    #[test]
    fn doubles_convert_with_all_digits() {
        assert_eq!(Decimal::from_f64_exact(0.5).to_text(), "0.5");
        assert_eq!(Decimal::from_f64_exact(100.0).to_text(), "100");
        assert_eq!(Decimal::from_f64_exact(0.0).to_text(), "0");
        assert_eq!(Decimal::from_f64_exact(0.1).to_text(), "0.1000000000000000055511151231257827");
        assert_eq!(Decimal::from_f64_exact(-1e300).to_f64(), -1e300);
    }

    #[test]
    fn doubles_convert_with_fifteen_digits() {
        assert_eq!(Decimal::from_f64(0.1).to_text(), "0.100000000000000");
        assert_eq!(Decimal::from_f64(1.0).to_text(), "1.00000000000000");
        assert_eq!(decimal("2.5").to_f64(), 2.5);
    }
}
