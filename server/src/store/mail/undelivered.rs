//! Emails that do not arrive: the email server refused them for good, or they came back.

use crate::platform::clock::Timestamp;
use crate::store::mail::outbox::LAST_MAIL;
use crate::store::{CustomerTx, Result, Tx};

row! {
    /// Whose an email is, and where it went.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AddresseeRow {
        /// `None` for the last message to a customer.
        pub(crate) customer_id: Option<String>,
        pub(crate) recipient: String,
    }
}

/// Whose an email is; `None` if there is no such email.
pub async fn addressee(tx: &mut Tx, id: &str) -> Result<Option<AddresseeRow>> {
    let sql = "SELECT customer_id, recipient FROM outbox WHERE id = $1 AND channel = 'email'";
    fetch_optional!(tx, AddresseeRow, sql, id)
}

/// Records that an email does not arrive, and why. It is not tried again, and its text is deleted.
pub async fn failed(tx: &mut Tx, id: &str, at: Timestamp, why: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET failed_at = $2, last_error = $3, claimed_until = NULL, next_try_at = NULL, body = '', html = '',
           recipient = CASE WHEN kind = $4 THEN '' ELSE recipient END
         WHERE id = $1 AND failed_at IS NULL",
        id,
        at,
        why,
        LAST_MAIL
    )?;
    Ok(())
}

/// Gives up an email that waits after at least so many tries, unless a server is handing it over. Returns whether there is one. Its
/// text is deleted.
pub async fn give_up(tx: &mut Tx, id: &str, at: Timestamp, attempts: i64) -> Result<bool> {
    let given_up = execute!(
        tx,
        "UPDATE outbox SET failed_at = $2, last_error = 'given up by staff: ' || last_error, next_try_at = NULL, body = '', html = '',
           recipient = CASE WHEN kind = $4 THEN '' ELSE recipient END
         WHERE id = $1 AND channel = 'email' AND sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL
           AND attempts >= $3 AND (claimed_until IS NULL OR claimed_until <= $2)",
        id,
        at,
        attempts,
        LAST_MAIL
    )?;
    Ok(given_up == 1)
}

row! {
    /// An email that did not arrive, for staff.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct UndeliveredRow {
        /// The present address of the account.
        pub(crate) email: String,
        pub(crate) kind: String,
        pub(crate) recipient: String,
        pub(crate) failed_at: Timestamp,
        pub(crate) last_error: String,
    }
}

/// The emails that did not arrive and that staff have not dismissed, by customer, the oldest first.
pub async fn to_see(tx: &mut Tx, now: Timestamp) -> Result<Vec<UndeliveredRow>> {
    // The comparison lets PostgreSQL search the index of emails that did not arrive.
    fetch_all!(
        tx,
        UndeliveredRow,
        "SELECT customers.email AS email, kind, recipient, failed_at, last_error
         FROM outbox JOIN customers ON customers.id = outbox.customer_id
         WHERE failed_at <= $1 AND failed_at IS NOT NULL AND dismissed_at IS NULL AND channel = 'email'
         ORDER BY customers.email, failed_at, outbox.id",
        now
    )
}

/// Staff need not see any more which emails to a customer did not arrive. Returns whether they saw any.
pub async fn dismiss(tx: &mut CustomerTx, customer_id: &str, at: Timestamp) -> Result<bool> {
    let dismissed = execute!(
        tx,
        "UPDATE outbox SET dismissed_at = $2
         WHERE customer_id = $1 AND failed_at IS NOT NULL AND dismissed_at IS NULL AND channel = 'email'",
        customer_id,
        at
    )?;
    Ok(dismissed > 0)
}
