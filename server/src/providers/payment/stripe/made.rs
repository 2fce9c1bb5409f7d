//! What was asked for under our keys, as Stripe lists it; and the metadata of a charge, which says what it is for.

use super::Stripe;
use super::cards::token;
use crate::platform::clock::Timestamp;
use crate::providers::companies::stripe::client::{Field, no_answer};
use crate::providers::companies::stripe::objects::{HasId, PaymentIntent, Refund, our_key};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{About, Bought};
use crate::providers::payment::made::{ChargeProgress, MadeCharge, MadePage, MadeRefund};
use serde::de::DeserializeOwned;
use stylebox_core::order::Actor;
use stylebox_core::values::money::Money;

/// A name in the metadata: as Stripe lists it, and as the field of a form that sets it.
struct Name {
    listed: &'static str,
    field: &'static str,
}

macro_rules! names {
    ($($constant:ident = $name:literal;)+) => {
        $( const $constant: Name = Name { listed: $name, field: concat!("metadata[", $name, "]") }; )+
    };
}

names! {
    ORDER = "order";
    ACTOR = "by";
    KEPT = "kept";
    ITEMS = "items";
    EXCHANGES_TO = "exchanges_to";
}

const ANOTHER_ADDRESS: &str = "another address";

/// The longest value of metadata that Stripe takes, in characters.
const LONGEST: usize = 500;

/// The metadata of a charge beside our key. What a checkout buys is left out if it is too long.
pub(super) fn metadata(about: &About) -> Vec<Field> {
    let mut fields = vec![(ORDER.field, about.order_id.clone()), (ACTOR.field, about.actor.as_str().to_owned())];
    let Some(bought) = &about.bought else { return fields };
    fields.extend(
        serde_json::to_string(&bought.kept)
            .ok()
            .filter(|kept| kept.chars().count() <= LONGEST)
            .map(|kept| (KEPT.field, kept)),
    );
    if bought.to_another_address {
        fields.push((EXCHANGES_TO.field, ANOTHER_ADDRESS.to_owned()));
    }
    fields
}

impl Stripe {
    pub(super) async fn list_charges(
        &self,
        since: Timestamp,
        after: Option<&str>,
    ) -> Result<MadePage<MadeCharge>, NoAnswer> {
        self.made_since("/v1/payment_intents", since, after, charge).await
    }

    pub(super) async fn list_refunds(
        &self,
        since: Timestamp,
        after: Option<&str>,
    ) -> Result<MadePage<MadeRefund>, NoAnswer> {
        self.made_since("/v1/refunds", since, after, refund).await
    }

    /// A page of a list, as far as `read` makes something of it.
    async fn made_since<T: DeserializeOwned + HasId, M>(
        &self,
        path: &str,
        since: Timestamp,
        after: Option<&str>,
        read: fn(T) -> Option<M>,
    ) -> Result<MadePage<M>, NoAnswer> {
        let query = [("created[gte]", since.seconds().to_string())];
        let page = self.api.page::<T>(path, &query, after).await;
        let (found, next) = page.map_err(|fault| no_answer(&fault))?;
        Ok(MadePage { found: found.into_iter().filter_map(read).collect(), next })
    }
}

/// The metadata of a refund beside our key. The items are left out if they are too many.
pub(super) fn items_of_refund(items: &[String]) -> Option<Field> {
    let items = items.join(",");
    (items.chars().count() <= LONGEST).then_some((ITEMS.field, items)).filter(|(_, items)| !items.is_empty())
}

/// The charge of an intent; `None` if it is not ours.
fn charge(intent: PaymentIntent) -> Option<MadeCharge> {
    let metadata = intent.metadata.as_ref();
    let said = |name: &Name| metadata.and_then(|known| known.get(name.listed));
    let bought = said(&KEPT).and_then(|kept| serde_json::from_str(kept).ok());
    let cents = if intent.amount_received > 0 { intent.amount_received } else { intent.amount };
    Some(MadeCharge {
        key: our_key(metadata)?.clone(),
        order_id: said(&ORDER).cloned(),
        actor: said(&ACTOR).and_then(|actor| Actor::of(actor)).unwrap_or(Actor::System),
        bought: bought.map(|kept| Bought { kept, to_another_address: said(&EXCHANGES_TO).is_some() }),
        customer: intent.customer.clone(),
        token: intent
            .customer
            .as_ref()
            .zip(intent.payment_method.as_ref())
            .map(|(customer, card)| token(customer, card)),
        amount: Money::from_cents(cents)?,
        currency: intent.currency.to_uppercase(),
        progress: match intent.status.as_str() {
            "succeeded" | "processing" => ChargeProgress::Taken,
            "canceled" => ChargeProgress::Ended,
            _ => ChargeProgress::Open,
        },
        id: intent.id,
    })
}

/// The refund; `None` if no money went back.
fn refund(refund: Refund) -> Option<MadeRefund> {
    if refund.has_failed() {
        return None;
    }
    Some(MadeRefund {
        key: our_key(refund.metadata.as_ref()).cloned(),
        charge_id: refund.payment_intent.clone()?,
        amount: Money::from_cents(refund.amount)?,
        items: refund
            .metadata
            .as_ref()
            .and_then(|known| known.get(ITEMS.listed))
            .map(|items| items.split(',').map(str::to_owned).collect()),
    })
}
