//! Whether a card may replace the one on file.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::platform::session::SignedIn;
use crate::service::account::mfa;
use crate::store::Tx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::card::cards::CardRow;
use crate::store::order::orders;
use crate::store::payment::payment_attempts;
use stylebox_core::account::account_change::{ProtectedChange, needs_mfa};
use stylebox_core::card::card_change::{CardChangeAccess, CardChangeInput, access};
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::Cardholder;
use stylebox_core::card::{CardNoticeKind, CardToday, dashboard_banner};
use stylebox_core::messages::refusals::Refusal;

/// How the card may change.
#[derive(Debug, Clone, Copy)]
pub struct Admitted {
    /// The answer of core's `card_change.access`.
    pub access: CardChangeAccess,
    /// Whether the change needs a code.
    pub needs_code: bool,
}

/// Whether the customer's card may change now, and whether it needs a code.
///
/// # Errors
/// [`Refusal::CardInUse`], by core's `card_change.access`.
pub async fn admit(
    tx: &mut Tx,
    session: &SignedIn,
    customer: &CustomerRow,
    known: Option<&CardRow>,
    now: Timestamp,
) -> AppResult<Admitted> {
    let payment_needed = match known {
        Some(known) => has_ended(known, now) || payment_attempts::is_card_declined(tx, &known.id).await?,
        None => true,
    };
    let orders = orders::of_customer(tx, &customer.id).await?;
    let access = access(&CardChangeInput {
        first_timer: customer.first_timer,
        has_current_order: orders.iter().any(|order| !order.status.is_finished()),
        celerant_id: customer.celerant_id.clone(),
        payment_needed: Some(payment_needed),
    });
    if !access.allowed {
        return Err(Refusal::CardInUse.into());
    }
    let has_ordered = customers::has_ordered(tx, &customer.id).await?;
    let verified_recently = has_ordered && mfa::is_verified(tx, session, now).await?;
    let needs_code =
        needs_mfa(&ProtectedChange { password: false, contact_or_card: true, has_ordered, verified_recently });
    Ok(Admitted { access, needs_code })
}

fn has_ended(card: &CardRow, now: Timestamp) -> bool {
    let notice = dashboard_banner(&CardToday { expiration: Some(card.expiration), now: now.instant() });
    notice.is_some_and(|notice| notice.kind == CardNoticeKind::Expired)
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
