//! What saving and replacing a card share: asking the gateway for a token, asking the bank, and putting the card on file.
//!
//! A card that waits for a code has its token, and the bank is asked after the code: nobody tests cards by a session that is not
//! theirs.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::trace;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::card::{CardDetails, CardToken, CardVerdict, TokenError};
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::account::addresses::{self, CheckedAddress};
use crate::service::account::mfa::{CanWait, ConfirmedPart};
use crate::service::account::{mfa, record};
use crate::service::card::tries::{self, Trier};
use crate::service::card::{admit, to_forget};
use crate::service::mail::alert::{self, Alert};
use crate::service::payment::retries;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::account::mfa::PendingKind;
use crate::store::card::card_refusals::Reason;
use crate::store::card::cards::{self, CardRow};
use crate::store::card::gateway_customers;
use crate::store::{CustomerTx, Tx};
use serde::{Deserialize, Serialize};
use stylebox_core::Issue;
use stylebox_core::card::consent;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::card::payment::Cardholder;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::business_time::Instant;
use stylebox_core::values::expiration::Expiration;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::plain_input::Nothing;

/// Cards of one customer that a bank is asked about, so that nobody tests stolen ones here.
const BANKS_ASKED: Limit = Limit::new("cards", limits::CARDS);
/// Cards of one customer that the gateway is asked for a token of.
const TOKENS_ASKED: Limit = Limit::new("card-tokens", limits::CARD_TOKENS);

/// The customer's card.
///
/// # Errors
/// [`Refusal::NotFound`] if there is none.
pub async fn current(state: &AppState, customer_id: &str) -> AppResult<CardRow> {
    let mut tx = state.db.read().await?;
    Ok(cards::current(&mut tx, customer_id).await?.ok_or(Refusal::NotFound)?)
}

pub(super) fn check_consent(version: Option<&str>) -> AppResult<()> {
    let is_outdated = version.is_some_and(|version| version != consent::current(&Nothing {}).version);
    if is_outdated { Err(Refusal::ConsentOutdated.into()) } else { Ok(()) }
}

/// Lets a card wait for a code. Returns the answer to the caller.
pub(super) async fn hold_until_code(
    state: &AppState,
    mut tx: CustomerTx,
    session: &SignedIn,
    patch: CardPatch,
) -> AppResult<AppError> {
    // It waits from now on, and its token may be an old one.
    to_forget::note(state, &mut tx, &patch.card.gateway_token).await?;
    mfa::hold_until_code(state, &mut tx, session, &patch).await?;
    tx.commit().await?;
    Ok(Refusal::MfaRequired.into())
}

/// A card that the gateway has made a token of, and what comes with it. It can be stored while it waits for a code.
#[derive(Clone, Serialize, Deserialize)]
pub struct CardPatch {
    pub(super) card: CardRow,
    /// The gateway's fingerprint of the card number.
    pub(super) fingerprint: Option<String>,
    pub(super) shipping_address: Option<CheckedAddress>,
    /// The subscription, if the customer has not chosen one yet.
    pub(super) subscription_type: Option<Type>,
}

impl CanWait for CardPatch {
    const KIND: PendingKind = PendingKind::Card;

    /// A typed card counts as another one each time, because its token differs each time.
    fn is_repeated_by(&self, again: &Self) -> bool {
        self.card.is_repeated_by(&again.card)
            && self.shipping_address == again.shipping_address
            && self.subscription_type == again.subscription_type
    }
}

impl CardPatch {
    pub fn into_card(self) -> CardRow {
        self.card
    }

    /// The part of it that a code confirms.
    pub fn confirmed_part(&self) -> ConfirmedPart {
        ConfirmedPart::Card { brand: self.card.brand.clone(), last_four: self.card.last_four.clone() }
    }

    /// The bank's verdict on a card whose code has come, if the account still admits it. The transaction is dropped before the bank
    /// is asked.
    ///
    /// # Errors
    /// [`Refusal::CardInUse`], and those of [`ask_bank`].
    pub async fn verdict_after_code(
        &self,
        state: &AppState,
        mut tx: CustomerTx,
        session: &SignedIn,
        customer: &CustomerRow,
    ) -> AppResult<CardVerdict> {
        let known = cards::current(&mut tx, &customer.id).await?;
        admit::admit(&mut tx, session, customer, known.as_ref(), state.clock.now(), &state.data.terms).await?;
        drop(tx);
        ask_bank(state, session, known.as_ref(), &self.card.gateway_token, self.fingerprint.as_deref()).await
    }

    /// Puts a card on file that has waited for a code, if the account still admits it. Returns whether it is another card.
    ///
    /// # Errors
    /// [`Refusal::CardInUse`], and those of [`Self::apply`].
    pub async fn apply_after_code(
        self,
        state: &AppState,
        tx: &mut CustomerTx,
        session: &SignedIn,
        customer: CustomerRow,
    ) -> AppResult<bool> {
        let known = cards::current(tx, &customer.id).await?;
        admit::admit(tx, session, &customer, known.as_ref(), state.clock.now(), &state.data.terms).await?;
        self.apply(state, tx, customer).await
    }

    /// Puts the card on file, and saves the address if it is a new one. Returns whether it is another card.
    ///
    /// # Errors
    /// [`Refusal::TooManyAddresses`].
    async fn apply(self, state: &AppState, tx: &mut CustomerTx, mut customer: CustomerRow) -> AppResult<bool> {
        customer.subscription_type = customer.subscription_type.or(self.subscription_type);
        let is_another = put_on_file(state, tx, &mut customer, self.card).await?;
        if let Some(address) = self.shipping_address {
            addresses::save_if_changed(state, tx, &customer, address).await?;
        }
        record::write(state, tx, &mut customer).await?;
        Ok(is_another)
    }
}

/// Replaces the card on file, unless it is the same again, and gives the account its retailer's customer number. The caller has to
/// write the customer. If the form says nothing about consent, the consent of the card before is kept. Returns whether it is
/// another card: only then a declined fee is tried again.
pub(super) async fn put_on_file(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    mut card: CardRow,
) -> AppResult<bool> {
    let now = state.clock.now();
    let before = cards::current(tx, &customer.id).await?;
    if card.consent_version.is_none()
        && let Some(before) = &before
    {
        (card.consent_version, card.consent_at) = (before.consent_version.clone(), before.consent_at);
    }
    card.created_at = now;
    let is_another = !before.as_ref().is_some_and(|before| before.is_repeated_by(&card));
    if is_another {
        if before.is_some() {
            let CardRow { brand, last_four, .. } = card.clone();
            alert::tell(state, tx, customer, &Alert::Card { brand, last_four }).await?;
        }
        to_forget::keep(tx, &card.gateway_token, now).await?;
        cards::replace(tx, &card).await?;
        retries::begin_again(tx, &card).await?;
        if let Some(before) = before.filter(|before| before.gateway_token != card.gateway_token) {
            to_forget::forget_replaced(state, tx, &before.gateway_token).await?;
        }
    }
    customer.celerant_id.get_or_insert_with(|| state.random.text(b"0123456789", 9));
    customer.phone.get_or_insert(card.phone);
    customer.updated_at = now;
    Ok(is_another)
}

/// The token of a payment method that came before: of the card on file, or of one that waits for a code in this session. A repeat
/// asks the gateway for no second one.
pub(super) async fn known_token(
    tx: &mut Tx,
    session: &SignedIn,
    known: Option<&CardRow>,
    card: &CardEntry,
    now: Timestamp,
) -> AppResult<Option<CardToken>> {
    let CardEntry::PaymentMethod(payment_method) = card else { return Ok(None) };
    if let Some(known) = known.filter(|known| known.is_made_of(payment_method)) {
        return Ok(Some(token_of(known)));
    }
    let waiting = mfa::waiting::<CardPatch>(tx, session, now).await?;
    let waiting = waiting.filter(|patch| patch.card.is_made_of(payment_method));
    Ok(waiting.map(|patch| CardToken { fingerprint: patch.fingerprint, ..token_of(&patch.card) }))
}

/// The token that the gateway made of a card before.
pub(super) fn token_of(CardRow { gateway_token, brand, last_four, expiration, .. }: &CardRow) -> CardToken {
    CardToken {
        token: gateway_token.clone(),
        gateway_customer: None,
        fingerprint: None,
        brand: brand.clone(),
        last_four: last_four.clone(),
        expiration: *expiration,
    }
}

/// Core's check of a card that the gateway's own fields took: the form's words for a card that has expired.
type CheckEnd = fn(Expiration, Instant) -> Result<(), Vec<Issue>>;

/// A card about which outside parties were asked before the customer is locked: they are not asked under the lock.
pub(super) struct AskedCard {
    pub(super) token: CardToken,
    /// A hash of the token's fingerprint.
    pub(super) hashed: Option<String>,
    /// Whether a code was due, so that the bank was not asked yet.
    pub(super) needed_code: bool,
}

/// Asks the gateway for the card's token and, unless the card waits for a code, the bank whether it is good. `known` is the card on file, and
/// `known_token` the token that the gateway made of this card before.
///
/// # Errors
/// Those of [`token`] and [`refuse_declined`].
pub(super) async fn ask_parties(
    state: &AppState,
    session: &SignedIn,
    given: (&CardEntry, &Cardholder),
    (known, known_token): (Option<&CardRow>, Option<CardToken>),
    needs_code: bool,
    check_end: CheckEnd,
) -> AppResult<AskedCard> {
    let token = token(state, session, given, known_token, check_end).await?;
    if !needs_code {
        refuse_declined(state, session, known, &token).await?;
    }
    let hashed = hashed_fingerprint(state, &token, known).await?;
    Ok(AskedCard { token, hashed, needed_code: needs_code })
}

/// The card's token: the known one, otherwise a new one from the gateway. Asking the gateway counts as a try. No bank is asked.
async fn token(
    state: &AppState,
    session: &SignedIn,
    (card, cardholder): (&CardEntry, &Cardholder),
    known: Option<CardToken>,
    check_end: CheckEnd,
) -> AppResult<CardToken> {
    let token = match known {
        Some(token) => token,
        None => {
            let customer_id = &session.customer_id;
            let token = tokenize(state, session, card, cardholder).await?;
            // Immediately, and even if the account has ended meanwhile: whatever happens to the card now, the gateway will forget
            // it.
            let (mut tx, _) = state.db.write_about(customer_id).await?.ok_or(Refusal::NotSignedIn)?;
            if let Some(reference) = &token.gateway_customer {
                gateway_customers::keep(&mut tx, customer_id, reference, state.clock.now()).await?;
            }
            to_forget::note(state, &mut tx, &token.token).await?;
            tx.commit().await?;
            token
        }
    };
    check_end(token.expiration, state.clock.now().instant())?;
    Ok(token)
}

async fn tokenize(
    state: &AppState,
    session: &SignedIn,
    card: &CardEntry,
    cardholder: &Cardholder,
) -> AppResult<CardToken> {
    let customer_id = &session.customer_id;
    // Counted before the answer is known: once the limit is used up, a number that the gateway knows is answered like any other.
    TOKENS_ASKED.count(state, customer_id).await?;
    let details = CardDetails {
        card: card.clone(),
        cardholder: cardholder.name.to_string(),
        postal_code: cardholder.address.postal_code.to_string(),
        account: customer_id.clone(),
        gateway_customer: gateway_customers::reference(&mut state.db.read_single().await?, customer_id).await?,
    };
    let attempt = Trier::of(session).begin(state, None, None).await?;
    let state = state.clone();
    run_to_completion(async move {
        let (refusal, reason) = match state.providers.payment.tokenize(&details).await {
            Ok(token) => {
                attempt.passed(&state).await?;
                return Ok(token);
            }
            Err(TokenError::NoAnswer) => {
                attempt.without_answer(&state).await?;
                return Err(Refusal::GatewayUnavailable.into());
            }
            Err(TokenError::Debit) => (Refusal::DebitCard, Reason::Debit),
            Err(TokenError::InvalidNumber) => (Refusal::CardNumberInvalid, Reason::UnknownNumber),
        };
        attempt.ended(&state, reason).await?;
        Err(refusal.into())
    })
    .await
}

/// Goes on even if the caller hangs up: a try counts as refused until its answer is settled.
async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = AppResult<T>> + Send + 'static,
) -> AppResult<T> {
    tokio::spawn(trace::carried(work)).await.map_err(AppError::unexpected)?
}

/// Asks the bank whether a card is good, and counts that as a try. It is not asked again about the card on file. Never call it in a
/// transaction.
///
/// # Errors
/// Too many tries, or too many refused cards; [`Refusal::GatewayUnavailable`].
pub(super) async fn ask_bank(
    state: &AppState,
    session: &SignedIn,
    known: Option<&CardRow>,
    token: &str,
    fingerprint: Option<&str>,
) -> AppResult<CardVerdict> {
    if known.is_some_and(|known| known.gateway_token == token) {
        return Ok(CardVerdict::Good);
    }
    BANKS_ASKED.count(state, &session.customer_id).await?;
    let attempt = Trier::of(session).begin(state, Some(token), fingerprint).await?;
    let (state, token) = (state.clone(), token.to_owned());
    run_to_completion(async move {
        let answer = state.providers.payment.verify(&token).await;
        attempt.answered(&state, answer).await?;
        Ok(answer.map_err(|NoAnswer| Refusal::GatewayUnavailable)?)
    })
    .await
}

/// Asks the bank about a card that needs no code, and refuses one that it declines, or that the cardholder has to confirm first.
///
/// # Errors
/// [`Refusal::CardDeclined`], [`Refusal::CardToConfirm`], and those of [`ask_bank`].
async fn refuse_declined(
    state: &AppState,
    session: &SignedIn,
    known: Option<&CardRow>,
    token: &CardToken,
) -> AppResult<()> {
    match ask_bank(state, session, known, &token.token, token.fingerprint.as_deref()).await? {
        CardVerdict::Good => Ok(()),
        CardVerdict::Declined => Err(Refusal::CardDeclined.into()),
        CardVerdict::ToConfirm => Err(Refusal::CardToConfirm.into()),
    }
}

/// The row of a card. `fingerprint` is the hash of the token's.
pub(super) fn card_row(
    state: &AppState,
    customer_id: &str,
    (card, cardholder): (&CardEntry, &Cardholder),
    token: CardToken,
    fingerprint: Option<String>,
    consent_version: Option<String>,
) -> CardRow {
    let now = state.clock.now();
    CardRow {
        id: state.new_id(),
        customer_id: customer_id.to_owned(),
        gateway_token: token.token,
        payment_method: match card {
            CardEntry::Typed(_) => None,
            CardEntry::PaymentMethod(payment_method) => Some(payment_method.id().to_owned()),
        },
        brand: token.brand,
        last_four: token.last_four,
        expiration: token.expiration,
        cardholder_name: cardholder.name.to_string(),
        address: cardholder.address.clone().into(),
        country: "US".to_owned(),
        phone: cardholder.address.phone.to_string(),
        consent_at: consent_version.is_some().then_some(now),
        consent_version,
        fingerprint,
        created_at: now,
    }
}

/// A keyed hash of a token's fingerprint. A token that is known from the card on file comes without one: it is the card's.
async fn hashed_fingerprint(state: &AppState, token: &CardToken, known: Option<&CardRow>) -> AppResult<Option<String>> {
    match &token.fingerprint {
        Some(fingerprint) => tries::hashed(state, fingerprint, token.expiration).await.map(Some),
        None => {
            let known = known.filter(|known| known.gateway_token == token.token);
            Ok(known.and_then(|known| known.fingerprint.clone()))
        }
    }
}
