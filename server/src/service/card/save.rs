//! Saving a card: at sign-up it is the last step, and makes the first order; later it takes the place of the one before.
//!
//! The number is in memory for the call to the gateway and goes nowhere else: what is kept is the gateway's token and what
//! may be shown of the card.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::platform::rate_limit::Limit;
use crate::platform::session::SignedIn;
use crate::providers::payment::{CardDetails, CardToken, TokenError};
use crate::service::account::addresses::{self, CheckedAddress};
use crate::service::account::{mfa, plan, record};
use crate::service::card::admit;
use crate::service::message::{mail, order};
use crate::service::order::first_order::{self, FirstOrder};
use crate::service::order::theme_boxes;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::mfa::PendingKind;
use crate::store::card::cards::{self, CardRow};
use crate::store::{CustomerTx, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::account::address::Address;
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::card::card_change::CardChange;
use stylebox_core::card::payment::{Card, Cardholder, Payment};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::OrderWish;
use stylebox_core::policy::limits;
use stylebox_core::values::plain_input::Nothing;
use stylebox_core::{card::consent, subscription};

/// Cards are tried this often and no more by one customer: nobody tests stolen ones here.
const TRIES: Limit = Limit::new("cards", limits::CARDS);

/// What comes with a card.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The version of the sentence of consent that was agreed to.
    pub consent_version: Option<String>,
    /// What is said about the first order.
    pub wish: OrderWish,
}

/// A card that was saved.
#[derive(Debug)]
pub struct Saved {
    /// The card.
    pub card: CardRow,
    /// The first order, where saving the card made it, or had made it before.
    pub order_id: Option<String>,
    /// Why the first order could not be made; the card is saved all the same.
    pub order_error: Option<AppError>,
}

/// The customer's card.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none.
pub async fn current(state: &AppState, customer_id: &str) -> AppResult<CardRow> {
    let mut tx = state.db.read().await?;
    Ok(cards::current(&mut tx, customer_id).await?.ok_or(Refusal::NotFound)?)
}

/// Saves a card, where boxes go, and at sign-up the first order.
///
/// # Errors
/// If the date that was chosen is no longer open, the card on file may not be replaced, or the gateway does not take the new
/// one: nothing is saved then. With [`Refusal::MfaRequired`] the card and the address wait for a code. What is merely missing from the
/// first order is no error: the card is saved, and [`Saved::order_error`] names it.
pub async fn save(state: &AppState, session: &SignedIn, payment: Payment, options: Options) -> AppResult<Saved> {
    check_consent(options.consent_version.as_deref())?;
    let themes = theme_boxes::current(state).await;
    // Before the bank is asked: a date that is closed is the customer's to change first.
    let mut tx = state.db.read().await?;
    let customer = customers::by_id(&mut tx, &session.customer_id).await?.ok_or(Refusal::NotFound)?;
    let first = first_order::planned(state, &mut tx, &customer, &options.wish, &themes).await?;
    if let Admission::Repeat(saved) = admit(state, &mut tx, session, &customer, &payment, first).await? {
        return Ok(*saved);
    }
    drop(tx);
    let address = ShippingAddress { name: None, address: payment.shipping.clone(), country: None, is_primary: None };
    let address = addresses::check(state, address).await?;
    let token = tokenise(state, &customer.id, &payment.card, &payment.cardholder).await?;
    let saved = keep(state, session, &payment, token, address, options, &themes).await?;
    styling_fee::retry_with_new_card(state, &session.customer_id).await;
    Ok(saved)
}

/// Puts another card in the place of the one on file, or the first one on an account without any.
///
/// # Errors
/// If the card on file may not be replaced, or the gateway does not take the new one: nothing is saved then. With
/// [`Refusal::MfaRequired`] the card waits for a code.
pub async fn replace(
    state: &AppState,
    session: &SignedIn,
    change: CardChange,
    consent_version: Option<String>,
) -> AppResult<CardRow> {
    check_consent(consent_version.as_deref())?;
    let now = state.clock.now();
    let mut tx = state.db.read().await?;
    let customer = customers::by_id(&mut tx, &session.customer_id).await?.ok_or(Refusal::NotFound)?;
    let known = cards::current(&mut tx, &customer.id).await?;
    // Before the bank is asked.
    admit::admit(&mut tx, session, &customer, known.as_ref(), now).await?;
    drop(tx);
    let token = tokenise(state, &customer.id, &change.card, &change.cardholder).await?;
    let (mut tx, customer) = record::locked(state, &customer.id).await?;
    let known = cards::current(&mut tx, &customer.id).await?;
    let admitted = admit::admit(&mut tx, session, &customer, known.as_ref(), now).await?;
    let card = card_row(state, &customer.id, &change.card, &change.cardholder, token, consent_version);
    let subscription_type = admitted.access.default_subscription;
    let patch = CardPatch { card: card.clone(), shipping_address: None, subscription_type };
    if admitted.needs_code {
        return Err(wait(state, tx, session, patch).await?);
    }
    patch.apply(state, &mut tx, customer).await?;
    tx.commit().await?;
    styling_fee::retry_with_new_card(state, &session.customer_id).await;
    Ok(card)
}

fn check_consent(version: Option<&str>) -> AppResult<()> {
    let is_outdated = version.is_some_and(|version| version != consent::current(&Nothing {}).version);
    if is_outdated { Err(Refusal::ConsentOutdated.into()) } else { Ok(()) }
}

/// Lets a card wait for a code; what the caller is told.
async fn wait(state: &AppState, mut tx: CustomerTx, session: &SignedIn, patch: CardPatch) -> AppResult<AppError> {
    mfa::hold(state, &mut tx, session, PendingKind::Card, &patch).await?;
    tx.commit().await?;
    Ok(Refusal::MfaRequired.into())
}

/// A card that the gateway has taken, and what comes with it, in the form in which it can wait for a code.
#[derive(Clone, Serialize, Deserialize)]
pub struct CardPatch {
    card: CardRow,
    shipping_address: Option<CheckedAddress>,
    /// What the subscription becomes where none is chosen yet.
    subscription_type: Option<subscription::Type>,
}

impl CardPatch {
    /// Puts a card on file that has waited for a code: where the account, as it stands by now, still admits it.
    ///
    /// # Errors
    /// [`Refusal::CardInUse`](Refusal::CardInUse), and what [`Self::apply`] says.
    pub async fn apply_after_code(
        self,
        state: &AppState,
        tx: &mut CustomerTx,
        session: &SignedIn,
        customer: CustomerRow,
    ) -> AppResult<()> {
        let known = cards::current(tx, &customer.id).await?;
        admit::admit(tx, session, &customer, known.as_ref(), state.clock.now()).await?;
        self.apply(state, tx, customer).await
    }

    /// Puts the card on file, and saves the address where it is a new one.
    ///
    /// # Errors
    /// An address too many, or the database fails.
    async fn apply(self, state: &AppState, tx: &mut CustomerTx, mut customer: CustomerRow) -> AppResult<()> {
        customer.subscription_type = customer.subscription_type.or(self.subscription_type);
        put_on_file(state, tx, &mut customer, self.card).await?;
        if let Some(address) = self.shipping_address {
            addresses::save_if_changed(state, tx, &customer, address).await?;
        }
        Ok(record::write(state, tx, &mut customer).await?)
    }
}

/// Puts the card in the place of the one before, and gives the account its number in the books; the caller writes the
/// customer. A card without a word on consent goes on with what was agreed to before.
async fn put_on_file(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    mut card: CardRow,
) -> AppResult<()> {
    let now = state.clock.now();
    if card.consent_version.is_none()
        && let Some(before) = cards::current(tx, &customer.id).await?
    {
        (card.consent_version, card.consent_at) = (before.consent_version, before.consent_at);
    }
    card.created_at = now;
    cards::replace(tx, &card).await?;
    customer.celerant_id.get_or_insert_with(|| state.random.text(b"0123456789", 9));
    customer.phone.get_or_insert(card.phone);
    customer.updated_at = now;
    Ok(())
}

/// What saving a card comes to, as the account stands.
enum Admission {
    /// The card is new, and makes this of the sign-up.
    New(FirstOrder),
    /// The card is new, and waits for a code.
    NeedsCode,
    /// The sign-up was sent before, and made this.
    Repeat(Box<Saved>),
}

async fn admit(
    state: &AppState,
    tx: &mut Tx,
    session: &SignedIn,
    customer: &CustomerRow,
    payment: &Payment,
    first: FirstOrder,
) -> AppResult<Admission> {
    let known = cards::current(tx, &customer.id).await?;
    if let (FirstOrder::Made(order), Some(known)) = (&first, &known)
        && admit::is_the_same(known, payment)
    {
        let order_id = Some(order.id.clone());
        return Ok(Admission::Repeat(Box::new(Saved { card: known.clone(), order_id, order_error: None })));
    }
    let admitted = admit::admit(tx, session, customer, known.as_ref(), state.clock.now()).await?;
    Ok(if admitted.needs_code { Admission::NeedsCode } else { Admission::New(first) })
}

/// Asks the bank about a card: what gets this far, and nothing else, is a try.
async fn tokenise(state: &AppState, customer_id: &str, card: &Card, cardholder: &Cardholder) -> AppResult<CardToken> {
    TRIES.count(state, customer_id).await?;
    let details = CardDetails {
        number: card.number.expose().to_owned(),
        expiration: card.expiration.to_string(),
        cvv: card.cvv.expose().to_owned(),
        cardholder: cardholder.name.to_string(),
        postal_code: cardholder.address.postal_code.to_string(),
    };
    state.providers.payment.tokenise(&details).await.map_err(|error| match error {
        TokenError::Declined => Refusal::CardDeclined.into(),
        TokenError::Debit => Refusal::DebitCard.into(),
        TokenError::NoAnswer => Refusal::GatewayUnavailable.into(),
        TokenError::InvalidNumber => Refusal::CardNumberInvalid.into(),
    })
}

/// One transaction: the card, the address, the account's number in the books, the first order and its e-mail.
async fn keep(
    state: &AppState,
    session: &SignedIn,
    payment: &Payment,
    token: CardToken,
    address: CheckedAddress,
    options: Options,
    themes: &[ThemeBox],
) -> AppResult<Saved> {
    let Options { consent_version, wish } = options;
    let customer_id = &session.customer_id;
    let (mut tx, mut customer) = record::locked(state, customer_id).await?;
    let card = card_row(state, customer_id, &payment.card, &payment.cardholder, token, consent_version);
    let (first, mut order_error) = planned_now(state, &mut tx, &customer, &wish, themes).await?;
    let planned = match admit(state, &mut tx, session, &customer, payment, first).await? {
        Admission::New(planned) => planned,
        Admission::NeedsCode => {
            let patch = CardPatch { card, shipping_address: Some(address), subscription_type: None };
            return Err(wait(state, tx, session, patch).await?);
        }
        Admission::Repeat(saved) => return Ok(*saved),
    };
    let address_id = addresses::save_if_changed(state, &mut tx, &customer, address).await?;
    customer.phone.get_or_insert_with(|| payment.shipping.phone.to_string());
    put_on_file(state, &mut tx, &mut customer, card.clone()).await?;
    let order_id = match planned {
        FirstOrder::Planned(planned) => {
            match first_order::place(state, &mut tx, &mut customer, *planned, address_id).await {
                Ok(order) => {
                    let fee = plan::styling_fee(&customer, state.clock.now());
                    mail::queue(state, &mut tx, order::order_placed(&customer, &order, fee)).await?;
                    Some(order.id)
                }
                Err(missing @ AppError::Form(_)) => {
                    order_error = Some(missing);
                    None
                }
                Err(error) => return Err(error),
            }
        }
        FirstOrder::Made(order) => Some(order.id),
        FirstOrder::NotASignUp => None,
    };
    record::write(state, &mut tx, &mut customer).await?;
    tx.commit().await?;
    Ok(Saved { card, order_id, order_error })
}

/// What the sign-up makes now that the bank has taken the card. What has come in between, a day that closed, keeps the order
/// back and not the card: the customer chooses anew, and orders.
async fn planned_now(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    wish: &OrderWish,
    themes: &[ThemeBox],
) -> AppResult<(FirstOrder, Option<AppError>)> {
    match first_order::planned(state, tx, customer, wish, themes).await {
        Ok(first) => Ok((first, None)),
        Err(refused @ (AppError::Form(_) | AppError::Refused { .. })) => Ok((FirstOrder::NotASignUp, Some(refused))),
        Err(error) => Err(error),
    }
}

fn card_row(
    state: &AppState,
    customer_id: &str,
    card: &Card,
    cardholder: &Cardholder,
    token: CardToken,
    consent_version: Option<String>,
) -> CardRow {
    let now = state.clock.now();
    let Address { line_1, line_2, city, state: us_state, postal_code, phone } = cardholder.address.clone();
    CardRow {
        id: state.new_id(),
        customer_id: customer_id.to_owned(),
        gateway_token: token.token,
        brand: token.brand,
        last_four: token.last_four,
        expiration: card.expiration,
        cardholder_name: cardholder.name.to_string(),
        street_address1: line_1.to_string(),
        street_address2: line_2.map(|line| line.to_string()),
        city: city.to_string(),
        state: us_state.to_string(),
        zip_code: postal_code.to_string(),
        country: "US".to_owned(),
        phone: phone.to_string(),
        consent_at: consent_version.is_some().then_some(now),
        consent_version,
        created_at: now,
    }
}
