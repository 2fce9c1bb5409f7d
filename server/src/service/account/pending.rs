//! The changes that wait for a code, by their kind: sending a code, and making the change once it comes back.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::platform::source::Source;
use crate::providers::payment::card::CardVerdict;
use crate::service::access::rate_limit::Limit;
use crate::service::access::session::SignedIn;
use crate::service::account::change::{self, AccountPatch, ChangeOutcome, Changed, Request};
use crate::service::account::customer;
use crate::service::account::mfa::{self, ConfirmedPart, PendingResult};
use crate::service::account::record::{self, AccountRecord};
use crate::service::account::text_messages;
use crate::service::card::on_file::CardPatch;
use crate::service::mail;
use crate::service::mail::asked_for::{self, MailKind};
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::access::sessions;
use crate::store::account::customers::CustomerRow;
use crate::store::account::mfa::{self as mfa_store, PendingKind, PendingRow};
use stylebox_core::Issue;
use stylebox_core::account::mfa::{MfaType, TypedCode};
use stylebox_core::account::text_messages::TextMessages;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::limits;
use stylebox_core::values::message::Message;

/// Codes sent to a customer.
const SENT: Limit = Limit::new("mfa-sent", limits::MFA_CODES_SENT);
/// Codes asked for by a caller.
const SENT_BY_CALLER: Limit = Limit::new("mfa-sent-caller", limits::MFA_CODES_BY_CALLER);
/// Codes tried by a customer, in all sessions, so that asking for new codes does not help guessing.
const TRIED: Limit = Limit::new("mfa-tried", limits::MFA_CODES_TRIED);

enum WaitingChange {
    Account(Box<AccountPatch>),
    Card(Box<CardPatch>),
}

impl WaitingChange {
    fn read(pending: &PendingRow) -> AppResult<Self> {
        let change = match pending.kind {
            PendingKind::Account => mfa::read(pending).map(|patch| Self::Account(Box::new(patch))),
            PendingKind::Card => mfa::read(pending).map(|patch| Self::Card(Box::new(patch))),
        };
        Ok(change.ok_or(Refusal::MfaNotRequired)?)
    }

    fn confirmed_parts(&self, before: &CustomerRow) -> Vec<ConfirmedPart> {
        match self {
            Self::Account(patch) => patch.confirmed_parts(before),
            Self::Card(patch) => vec![patch.confirmed_part()],
        }
    }
}

/// Sends a code for the waiting change to the account's present phone or email address, even if the change replaces it. The
/// message names the change. Only the newest code works.
///
/// # Errors
/// [`Refusal::MfaNotRequired`], an issue of `mfa_type` if there is no phone or it gets no text messages, or too many codes.
pub async fn send_code(state: &AppState, session: &SignedIn, way: MfaType, caller: Source) -> AppResult<()> {
    SENT_BY_CALLER.count(state, &caller.to_string()).await?;
    SENT.count(state, &session.customer_id).await?;
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    let pending = mfa_store::change(&mut tx, &session.session_id, state.clock.now()).await?;
    let change = WaitingChange::read(&pending.ok_or(Refusal::MfaNotRequired)?)?;
    let refused = |why| AppError::Form(vec![Issue::new("mfa_type", why)]);
    let phone = match way {
        MfaType::Email => {
            asked_for::mail(state, &mut tx, MailKind::Code).await?;
            None
        }
        MfaType::Sms => {
            let texts = text_messages::of_phone(state, &mut tx, customer.phone.as_deref()).await?;
            if texts != TextMessages::Sent {
                return Err(refused(Message::NO_TEXT_MESSAGES));
            }
            let phone = customer.phone.clone().ok_or_else(|| refused(Message::NO_PHONE_ON_FILE))?;
            asked_for::text(state, &mut tx, &phone).await?;
            Some(phone)
        }
    };
    let code = match &change {
        WaitingChange::Account(patch) => mfa::new_code(state, &mut tx, session, &**patch).await?,
        WaitingChange::Card(patch) => mfa::new_code(state, &mut tx, session, &**patch).await?,
    };
    let message = mail::account::mfa_code(&customer, phone, &code, &change.confirmed_parts(&customer));
    mail::queue(state, &mut tx, message).await?;
    tx.commit().await?;
    Ok(())
}

/// Changes a customer's record. With a code, the change is made if it is the one that waited for it.
///
/// # Errors
/// [`Refusal::MfaRequired`] if the change now waits for a code; those of [`change::request_change`] and [`resubmit`].
pub async fn change_account(
    state: &AppState,
    session: &SignedIn,
    request: Request,
    code: Option<TypedCode>,
) -> AppResult<Changed> {
    match (change::request_change(state, session, request).await?, code) {
        (ChangeOutcome::Made(changed), _) => Ok(*changed),
        // A code alone is for the waiting change.
        (ChangeOutcome::NeedsCode(PendingResult::Again) | ChangeOutcome::Nothing, Some(code)) => {
            resubmit(state, session, &code).await
        }
        // A code that comes with another change than the one it was sent for is not compared. The answer is the one without a
        // code, because it tells the customer that this change waits now: that the code has expired would not say so.
        (ChangeOutcome::NeedsCode(_), _) => Err(Refusal::MfaRequired.into()),
        (ChangeOutcome::Nothing, None) => {
            Ok(Changed { record: record::read(state, &session.customer_id).await?, opened: None })
        }
    }
}

/// Makes the waiting change, if the code is right. For some minutes the session then needs no other code.
///
/// # Errors
/// [`Refusal::MfaNotRequired`], [`Refusal::MfaCodeInvalid`], [`Refusal::MfaCodeExpired`], [`Refusal::MfaTriesUsedUp`], too many
/// tries; and those of the change itself, which keeps waiting then, unless a bank declines the card.
pub async fn resubmit(state: &AppState, session: &SignedIn, code: &TypedCode) -> AppResult<Changed> {
    TRIED.count(state, &session.customer_id).await?;
    let now = state.clock.now();
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    let pending = mfa_store::change(&mut tx, &session.session_id, now).await?.ok_or(Refusal::MfaNotRequired)?;
    let change = WaitingChange::read(&pending)?;
    let compared = match &change {
        WaitingChange::Account(patch) => mfa::compare(state, &mut tx, session, &**patch, code).await?,
        WaitingChange::Card(patch) => mfa::compare(state, &mut tx, session, &**patch, code).await?,
    };
    if let Err(refusal) = compared {
        // The count is kept even if the code is wrong.
        tx.commit().await?;
        return Err(refusal.into());
    }
    match change {
        WaitingChange::Account(patch) => {
            // Drops the transaction, because the gateway may be asked; the change and its code stay as they are until the second one.
            drop(tx);
            patch.before_apply(state, &customer).await?;
            let (tx, customer) = still_waiting(state, session, &pending, now).await?;
            change_record(state, tx, session, customer, *patch).await
        }
        WaitingChange::Card(patch) => {
            let record = replace_card(state, tx, session, customer, &pending, *patch).await?;
            Ok(Changed { record, opened: None })
        }
    }
}

async fn change_record(
    state: &AppState,
    mut tx: CustomerTx,
    session: &SignedIn,
    customer: CustomerRow,
    patch: AccountPatch,
) -> AppResult<Changed> {
    mfa_store::forget(&mut tx, &session.session_id).await?;
    let opened = patch.apply(state, &mut tx, session, customer).await?;
    let session_id = opened.as_ref().map_or(&session.session_id, |opened| &opened.session_id);
    sessions::set_verified(&mut tx, session_id, state.clock.now()).await?;
    let record = record::read_in(state, &mut tx, &session.customer_id).await?;
    tx.commit().await?;
    Ok(Changed { record, opened })
}

/// Begins a transaction about the customer, in which the session and its waiting change are as they were at `at`, when the code was
/// right: it may have expired since.
async fn still_waiting(
    state: &AppState,
    session: &SignedIn,
    pending: &PendingRow,
    at: Timestamp,
) -> AppResult<(CustomerTx, CustomerRow)> {
    let (mut tx, customer) = customer::locked(state, &session.customer_id).await?;
    if sessions::verified_at(&mut tx, &session.session_id).await?.is_none() {
        return Err(Refusal::NotSignedIn.into());
    }
    match mfa_store::change(&mut tx, &session.session_id, at).await? {
        Some(still) if still == *pending => Ok((tx, customer)),
        // Another change took its place, and voided the code.
        Some(_) => Err(Refusal::MfaCodeExpired.into()),
        None => Err(Refusal::MfaNotRequired.into()),
    }
}

/// Asks the bank, outside any transaction, and then puts the card on file in a second one. Until that one commits, the change and
/// its code stay as they are, so that the same code can be sent again if the bank does not answer.
async fn replace_card(
    state: &AppState,
    tx: CustomerTx,
    session: &SignedIn,
    customer: CustomerRow,
    pending: &PendingRow,
    patch: CardPatch,
) -> AppResult<AccountRecord> {
    let now = state.clock.now();
    // Drops the transaction, and with it the count of this try: a right code may be sent again if the bank does not answer.
    let verdict = patch.verdict_after_code(state, tx, session, &customer).await?;
    let (mut tx, customer) = still_waiting(state, session, pending, now).await?;
    mfa_store::forget(&mut tx, &session.session_id).await?;
    let is_another = match verdict {
        CardVerdict::Good => patch.apply_after_code(state, &mut tx, session, customer).await?,
        CardVerdict::Declined | CardVerdict::ToConfirm => false,
    };
    sessions::set_verified(&mut tx, &session.session_id, state.clock.now()).await?;
    let record = record::read_in(state, &mut tx, &session.customer_id).await?;
    tx.commit().await?;
    match verdict {
        CardVerdict::Good => {}
        CardVerdict::Declined => return Err(Refusal::CardDeclined.into()),
        // The session is verified now: once it is confirmed, the same card is sent again and needs no other code.
        CardVerdict::ToConfirm => return Err(Refusal::CardToConfirm.into()),
    }
    if is_another {
        styling_fee::retry_with_new_card(state, &session.customer_id).await;
    }
    Ok(record)
}
