//! Series of preferred numbers to which `$bucketAuto` rounds its boundaries
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucketAuto/#granularity>).

use std::borrow::Cow;

use crate::value::{Decimal, Number, Value};

/// A series of preferred numbers.
#[derive(Debug)]
pub(super) enum Granularity {
    /// Numbers that repeat in every decade.
    Series(Cow<'static, [f64]>),
    /// Powers of two.
    PowersOfTwo,
}

/// Renard series: <https://en.wikipedia.org/wiki/Renard_series>. E series:
/// <https://en.wikipedia.org/wiki/E_series_of_preferred_numbers>.
const SERIES: &[(&str, &[f64])] = &[
    ("R5", &[0.10, 0.16, 0.25, 0.40, 0.63]),
    ("R10", &[0.100, 0.125, 0.160, 0.200, 0.250, 0.315, 0.400, 0.500, 0.630, 0.800]),
    (
        "R20",
        &[
            0.100, 0.112, 0.125, 0.140, 0.160, 0.180, 0.200, 0.224, 0.250, 0.280, 0.315, 0.355, 0.400, 0.450,
            0.500, 0.560, 0.630, 0.710, 0.800, 0.900,
        ],
    ),
    (
        "R40",
        &[
            0.100, 0.106, 0.112, 0.118, 0.125, 0.132, 0.140, 0.150, 0.160, 0.170, 0.180, 0.190, 0.200, 0.212,
            0.224, 0.236, 0.250, 0.265, 0.280, 0.300, 0.315, 0.355, 0.375, 0.400, 0.425, 0.450, 0.475, 0.500,
            0.530, 0.560, 0.600, 0.630, 0.670, 0.710, 0.750, 0.800, 0.850, 0.900, 0.950,
        ],
    ),
    (
        "R80",
        &[
            0.103, 0.109, 0.115, 0.122, 0.128, 0.136, 0.145, 0.155, 0.165, 0.175, 0.185, 0.195, 0.206, 0.218,
            0.230, 0.243, 0.258, 0.272, 0.290, 0.307, 0.325, 0.345, 0.365, 0.387, 0.412, 0.437, 0.462, 0.487,
            0.515, 0.545, 0.575, 0.615, 0.650, 0.690, 0.730, 0.775, 0.825, 0.875, 0.925, 0.975,
        ],
    ),
    ("1-2-5", &[0.1, 0.2, 0.5]),
    ("E6", &[0.10, 0.15, 0.22, 0.33, 0.47, 0.68]),
    ("E12", &[0.10, 0.12, 0.15, 0.18, 0.22, 0.27, 0.33, 0.39, 0.47, 0.56, 0.68, 0.82]),
    (
        "E24",
        &[
            0.10, 0.11, 0.12, 0.13, 0.15, 0.16, 0.18, 0.20, 0.22, 0.24, 0.27, 0.30, 0.33, 0.36, 0.39, 0.43,
            0.47, 0.51, 0.56, 0.62, 0.68, 0.75, 0.82, 0.91,
        ],
    ),
];

impl Granularity {
    /// Returns the series with this name.
    pub(super) fn find(name: &str) -> Option<Self> {
        if name == "POWERSOF2" {
            return Some(Granularity::PowersOfTwo);
        }
        let finer = [("E48", 48), ("E96", 96), ("E192", 192)];
        if let Some((_, count)) = finer.iter().find(|(known, _)| *known == name) {
            return Some(Granularity::Series(evenly(*count).into()));
        }
        let series = SERIES.iter().find(|(known, _)| *known == name)?.1;
        Some(Granularity::Series(series.into()))
    }

    /// Returns the least number of the series above a value.
    pub(super) fn round_up(&self, value: &Value<'_>) -> Value<'static> {
        self.round(value, |number| match self {
            Granularity::PowersOfTwo => 2f64.powf(number.log2().floor() + 1.0),
            Granularity::Series(series) => {
                let mut scale = decade(number, series);
                loop {
                    if let Some(found) = series.iter().map(|n| n * scale).find(|n| *n > number) {
                        return found;
                    }
                    scale *= 10.0;
                }
            }
        })
    }

    /// Returns the greatest number of the series below a value.
    pub(super) fn round_down(&self, value: &Value<'_>) -> Value<'static> {
        self.round(value, |number| match self {
            Granularity::PowersOfTwo => 2f64.powf(number.log2().ceil() - 1.0),
            Granularity::Series(series) => {
                let mut scale = decade(number, series) * 10.0;
                loop {
                    if let Some(found) = series.iter().rev().map(|n| n * scale).find(|n| *n < number) {
                        return found;
                    }
                    scale /= 10.0;
                }
            }
        })
    }

    fn round(&self, value: &Value<'_>, apply: impl Fn(f64) -> f64) -> Value<'static> {
        let Some(number) = value.as_number() else {
            return value.clone().into_owned();
        };
        let double = number.to_f64();
        if double == 0.0 || !double.is_finite() {
            return value.clone().into_owned();
        }
        let rounded = apply(double);
        let rounded = match number {
            Number::Decimal(_) => Number::Decimal(Decimal::from_f64(rounded)),
            // Powers of two are integers where they fit.
            _ if matches!(self, Granularity::PowersOfTwo) && (1.0..9e18).contains(&rounded) => {
                Number::from_i64_narrow(rounded as i64)
            }
            _ => Number::Double(rounded),
        };
        rounded.into()
    }
}

/// Returns `count` numbers per decade, spaced evenly by their logarithms.
fn evenly(count: u32) -> Vec<f64> {
    let number = |at| match (100.0 * 10f64.powf(f64::from(at) / f64::from(count))).round() {
        // The standard has 920 where the formula yields 919.
        919.0 => 0.92,
        thousandths => thousandths / 1000.0,
    };
    (0..count).map(number).collect()
}

/// Returns the largest power of ten that scales the start of the series to at most the number.
fn decade(number: f64, series: &[f64]) -> f64 {
    let first = series.first().copied().unwrap_or(0.1);
    let mut scale = 10f64.powf((number / first).log10().floor());
    while first * scale > number {
        scale /= 10.0;
    }
    scale
}
