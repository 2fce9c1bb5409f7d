//! How values look in the description of the server's API (feature `schema`). Types that derive their schema need nothing here.

use crate::{
    Issue,
    values::{
        business_time::{Date, Instant},
        count::Count,
        money::Money,
    },
};
use std::borrow::Cow;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

pub use utoipa::{PartialSchema, ToSchema};

/// A schema, or a reference to one.
pub type Described = RefOr<Schema>;

/// The schema of an enum's words. `description` is the enum's comment, a line for each of its lines.
#[must_use]
pub fn of_words(description: &str, words: &[&'static str]) -> Described {
    let lines: Vec<&str> = description.lines().map(str::trim).collect();
    text().description(Some(lines.join("\n"))).enum_values(Some(words.iter().copied())).into()
}

impl PartialSchema for Money {
    fn schema() -> Described {
        text().description(Some("Dollars and cents: `12.50`.")).pattern(Some(r"^\d+\.\d\d$")).into()
    }
}

impl ToSchema for Money {
    fn name() -> Cow<'static, str> {
        "Amount".into()
    }
}

impl PartialSchema for Count {
    fn schema() -> Described {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some("How many: an integer that every program holds exactly."))
            .minimum(Some(0_u64))
            .maximum(Some(Self::MAX))
            .into()
    }
}

impl ToSchema for Count {}

impl PartialSchema for Date {
    fn schema() -> Described {
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        text().description(Some("A day: `YYYY-MM-DD`.")).format(Some(format)).into()
    }
}

impl ToSchema for Date {
    fn name() -> Cow<'static, str> {
        "Day".into()
    }
}

impl PartialSchema for Instant {
    fn schema() -> Described {
        let format = SchemaFormat::KnownFormat(KnownFormat::DateTime);
        text().description(Some("A moment, RFC 3339 in UTC.")).format(Some(format)).into()
    }
}

impl ToSchema for Instant {
    fn name() -> Cow<'static, str> {
        "Moment".into()
    }
}

/// An issue is written with its message's code and words as fields of their own.
impl PartialSchema for Issue {
    fn schema() -> Described {
        let fields = ["field", "code", "message"];
        let object = ObjectBuilder::new().description(Some("What is wrong with a field."));
        let written = |object: ObjectBuilder, name: &str| object.property(name, text()).required(name);
        fields.into_iter().fold(object, written).into()
    }
}

impl ToSchema for Issue {}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}
