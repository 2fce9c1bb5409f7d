//! Replacing the card on file.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::service::access::session::SignedIn;
use crate::service::account::{customer, record};
use crate::service::card::admit;
use crate::service::card::on_file::{self, AskedCard, CardPatch};
use crate::service::card::sign_up::{self, Saved};
use crate::service::order::{first_order, theme_boxes};
use crate::service::payment::styling_fee;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::card::cards::{self, CardRow};
use crate::store::order::orders;
use stylebox_core::card::card_change;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::Cardholder;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::OrderWish;
use stylebox_core::values::frequency::Type;

/// What the form says besides the card.
#[derive(Debug, Clone)]
pub struct Options {
    /// The version of the sentence of consent that was agreed to.
    pub consent_version: Option<String>,
    /// The subscription that the customer chose with the card.
    pub subscription_type: Option<Type>,
    /// Whether the first card may make the first order. False if the customer is about to fill in the order form.
    pub order_first_box: bool,
}

/// Replaces the card on file, or saves the first one of an account without any, with the subscription that the customer chose with
/// it. Without a choice nobody is subscribed. The first one also makes the first order, if core's `first_box.is_ordered_with_card`
/// and the form say so.
///
/// # Errors
/// If the card on file may not be replaced, or the gateway does not accept the new one; nothing is saved then. With
/// [`Refusal::MfaRequired`] the card waits for a code. What is missing from the first order is no error: [`Saved::order_error`]
/// names it.
pub async fn replace(
    state: &AppState,
    session: &SignedIn,
    cardholder: Cardholder,
    card: CardEntry,
    options: Options,
) -> AppResult<Saved> {
    on_file::check_consent(options.consent_version.as_deref())?;
    let themes = theme_boxes::current(state).await;
    let given = (&card, &cardholder);
    let form = Form { given, consent_version: options.consent_version.as_deref() };
    let mut tx = state.db.read().await?;
    let customer = customer::read(&mut tx, &session.customer_id).await?;
    check_frequency(state, &customer, &options)?;
    let known = cards::current(&mut tx, &customer.id).await?;
    // Checked before the gateway is asked, and again under the lock.
    let (needs_code, known_token) = match replacement(state, &mut tx, session, &customer, known.as_ref(), form).await? {
        Replacement::New { needs_code } => {
            let now = state.clock.now();
            (needs_code, on_file::known_token(&mut tx, session, known.as_ref(), &card, now).await?)
        }
        Replacement::OnFile(known) => (false, Some(on_file::token_of(&known))),
        Replacement::Repeat(saved) => return Ok(*saved),
    };
    drop(tx);
    let known = (known.as_ref(), known_token);
    let asked = on_file::ask_parties(state, session, given, known, needs_code, card_change::check_end).await?;
    let (saved, is_another) = keep(state, session, form, asked, &options, &themes).await?;
    if is_another {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(saved)
}

/// Rejects a frequency that is not on offer, if the card's form is to set it: a customer who has one keeps it.
fn check_frequency(state: &AppState, customer: &CustomerRow, options: &Options) -> AppResult<()> {
    let chosen = options.subscription_type.filter(|_| customer.subscription_type.is_none());
    plan::check_offered(None, chosen, &state.data.terms)
}

/// Puts the card on file, and makes the first order if the first card makes one, in one transaction. Also returns whether it is another
/// card.
async fn keep(
    state: &AppState,
    session: &SignedIn,
    form: Form<'_>,
    AskedCard { token, hashed, needed_code }: AskedCard,
    options: &Options,
    themes: &[ThemeBox],
) -> AppResult<(Saved, bool)> {
    let (mut tx, mut customer) = customer::locked(state, &session.customer_id).await?;
    check_frequency(state, &customer, options)?;
    let known = cards::current(&mut tx, &customer.id).await?;
    let (needs_code, repeated) = match replacement(state, &mut tx, session, &customer, known.as_ref(), form).await? {
        Replacement::New { needs_code } => (needs_code, None),
        Replacement::OnFile(known) => (false, Some(*known)),
        Replacement::Repeat(saved) => return Ok((*saved, false)),
    };
    let fingerprint = token.fingerprint.clone();
    let consent = options.consent_version.clone();
    let card = on_file::card_row(state, &customer.id, form.given, token, hashed, consent);
    let subscription_type = options.subscription_type;
    // If another tab has verified the session meanwhile, the bank was not asked yet, and it is not asked under the lock.
    if needed_code || needs_code {
        let patch = CardPatch { card, fingerprint, shipping_address: None, subscription_type };
        return Err(on_file::hold_until_code(state, tx, session, patch).await?);
    }
    customer.subscription_type = customer.subscription_type.or(subscription_type);
    let is_first = known.is_none() || repeated.is_some();
    let orders_box =
        options.order_first_box && is_first && first_order::is_ordered_with_card(state, &mut tx, &customer).await?;
    let (card, is_another) = match repeated {
        Some(known) => (known, false),
        None => {
            let is_another = on_file::put_on_file(state, &mut tx, &mut customer, card.clone()).await?;
            (card, is_another)
        }
    };
    let saved = if orders_box {
        let wish = OrderWish::default();
        let planned = sign_up::planned_now(state, &mut tx, &customer, &wish, themes).await?;
        sign_up::order(state, &mut tx, &mut customer, planned, &wish, card, None).await?
    } else {
        Saved { card, order_id: None, order_error: None }
    };
    record::write(state, &mut tx, &mut customer).await?;
    tx.commit().await?;
    Ok((saved, is_another))
}

/// The form, as it is compared with the card on file.
#[derive(Clone, Copy)]
struct Form<'a> {
    given: (&'a CardEntry, &'a Cardholder),
    consent_version: Option<&'a str>,
}

impl Form<'_> {
    /// Whether it changes nothing of the card on file, as when it comes again because its answer was lost.
    fn says(&self, state: &AppState, known: &CardRow) -> bool {
        let (card, cardholder) = self.given;
        // Without consent in the form, the consent of the card before is kept.
        let consent = self.consent_version.map(ToOwned::to_owned).or_else(|| known.consent_version.clone());
        admit::is_the_same(known, card, cardholder)
            && known.says_the_same_as(&on_file::card_row(
                state,
                &known.customer_id,
                self.given,
                on_file::token_of(known),
                known.fingerprint.clone(),
                consent,
            ))
    }
}

/// What another card will do, by the present state of the account.
enum Replacement {
    New {
        /// Whether it waits for a code.
        needs_code: bool,
    },
    /// It is the first one, sent before, and is on file. No order was made of it yet: the answer may have said why.
    OnFile(Box<CardRow>),
    /// It is the first one, sent before. Holds what it made.
    Repeat(Box<Saved>),
}

async fn replacement(
    state: &AppState,
    tx: &mut Tx,
    session: &SignedIn,
    customer: &CustomerRow,
    known: Option<&CardRow>,
    form: Form<'_>,
) -> AppResult<Replacement> {
    let refused = match admit::admit(tx, session, customer, known, state.clock.now(), &state.data.terms).await {
        Ok(needs_code) => {
            return Ok(match known {
                Some(known) if form.says(state, known) && !customers::has_ordered(tx, &customer.id).await? => {
                    Replacement::OnFile(Box::new(known.clone()))
                }
                _ => Replacement::New { needs_code },
            });
        }
        Err(refused) => refused,
    };
    let (card, cardholder) = form.given;
    // The order that the first card made locks the card. If its answer was lost, the form comes again.
    if let (AppError::Refused { refusal: Refusal::CardInUse, .. }, Some(known)) = (&refused, known)
        && admit::is_the_same(known, card, cardholder)
        && let Some(order) = orders::unfinished_of_customer(tx, &customer.id).await?
    {
        let saved = Saved { card: known.clone(), order_id: Some(order.id), order_error: None };
        return Ok(Replacement::Repeat(Box::new(saved)));
    }
    Err(refused)
}
