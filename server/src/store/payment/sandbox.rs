//! The sandbox's own books. Only `service/payment/sandbox.rs` writes here, in transactions of its own.

use crate::platform::clock::Timestamp;
use crate::store::column::Column;
use crate::store::{Result, Tx};
use stylebox_core::values::expiration::Expiration;
use stylebox_core::word_enum;

word_enum! {
    /// What the bank of a card does when it is asked about the card, and when the card is charged.
    pub enum BankBehaviour {
        /// The card is good, and the money is taken.
        Accept = "accept",
        RefuseCard = "refuse_card",
        /// It does not answer when it is asked about the card.
        IgnoreCard = "ignore_card",
        /// The card is good, and the charge is refused.
        Decline = "decline",
        /// The card is good, and the charge is refused because the card is stolen.
        DeclineStolen = "decline_stolen",
        /// The card is good. The money is taken, and the answer is lost.
        LoseAnswer = "lose_answer",
        /// The card is good. At a charge the cardholder is asked first.
        AskCardholder = "ask_cardholder",
        /// The gateway was asked to forget the card: it refuses everything.
        Forgotten = "forgotten",
    }
}

word_enum! {
    /// The outcome of a charge.
    pub enum Outcome {
        /// The money was taken.
        Succeeded = "succeeded",
        /// The bank refused, or it was called off.
        Declined = "declined",
        /// The bank refused because the card is stolen.
        Stolen = "stolen",
        /// The card had expired.
        Expired = "expired",
        /// The cardholder refused it on the bank's page.
        Refused = "refused",
        /// The cardholder closed the bank's page.
        Closed = "closed",
        /// It waits for the cardholder.
        Waiting = "waiting",
    }
}

stored_as_text!(BankBehaviour, Outcome);

row! {
    /// A card that the sandbox knows.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TokenRow {
        pub(crate) token: String,
        /// `Visa`, `Mastercard`, …
        pub(crate) brand: String,
        pub(crate) last_four: String,
        pub(crate) behaviour: BankBehaviour,
        /// `None` once the card is forgotten.
        pub(crate) expiration: Option<Expiration>,
        pub(crate) created_at: Timestamp,
    }
}

row! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ChargeRow {
        pub(crate) id: String,
        pub(crate) gateway_key: String,
        pub(crate) token: String,
        /// Cents.
        pub(crate) amount: i64,
        pub(crate) currency: String,
        pub(crate) outcome: Outcome,
        /// Where the bank's page leads the cardholder back to.
        pub(crate) return_to: String,
        /// Cents.
        pub(crate) refunded_amount: i64,
        pub(crate) created_at: Timestamp,
    }
}

macro_rules! charge_columns {
    () => {
        "id, gateway_key, token, amount, currency, outcome, return_to, refunded_amount, created_at"
    };
}

pub async fn add_token(tx: &mut Tx, token: &TokenRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO sandbox_tokens (token, brand, last_four, behaviour, expiration, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        &token.token,
        &token.brand,
        &token.last_four,
        token.behaviour.as_str(),
        token.expiration.stored(),
        token.created_at
    )?;
    Ok(())
}

pub async fn token(tx: &mut Tx, token: &str) -> Result<Option<TokenRow>> {
    fetch_optional!(
        tx,
        TokenRow,
        "SELECT token, brand, last_four, behaviour, expiration, created_at FROM sandbox_tokens WHERE token = $1",
        token
    )
}

/// Forgets the card of a token. The row stays, because charges refer to it.
pub async fn forget_token(tx: &mut Tx, token: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE sandbox_tokens SET brand = '', last_four = '', expiration = NULL, behaviour = 'forgotten' WHERE token = $1",
        token
    )?;
    Ok(())
}

/// Books a charge. One that the key has already stays as it is.
pub async fn add_charge(tx: &mut Tx, charge: &ChargeRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO sandbox_charges (",
            charge_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (gateway_key) DO NOTHING"
        ),
        &charge.id,
        &charge.gateway_key,
        &charge.token,
        charge.amount,
        &charge.currency,
        charge.outcome.as_str(),
        &charge.return_to,
        charge.refunded_amount,
        charge.created_at
    )?;
    Ok(())
}

pub async fn charge_by_key(tx: &mut Tx, key: &str) -> Result<Option<ChargeRow>> {
    fetch_optional!(
        tx,
        ChargeRow,
        concat!("SELECT ", charge_columns!(), " FROM sandbox_charges WHERE gateway_key = $1"),
        key
    )
}

pub async fn charge_by_id(tx: &mut Tx, id: &str) -> Result<Option<ChargeRow>> {
    fetch_optional!(tx, ChargeRow, concat!("SELECT ", charge_columns!(), " FROM sandbox_charges WHERE id = $1"), id)
}

/// Gives a charge that waits for the cardholder its outcome. Any other stays as it is.
pub async fn answer(tx: &mut Tx, id: &str, outcome: Outcome) -> Result<()> {
    execute!(
        tx,
        "UPDATE sandbox_charges SET outcome = $2 WHERE id = $1 AND outcome = 'waiting'",
        id,
        outcome.as_str()
    )?;
    Ok(())
}

/// Calls off the charge of this key if it waits for the cardholder.
pub async fn call_off(tx: &mut Tx, key: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE sandbox_charges SET outcome = 'declined' WHERE gateway_key = $1 AND outcome = 'waiting'",
        key
    )?;
    Ok(())
}

/// The charge and the amount of the refund of this key.
pub async fn refund_by_key(tx: &mut Tx, key: &str) -> Result<Option<(String, i64)>> {
    let sql = "SELECT charge_id, amount FROM sandbox_refunds WHERE gateway_key = $1";
    fetch_optional!(tx, (String, i64), sql, key)
}

/// Books a refund of a charge, once for each key, if that much is left of the charge. Returns whether it is booked, now or
/// before.
pub async fn refund(tx: &mut Tx, key: &str, charge_id: &str, amount: i64, now: Timestamp) -> Result<bool> {
    if let Some(known) = refund_by_key(tx, key).await? {
        return Ok(known == (charge_id.to_owned(), amount));
    }
    let booked = execute!(
        tx,
        "UPDATE sandbox_charges SET refunded_amount = refunded_amount + $2
         WHERE id = $1 AND outcome = 'succeeded' AND amount >= refunded_amount + $2",
        charge_id,
        amount
    )?;
    if booked == 1 {
        execute!(
            tx,
            "INSERT INTO sandbox_refunds (gateway_key, charge_id, amount, created_at) VALUES ($1, $2, $3, $4)",
            key,
            charge_id,
            amount,
            now
        )?;
    }
    Ok(booked == 1)
}
