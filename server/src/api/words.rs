//! The schemas of words, amounts and days in bodies. The words come from core's own lists, so that the description has the same
//! ones as the service. A field has core's type, and `#[schema(value_type = …)]` names its schema here.

use crate::store::checkout::invoices::{InvoiceStatus, InvoiceType};
use crate::store::payment::fraud_holds::HoldEnding;
use crate::store::payment::ledger::PaymentKind;
use crate::store::returns::exchanges::ExchangeStatus;
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::checkout::line_item::WriteOff;
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::order::Status;
use stylebox_core::screens::charge_words::{ChargeKind, ChargeTime};
use stylebox_core::screens::tile::PaymentProblem;
use stylebox_core::subscription::Type;
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, Type as JsonType};
use utoipa::openapi::{KnownFormat, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// `Name = Type, "description";`: the schema `Name` of the words of the enum `Type`.
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
    OrderStatus = Status, "The status of an order.";
    SubscriptionType = Type, "How often boxes come.";
    CouponKindWord = CouponKind, "What a coupon takes off.";
    InvoiceStatusWord = InvoiceStatus, "The status of an invoice.";
    InvoiceTypeWord = InvoiceType, "Who an invoice was made for.";
    ChargeKindWord = ChargeKind, "What is charged next.";
    ChargeTimeWord = ChargeTime, "When the next charge is made; without one, until when there is none.";
    ExchangeStatusWord = ExchangeStatus, "What became of an exchange: the other size is held, shipped, or was sold out; or it was cancelled, because the box was lost. In an export also: the item was bought, and came back after all, so that its price was refunded.";
    HoldEndingWord = HoldEnding, "How the hold of an order ended: staff cleared or stopped the order, it was cancelled, or it was changed.";
    ParcelWayWord = ParcelWay, "Which way a parcel goes.";
    ParcelStatusWord = ParcelStatus, "What the carrier says of a parcel.";
    WriteOffWord = WriteOff, "Why an item will not come back: the carrier has lost it, or it was never sent. Nobody is charged for it.";
    PaymentKindWord = PaymentKind, "What money moved for.";
    PaymentProblemWord = PaymentProblem, "Why a payment does not go on without the customer.";
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
