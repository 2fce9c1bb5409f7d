//! Whether a card may replace the one on file.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::mfa;
use crate::service::card::need;
use crate::store::Tx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::card::cards::CardRow;
use crate::store::order::orders;
use stylebox_core::account::account_change::{ProtectedChange, needs_mfa};
use stylebox_core::card::card_change::{CardChangeInput, access};
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::Cardholder;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::terms::ShopTerms;

/// Makes sure that the customer's card may change now. Returns whether the change needs a code.
///
/// # Errors
/// [`Refusal::CardInUse`], by core's `card_change.access`.
pub async fn admit(
    tx: &mut Tx,
    session: &SignedIn,
    customer: &CustomerRow,
    known: Option<&CardRow>,
    now: Timestamp,
    terms: &ShopTerms,
) -> AppResult<bool> {
    let payment_needed = need::payment_needed(tx, known, now).await?;
    let input = CardChangeInput {
        first_timer: customer.first_timer,
        has_current_order: orders::unfinished_of_customer(tx, &customer.id).await?.is_some(),
        celerant_id: customer.celerant_id.clone(),
        payment_needed: Some(payment_needed),
    };
    let access = access(&input, terms);
    if !access.allowed {
        return Err(Refusal::CardInUse.into());
    }
    let has_ordered = customers::has_ordered(tx, &customer.id).await?;
    let verified_recently = has_ordered && mfa::is_verified(tx, session, now).await?;
    Ok(needs_mfa(&ProtectedChange { password: false, contact_or_card: true, has_ordered, verified_recently }))
}

/// Whether the form has the card that is on file, as when a sign-up is sent twice because its answer was lost.
#[must_use]
pub fn is_the_same(known: &CardRow, card: &CardEntry, cardholder: &Cardholder) -> bool {
    let is_same_card = match card {
        CardEntry::Typed(card) => {
            card.number.expose().ends_with(&known.last_four) && card.expiration == known.expiration
        }
        CardEntry::PaymentMethod(payment_method) => known.is_made_of(payment_method),
    };
    is_same_card && cardholder.name.as_str() == known.cardholder_name
}
