//! Saving a card. At sign-up it is the last step, and makes the first order; later it replaces the card before.
//!
//! The number is in memory only for the call to the gateway: what is stored is the gateway's token and what may be shown of the
//! card.

use crate::data::ThemeBox;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::account::addresses::{self, CheckedAddress};
use crate::service::account::{customer, record};
use crate::service::card::admit;
use crate::service::card::on_file::{self, AskedCard, CardPatch};
use crate::service::card::sign_up::{self, Planned, Saved};
use crate::service::order::first_order::{self, FirstOrder};
use crate::service::order::theme_boxes;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards;
use stylebox_core::account::address::Address;
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::{self, Cardholder, Payment};
use stylebox_core::order::order_form::OrderWish;

/// What a sign-up ends with.
#[derive(Debug)]
pub struct NewPayment {
    /// Where boxes go.
    pub shipping: Address,
    /// Whose card it is.
    pub cardholder: Cardholder,
    /// The card, as it came.
    pub card: CardEntry,
}

impl From<Payment> for NewPayment {
    fn from(Payment { shipping, cardholder, card }: Payment) -> Self {
        Self { shipping, cardholder, card: CardEntry::Typed(card) }
    }
}

/// What the form says besides the card.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The version of the sentence of consent that was agreed to.
    pub consent_version: Option<String>,
    /// What the form says about the first order.
    pub wish: OrderWish,
}

/// Saves a card and the shipping address, and at sign-up makes the first order.
///
/// # Errors
/// If the chosen date is no longer open, the card on file may not be replaced, or the gateway does not accept the new one;
/// nothing is saved then. With [`MfaRequired`](stylebox_core::messages::refusals::Refusal::MfaRequired) the card and the address wait for a code. If something is only missing
/// from the first order it is no error: the card is saved, and [`Saved::order_error`] names it.
pub async fn save(state: &AppState, session: &SignedIn, payment: NewPayment, options: Options) -> AppResult<Saved> {
    on_file::check_consent(options.consent_version.as_deref())?;
    let themes = theme_boxes::current(state).await;
    // Checked before the gateway is asked: the customer has to change a closed date first.
    let mut tx = state.db.read().await?;
    let customer = customer::read(&mut tx, &session.customer_id).await?;
    let first = first_order::planned(state, &mut tx, &customer, &options.wish, &themes).await?;
    first_order::refuse_closed_day(state, &first)?;
    let needs_code = match saving(state, &mut tx, session, &customer, &payment, first).await? {
        Saving::New(_) => false,
        Saving::NeedsCode => true,
        Saving::Repeat(saved) => return Ok(*saved),
    };
    let known = cards::current(&mut tx, &customer.id).await?;
    let known_token = on_file::known_token(&mut tx, session, known.as_ref(), &payment.card, state.clock.now()).await?;
    drop(tx);
    let address = ShippingAddress { name: None, address: payment.shipping.clone(), country: None, is_primary: None };
    let address = addresses::check(state, address).await?;
    let given = (&payment.card, &payment.cardholder);
    let known = (known.as_ref(), known_token);
    let asked = on_file::ask_parties(state, session, given, known, needs_code, payment::check_end).await?;
    let (saved, is_another) = keep(state, session, &payment, (asked, address), options, &themes).await?;
    if is_another {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(saved)
}

/// What saving a card will do, by the present state of the account.
enum Saving {
    /// The card is new. Holds what the sign-up makes.
    New(FirstOrder),
    /// The card is new, and waits for a code.
    NeedsCode,
    /// The sign-up was sent before. Holds what it made.
    Repeat(Box<Saved>),
}

async fn saving(
    state: &AppState,
    tx: &mut Tx,
    session: &SignedIn,
    customer: &CustomerRow,
    payment: &NewPayment,
    first: FirstOrder,
) -> AppResult<Saving> {
    let known = cards::current(tx, &customer.id).await?;
    if let (FirstOrder::Made(order), Some(known)) = (&first, &known)
        && admit::is_the_same(known, &payment.card, &payment.cardholder)
    {
        let order_id = Some(order.id.clone());
        return Ok(Saving::Repeat(Box::new(Saved { card: known.clone(), order_id, order_error: None })));
    }
    let needs_code = admit::admit(tx, session, customer, known.as_ref(), state.clock.now(), &state.data.terms).await?;
    Ok(if needs_code { Saving::NeedsCode } else { Saving::New(first) })
}

/// Saves everything in one transaction: the card, the address, the customer number, the first order and its email. Also returns
/// whether it is another card.
async fn keep(
    state: &AppState,
    session: &SignedIn,
    payment: &NewPayment,
    (AskedCard { token, hashed, needed_code }, address): (AskedCard, CheckedAddress),
    options: Options,
    themes: &[ThemeBox],
) -> AppResult<(Saved, bool)> {
    let Options { consent_version, wish } = options;
    let customer_id = &session.customer_id;
    let (mut tx, mut customer) = customer::locked(state, customer_id).await?;
    let fingerprint = token.fingerprint.clone();
    let given = (&payment.card, &payment.cardholder);
    let card = on_file::card_row(state, customer_id, given, token, hashed, consent_version);
    let planned = sign_up::planned_now(state, &mut tx, &customer, &wish, themes).await?;
    let first = match saving(state, &mut tx, session, &customer, payment, planned.first.clone()).await? {
        Saving::New(first) if !needed_code => first,
        // If another tab has verified the session meanwhile, the bank was not asked yet, and it is not asked under the lock.
        Saving::New(_) | Saving::NeedsCode => {
            let patch = CardPatch { card, fingerprint, shipping_address: Some(address), subscription_type: None };
            return Err(on_file::hold_until_code(state, tx, session, patch).await?);
        }
        Saving::Repeat(saved) => return Ok((*saved, false)),
    };
    let address_id = addresses::save_if_changed(state, &mut tx, &customer, address).await?;
    customer.phone.get_or_insert_with(|| payment.shipping.phone.to_string());
    let is_another = on_file::put_on_file(state, &mut tx, &mut customer, card.clone()).await?;
    let planned = Planned { first, ..planned };
    let saved = sign_up::order(state, &mut tx, &mut customer, planned, &wish, card, Some(address_id)).await?;
    record::write(state, &mut tx, &mut customer).await?;
    tx.commit().await?;
    Ok((saved, is_another))
}
