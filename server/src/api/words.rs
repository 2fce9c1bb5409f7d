//! How the description of the calls shows the words, amounts and days of bodies: from core's own lists, so that it cannot say
//! another word than the service does. A field has core's type, and `#[schema(value_type = …)]` names its entry here.

use crate::store::checkout::invoices::{InvoiceStatus, InvoiceType};
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::order::Status;
use stylebox_core::subscription::Type;
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, Type as JsonType};
use utoipa::openapi::{KnownFormat, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// `Name = list, "what it says";`: an enum of the words of a list.
macro_rules! words {
    ($($Name:ident = $Type:ident, $description:literal;)+) => {
        $(
            #[doc = $description]
            #[derive(Debug)]
            pub struct $Name;

            impl PartialSchema for $Name {
                fn schema() -> RefOr<Schema> {
                    let words = $Type::ALL.iter().map(|word| word.as_str());
                    text().description(Some($description)).enum_values(Some(words)).into()
                }
            }

            impl ToSchema for $Name {}
        )+
    };
}

words! {
    OrderStatus = Status, "Where an order stands.";
    SubscriptionType = Type, "How often boxes come.";
    CouponKindWord = CouponKind, "How a coupon counts.";
    InvoiceStatusWord = InvoiceStatus, "Where an invoice stands.";
    InvoiceTypeWord = InvoiceType, "Who an invoice was made for.";
}

/// Dollars and cents: `12.50`.
#[derive(Debug)]
pub struct Amount;

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        text().description(Some("Dollars and cents: `12.50`.")).pattern(Some(r"^\d+\.\d\d$")).into()
    }
}

impl ToSchema for Amount {}

/// A day: `YYYY-MM-DD`.
#[derive(Debug)]
pub struct Day;

impl PartialSchema for Day {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        text().description(Some("A day: `YYYY-MM-DD`.")).format(Some(format)).into()
    }
}

impl ToSchema for Day {}

/// A moment, RFC 3339 in UTC.
#[derive(Debug)]
pub struct Moment;

impl PartialSchema for Moment {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::DateTime);
        text().description(Some("A moment, RFC 3339 in UTC.")).format(Some(format)).into()
    }
}

impl ToSchema for Moment {}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(JsonType::String)
}
