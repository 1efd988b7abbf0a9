//! Sums of numbers with compensation for rounding errors.

use crate::value::{Decimal, Number, PlainKind, PlainNumber, RawValue, tag};

/// A running sum of doubles in two doubles, sum and error (Knuth's two-sum). The order
/// of the operands affects at most the last bit; integers up to 2^63 are summed exactly.
#[derive(Clone, Copy, Debug, Default)]
struct DoubleDouble {
    sum: f64,
    error: f64,
    /// The uncompensated sum: the result for infinities and NaN.
    plain: f64,
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let c = sum - a;
    (sum, (a - (sum - c)) + (b - c))
}

impl DoubleDouble {
    fn add(&mut self, value: f64) {
        self.plain += value;
        let (sum, error) = two_sum(self.sum, value);
        let (sum, error) = two_sum(sum, self.error + error);
        self.sum = sum;
        self.error = error;
    }

    fn add_integer(&mut self, value: i64) {
        // Both halves are exact as doubles; their sum may not be.
        let low = value as u32;
        self.add((value - i64::from(low)) as f64);
        self.add(f64::from(low));
    }

    fn is_zero(self) -> bool {
        self.sum == 0.0 && self.error == 0.0
    }

    fn to_f64(self) -> f64 {
        if self.sum.is_finite() { self.sum } else { self.plain }
    }

    fn to_i64(self) -> Option<i64> {
        let high = if self.sum.is_finite() { self.sum as i128 } else { return None };
        i64::try_from(high + self.error as i128).ok()
    }

    fn to_decimal(self) -> Decimal {
        if self.sum.is_finite() {
            Decimal::from_f64_exact(self.sum) + Decimal::from_f64_exact(self.error)
        } else {
            Decimal::from_f64_exact(self.plain)
        }
    }
}

/// The limit up to which every integer is exact as a double.
const EXACT: u64 = 1 << 53;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Widest {
    #[default]
    Int32,
    Int64,
    Double,
    Decimal,
}

/// A sum of numbers of any types. Its type is the widest of its operands' types,
/// widened further when the value doesn't fit
/// (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/sum/>).
#[derive(Clone, Copy, Debug)]
pub struct Total {
    integers: i64,
    doubles: DoubleDouble,
    decimals: Decimal,
    widest: Widest,
}

impl Default for Total {
    fn default() -> Self {
        Total {
            integers: 0,
            doubles: DoubleDouble::default(),
            decimals: Decimal::ZERO,
            widest: Widest::Int32,
        }
    }
}

impl Total {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, number: Number) {
        let widest = match number {
            Number::Int32(n) => {
                self.add_integer(i64::from(n));
                Widest::Int32
            }
            Number::Int64(n) => {
                self.add_integer(n);
                Widest::Int64
            }
            Number::Double(n) => {
                self.doubles.add(n);
                Widest::Double
            }
            Number::Decimal(n) => {
                self.decimals = self.decimals + n;
                Widest::Decimal
            }
        };
        self.widest = self.widest.max(widest);
    }

    /// Adds an encoded value; returns whether it is a number.
    #[inline]
    pub fn add_raw(&mut self, raw: RawValue<'_>) -> bool {
        match (raw.tag, raw.as_double()) {
            (tag::DOUBLE, Some(number)) => {
                self.doubles.add(number);
                self.widest = self.widest.max(Widest::Double);
            }
            // Int32 is the narrowest type, so `widest` stays.
            (_, Some(integer)) => self.add_integer(integer as i64),
            _ => match raw.as_number() {
                Some(number) => self.add(number),
                None => return false,
            },
        }
        true
    }

    /// Adds a plain number; values that aren't numbers add nothing.
    #[inline]
    pub fn add_plain(&mut self, number: PlainNumber) {
        self.doubles.add(number.double);
        self.add_integer(i64::from(number.integer));
        if number.kind == PlainKind::Double {
            self.widest = self.widest.max(Widest::Double);
        }
    }

    /// Adds 32-bit integers, given their sum.
    #[inline]
    pub fn add_i32_sum(&mut self, sum: i64) {
        // Int32 is the narrowest type, so `widest` stays.
        self.add_integer(sum);
    }

    #[inline]
    fn add_integer(&mut self, value: i64) {
        match self.integers.checked_add(value) {
            Some(sum) => self.integers = sum,
            None => {
                self.doubles.add_integer(self.integers);
                self.integers = value;
            }
        }
    }

    fn all_doubles(&self) -> DoubleDouble {
        let mut sum = self.doubles;
        if self.integers != 0 {
            sum.add_integer(self.integers);
        }
        sum
    }

    /// Returns the sum in its result type.
    pub fn value(&self) -> Number {
        match self.widest {
            Widest::Decimal => Number::Decimal(self.to_decimal()),
            Widest::Double => Number::Double(self.to_f64()),
            integer => match self.all_doubles_or_integer() {
                None => Number::Double(self.to_f64()),
                Some(sum) if integer == Widest::Int64 => Number::Int64(sum),
                Some(sum) => Number::from_i64_narrow(sum),
            },
        }
    }

    fn all_doubles_or_integer(&self) -> Option<i64> {
        if self.doubles.is_zero() {
            return Some(self.integers);
        }
        self.all_doubles().to_i64()
    }

    /// Returns the sum as a double.
    pub fn to_f64(&self) -> f64 {
        self.all_doubles().to_f64()
    }

    /// Returns the sum as a decimal.
    pub fn to_decimal(&self) -> Decimal {
        self.decimals + self.all_doubles().to_decimal()
    }

    /// Whether a decimal was added.
    pub fn has_decimal(&self) -> bool {
        self.widest == Widest::Decimal
    }

    /// Divides a sum of integers by a count; `None` when the sum isn't exact as a double.
    pub fn mean(sum: i64, count: i64) -> Option<f64> {
        (sum.unsigned_abs() <= EXACT).then(|| sum as f64 / count as f64)
    }

    /// Divides the sum by a count; returns a double, or a decimal when one was added.
    pub fn divided_by(&self, count: i64) -> Number {
        if self.has_decimal() {
            return Number::Decimal(self.to_decimal() / Decimal::from_i64(count));
        }
        if let (true, Some(mean)) = (self.doubles.is_zero(), Self::mean(self.integers, count)) {
            return Number::Double(mean);
        }
        let n = count as f64;
        let sum = self.all_doubles();
        if !sum.sum.is_finite() {
            return Number::Double(sum.plain / n);
        }
        Number::Double(sum.sum / n + sum.error / n)
    }
}

/// A sum and count of numbers that supports removal.
///
/// Infinities and NaN can't be subtracted, so they are counted separately.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlidingTotal {
    finite: Total,
    /// The number of operands of each type, narrowest first.
    types: [i64; 4],
    /// The number of NaNs, positive and negative infinities.
    others: [i64; 3],
}

impl SlidingTotal {
    /// Adds a number.
    pub fn add(&mut self, number: Number) {
        self.change(number, false);
    }

    /// Removes a number that was added.
    pub fn remove(&mut self, number: Number) {
        self.change(number, true);
    }

    fn change(&mut self, number: Number, removed: bool) {
        let by = if removed { -1 } else { 1 };
        let (widest, double) = match number {
            Number::Int32(n) => (Widest::Int32, f64::from(n)),
            Number::Int64(n) => (Widest::Int64, n as f64),
            Number::Double(n) => (Widest::Double, n),
            // A large finite decimal must not become an infinite double.
            Number::Decimal(n) if n.is_finite() => (Widest::Decimal, 0.0),
            Number::Decimal(_) => (Widest::Decimal, number.to_f64()),
        };
        self.types[widest as usize] += by;
        let other = match double {
            n if n.is_nan() => 0,
            f64::INFINITY => 1,
            f64::NEG_INFINITY => 2,
            _ => {
                self.finite.add(match (number, removed) {
                    (_, false) => number,
                    (Number::Int32(n), true) => Number::Int64(-i64::from(n)),
                    (Number::Int64(n), true) => {
                        n.checked_neg().map_or(Number::Double(-(n as f64)), Number::Int64)
                    }
                    (Number::Double(n), true) => Number::Double(-n),
                    (Number::Decimal(n), true) => Number::Decimal(n.negate()),
                });
                return;
            }
        };
        self.others[other] += by;
    }

    fn widest(&self) -> Widest {
        let types = [Widest::Decimal, Widest::Double, Widest::Int64];
        types.into_iter().find(|widest| self.types[*widest as usize] > 0).unwrap_or_default()
    }

    /// Returns the sum of the infinities and NaNs, which outweighs the finite numbers; `None` without any.
    fn not_finite(&self) -> Option<Number> {
        let sum = match self.others.map(|count| count > 0) {
            [false, false, false] => return None,
            [false, true, false] => f64::INFINITY,
            [false, false, true] => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        Some(match self.widest() {
            Widest::Decimal => Number::Decimal(Decimal::from_f64(sum)),
            _ => Number::Double(sum),
        })
    }

    /// Returns the sum in the widest type of the remaining numbers.
    pub fn value(&self) -> Number {
        self.not_finite().unwrap_or_else(|| Total { widest: self.widest(), ..self.finite }.value())
    }

    /// Returns the mean; `None` without numbers.
    pub fn mean(&self) -> Option<Number> {
        let count: i64 = self.types.iter().sum();
        if count == 0 {
            return None;
        }
        let finite = || Total { widest: self.widest(), ..self.finite }.divided_by(count);
        Some(self.not_finite().unwrap_or_else(finite))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(numbers: &[Number]) -> Number {
        let mut total = Total::default();
        numbers.iter().for_each(|&n| total.add(n));
        total.value()
    }

    #[test]
    fn sum_has_the_widest_operand_type() {
        use Number::{Double, Int32, Int64};
        assert!(matches!(total(&[]), Int32(0)));
        assert!(matches!(total(&[Int32(1), Int32(2)]), Int32(3)));
        assert!(matches!(total(&[Int32(1), Int64(2)]), Int64(3)));
        assert!(matches!(total(&[Int32(i32::MAX), Int32(1)]), Int64(2_147_483_648)));
        assert!(matches!(total(&[Int32(1), Double(2.0)]), Double(3.0)));
        assert!(matches!(total(&[Int64(i64::MAX), Int32(1)]), Double(_)));
        // An intermediate overflow doesn't make the result inexact.
        assert!(matches!(total(&[Int64(i64::MAX), Int64(1), Int64(-2)]), Int64(n) if n == i64::MAX - 1));
    }

    #[test]
    fn averages_of_integers_are_those_of_doubles() {
        let edge = EXACT as i64;
        for (sum, count) in
            [(0, 3), (7, 2), (-10, 3), (1, 7), (edge, 3), (edge + 1, 3), (-edge - 1, 7), (i64::MAX, 2)]
        {
            let mut total = Total::default();
            total.add(Number::Int64(sum));
            let mut double = DoubleDouble::default();
            double.add_integer(sum);
            let expected = double.sum / count as f64 + double.error / count as f64;
            assert!(
                matches!(total.divided_by(count), Number::Double(n) if n.to_bits() == expected.to_bits())
            );
        }
    }

    #[test]
    fn doubles_are_summed_without_drift() {
        let tenths = vec![Number::Double(0.1); 10];
        assert!(matches!(total(&tenths), Number::Double(n) if n == 1.0));
        let cancel = [1e100, 1.0, -1e100].map(Number::Double);
        assert!(matches!(total(&cancel), Number::Double(n) if n == 1.0));
        let infinite = [f64::INFINITY, 1.0].map(Number::Double);
        assert!(matches!(total(&infinite), Number::Double(n) if n == f64::INFINITY));
    }
}
