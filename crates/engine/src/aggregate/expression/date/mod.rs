//! Date operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#date-expression-operators>).

mod day_of_month;
mod day_of_week;
mod day_of_year;
mod hour;
mod iso_day_of_week;
mod iso_week;
mod iso_week_year;
mod millisecond;
mod minute;
mod moment;
mod month;
mod part;
mod second;
mod week;
mod year;
mod zone;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[
    day_of_month::OPERATOR,
    day_of_week::OPERATOR,
    day_of_year::OPERATOR,
    hour::OPERATOR,
    iso_day_of_week::OPERATOR,
    iso_week::OPERATOR,
    iso_week_year::OPERATOR,
    millisecond::OPERATOR,
    minute::OPERATOR,
    month::OPERATOR,
    second::OPERATOR,
    week::OPERATOR,
    year::OPERATOR,
];
