//! The embedded gateway's own books. Only `providers/payment/sandbox.rs` writes here, in transactions of its own.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};

words! {
    /// What charging a card does.
    pub enum OnCharging {
        /// The money is taken.
        Accept = "accept",
        /// The bank refuses.
        Decline = "decline",
        /// The money is taken, and the answer is lost on the way.
        LoseAnswer = "lose_answer",
        /// The bank asks the cardholder first.
        AskCardholder = "ask_cardholder",
    }
}

words! {
    /// What became of a charge.
    pub enum Outcome {
        /// The money was taken.
        Succeeded = "succeeded",
        /// The bank refused, or it was called off.
        Declined = "declined",
        /// It waits for the cardholder.
        Waiting = "waiting",
    }
}

/// A card that the gateway knows.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TokenRow {
    /// What it is known by.
    pub token: String,
    /// `Visa`, `Mastercard`, …
    pub brand: String,
    /// The number's last four digits.
    pub last_four: String,
    /// What charging it does.
    #[sqlx(try_from = "String")]
    pub behaviour: OnCharging,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A charge.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ChargeRow {
    /// Its id.
    pub id: String,
    /// The key that it was asked for by.
    pub gateway_key: String,
    /// Of which card.
    pub token: String,
    /// How much, in cents.
    pub amount: i64,
    /// Of which currency.
    pub currency: String,
    /// What became of it.
    #[sqlx(try_from = "String")]
    pub outcome: Outcome,
    /// How much of it went back, in cents.
    pub refunded_amount: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

macro_rules! charge_columns {
    () => {
        "id, gateway_key, token, amount, currency, outcome, refunded_amount, created_at"
    };
}

/// Keeps a token.
pub async fn add_token(tx: &mut Tx, token: &TokenRow) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO sandbox_tokens (token, brand, last_four, behaviour, created_at) VALUES ($1, $2, $3, $4, $5)",
        &token.token,
        &token.brand,
        &token.last_four,
        token.behaviour.as_str(),
        token.created_at
    )?;
    Ok(())
}

/// A token.
pub async fn token(tx: &mut Tx, token: &str) -> Result<Option<TokenRow>> {
    fetch_optional!(
        tx,
        TokenRow,
        "SELECT token, brand, last_four, behaviour, created_at FROM sandbox_tokens WHERE token = $1",
        token
    )
}

/// Books a charge; one of that key that is there already stays as it is.
pub async fn add_charge(tx: &mut Tx, charge: &ChargeRow) -> Result<()> {
    execute!(
        tx,
        concat!(
            "INSERT INTO sandbox_charges (",
            charge_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (gateway_key) DO NOTHING"
        ),
        &charge.id,
        &charge.gateway_key,
        &charge.token,
        charge.amount,
        &charge.currency,
        charge.outcome.as_str(),
        charge.refunded_amount,
        charge.created_at
    )?;
    Ok(())
}

/// The charge of a key.
pub async fn charge_by_key(tx: &mut Tx, key: &str) -> Result<Option<ChargeRow>> {
    fetch_optional!(
        tx,
        ChargeRow,
        concat!("SELECT ", charge_columns!(), " FROM sandbox_charges WHERE gateway_key = $1"),
        key
    )
}

/// Calls the charge of a key off, where it waits for the cardholder.
pub async fn call_off(tx: &mut Tx, key: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE sandbox_charges SET outcome = 'declined' WHERE gateway_key = $1 AND outcome = 'waiting'",
        key
    )?;
    Ok(())
}

/// The charge of which money went back under a key, and how much.
pub async fn refund_by_key(tx: &mut Tx, key: &str) -> Result<Option<(String, i64)>> {
    let sql = "SELECT charge_id, amount FROM sandbox_refunds WHERE gateway_key = $1";
    fetch_optional!(tx, (String, i64), sql, key)
}

/// Books that `amount` of a charge went back, where that much is left of it: once for each key. Whether it did, now or before.
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
