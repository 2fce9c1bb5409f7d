//! Emails, text messages, analytics events and reviews to send, written in the transaction that causes them.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// How a message is sent.
    pub enum Channel {
        Email = "email",
        /// A text message to a cell phone.
        Sms = "sms",
        /// An event for the analytics service.
        Analytics = "analytics",
        /// A review for a third party's service.
        Review = "review",
    }
}

stored_as_text!(Channel);

/// The kind of the last message to a customer, whose account has ended.
pub const LAST_MAIL: &str = "account_closed";

table! {
    pub struct MailRow in "outbox", columns columns, written in Tx {
        /// For a review, the id of its row.
        pub id: String,
        /// `welcome`, `reset_password`, …
        pub kind: String,
        pub channel: Channel,
        /// Whose it is; `None` for a sent event, and for what was sent to a customer whose account has ended.
        pub customer_id: Option<String>,
        /// An email address, ten digits of a phone, or the analytics service's number of a browser, which is emptied once the
        /// event is sent; empty for a review.
        pub recipient: String,
        pub subject: String,
        /// Emptied once it is sent, unless the outbox itself is where it is read; always empty for a review.
        pub body: String,
        /// The same as HTML; empty if it is not an email. Emptied likewise.
        pub html: String,
        pub created_at: Timestamp,
        pub sent_at: Option<Timestamp>,
        /// When it was refused for good, or came back: it does not arrive. One that came back was sent before.
        pub failed_at: Option<Timestamp>,
        /// Until when what it says of days and times is true; `None` if that is always.
        pub true_until: Option<Timestamp>,
    }
}

/// The newest `limit` messages, the newest first.
pub async fn newest(tx: &mut Tx, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM outbox
         ORDER BY created_at DESC, id DESC LIMIT $1"
        ),
        limit
    )
}

/// The HTML of a message; `None` if there is no such message.
pub async fn html(tx: &mut Tx, id: &str) -> Result<Option<String>> {
    let row = fetch_optional!(tx, (String,), "SELECT html FROM outbox WHERE id = $1", id)?;
    Ok(row.map(|(html,)| html))
}

/// The oldest `limit` messages that are not sent and may be handed over now.
pub async fn due(tx: &mut Tx, channel: Channel, now: Timestamp, limit: i64) -> Result<Vec<MailRow>> {
    fetch_all!(
        tx,
        MailRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM outbox
         WHERE sent_at IS NULL AND failed_at IS NULL AND (next_try_at IS NULL OR next_try_at <= $1)
           AND (claimed_until IS NULL OR claimed_until <= $1) AND channel = $3
         ORDER BY created_at, id LIMIT $2"
        ),
        now,
        limit,
        channel.as_str()
    )
}

row! {
    /// A message that may have been taken by a service without idempotency keys.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct OpenAnswer {
        /// When it was handed over, in real time.
        pub(crate) handed_over_at: Timestamp,
        /// Whether that was the second time.
        pub(crate) is_repeated: bool,
    }
}

/// Since when it is unknown whether the service has taken a message; `None` if it was not handed over, or the answer is known.
pub async fn open_answer(tx: &mut Tx, id: &str) -> Result<Option<OpenAnswer>> {
    fetch_optional!(
        tx,
        OpenAnswer,
        "SELECT handed_over_at, is_repeated FROM outbox WHERE id = $1 AND handed_over_at IS NOT NULL",
        id
    )
}

/// Records that a message is handed over a second time.
pub async fn repeat(tx: &mut Tx, id: &str, real_now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE outbox SET is_repeated = TRUE, handed_over_at = $2 WHERE id = $1", id, real_now)?;
    Ok(())
}

/// Claims a message until a time, so that no other server hands it over. Returns false if another server has it.
/// `handed_over_at`: for a service without idempotency keys; it counts as handed over from then on, also if this server is killed
/// before the answer.
pub async fn claim(
    tx: &mut Tx,
    id: &str,
    now: Timestamp,
    until: Timestamp,
    handed_over_at: Option<Timestamp>,
) -> Result<bool> {
    let claimed = execute!(
        tx,
        "UPDATE outbox SET claimed_until = $3, attempts = attempts + 1, handed_over_at = COALESCE(handed_over_at, $4)
         WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL AND (next_try_at IS NULL OR next_try_at <= $2)
           AND (claimed_until IS NULL OR claimed_until <= $2)",
        id,
        now,
        until,
        handed_over_at
    )?;
    Ok(claimed == 1)
}

row! {
    /// An email of a kind that a customer was sent not long ago, or will be.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RecentRow {
        pub(crate) id: String,
        pub(crate) created_at: Timestamp,
        pub(crate) sent_at: Option<Timestamp>,
        /// Until when it is held back, if it was not handed over yet.
        pub(crate) held_until: Option<Timestamp>,
    }
}

/// The emails of a kind to a customer at one address that were written since then.
pub async fn recent_of_kind(
    tx: &mut Tx,
    customer_id: &str,
    kind: &str,
    recipient: &str,
    since: Timestamp,
) -> Result<Vec<RecentRow>> {
    fetch_all!(
        tx,
        RecentRow,
        "SELECT id, created_at, sent_at, CASE WHEN attempts = 0 THEN next_try_at END AS held_until FROM outbox
         WHERE customer_id = $1 AND created_at >= $4 AND channel = 'email' AND kind = $2 AND recipient = $3",
        customer_id,
        kind,
        recipient,
        since
    )
}

/// Holds a message back that was not handed over yet.
pub async fn hold_back(tx: &mut Tx, id: &str, until: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE outbox SET next_try_at = $2 WHERE id = $1", id, until)?;
    Ok(())
}

/// Deletes a message that is not to be sent any more.
pub async fn remove(tx: &mut Tx, id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM outbox WHERE id = $1 AND sent_at IS NULL", id)?;
    Ok(())
}

/// Deletes a message that waits, unless a server is handing it over. None claims it from then on.
pub async fn remove_unclaimed(tx: &mut Tx, id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM outbox
         WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL AND (claimed_until IS NULL OR claimed_until <= $2)",
        id,
        now
    )?;
    Ok(())
}

/// Whether a message is still to be sent.
pub async fn is_unsent(tx: &mut Tx, id: &str) -> Result<bool> {
    let sql = "SELECT id FROM outbox WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL";
    Ok(fetch_optional!(tx, (String,), sql, id)?.is_some())
}

/// Deletes a customer's messages that are not sent.
pub async fn take_back(tx: &mut CustomerTx, channel: Channel, customer_id: &str) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM outbox WHERE customer_id = $1 AND channel = $2 AND sent_at IS NULL",
        customer_id,
        channel.as_str()
    )?;
    Ok(())
}

/// Whether a message is not sent.
pub async fn any_waits(tx: &mut Tx, channel: Channel) -> Result<bool> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT id FROM outbox WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL LIMIT 1",
        channel.as_str()
    )?;
    Ok(row.is_some())
}

/// How many messages are not sent, without those that are held back.
pub async fn waiting(tx: &mut Tx, channel: Channel, now: Timestamp) -> Result<i64> {
    let (count,) = fetch_one!(
        tx,
        (i64,),
        "SELECT COUNT(*) FROM outbox
         WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL
           AND (next_try_at IS NULL OR attempts > 0 OR next_try_at <= $2)",
        channel.as_str(),
        now
    )?;
    Ok(count)
}

/// Deletes everybody's messages that are not sent.
pub async fn give_up(tx: &mut Tx, channel: Channel) -> Result<()> {
    execute!(tx, "DELETE FROM outbox WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL", channel.as_str())?;
    Ok(())
}

/// How often a message was handed over; `None` if it was taken back meanwhile.
pub async fn attempts(tx: &mut Tx, id: &str) -> Result<Option<i64>> {
    let row = fetch_optional!(tx, (i64,), "SELECT attempts FROM outbox WHERE id = $1", id)?;
    Ok(row.map(|(attempts,)| attempts))
}

/// Records that a message was sent. Its text is deleted unless it is read in the outbox: codes and links are only for the
/// customer. A sent event does not tell any more which browser or customer it was about, and of the last message to a
/// customer nothing is left at all.
pub async fn sent(tx: &mut Tx, id: &str, at: Timestamp, is_read_here: bool) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET sent_at = $2, claimed_until = NULL, next_try_at = NULL, last_error = NULL, handed_over_at = NULL,
           customer_id = CASE WHEN channel = 'analytics' THEN NULL ELSE customer_id END,
           recipient = CASE WHEN channel = 'analytics' OR kind = $4 THEN '' ELSE recipient END,
           body = CASE WHEN $3 AND kind <> $4 THEN body ELSE '' END,
           html = CASE WHEN $3 AND kind <> $4 THEN html ELSE '' END
         WHERE id = $1 AND sent_at IS NULL",
        id,
        at,
        is_read_here,
        LAST_MAIL
    )?;
    Ok(())
}

row! {
    /// A message that a customer was sent, or will be.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MessageRow {
        pub(crate) kind: String,
        pub(crate) channel: Channel,
        pub(crate) created_at: Timestamp,
        pub(crate) sent_at: Option<Timestamp>,
        pub(crate) failed_at: Option<Timestamp>,
    }
}

/// The messages to a customer, the oldest first. Events are left out: they are about a browser.
pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Vec<MessageRow>> {
    fetch_list!(
        tx,
        MessageRow,
        "kind, channel, created_at, sent_at, failed_at",
        "FROM outbox WHERE customer_id = $1 AND channel IN ('email', 'sms')",
        "ORDER BY created_at, id",
        customer_id
    )
}

/// Records that a message could not be handed over, and when it is tried again. `is_unknown`: whether the service may have taken it.
pub async fn put_off(tx: &mut Tx, id: &str, next_try_at: Timestamp, why: &str, is_unknown: bool) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET claimed_until = NULL, next_try_at = $2, last_error = $3,
           handed_over_at = CASE WHEN $4 THEN handed_over_at END
         WHERE id = $1",
        id,
        next_try_at,
        why,
        is_unknown
    )?;
    Ok(())
}

row! {
    /// A message that fails again and again, for staff.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StuckRow {
        pub(crate) id: String,
        pub(crate) kind: String,
        pub(crate) channel: Channel,
        pub(crate) recipient: String,
        pub(crate) attempts: i64,
        pub(crate) last_error: String,
    }
}

/// The unsent messages that failed at least so often, the oldest first.
pub async fn stuck(tx: &mut Tx, attempts: i64) -> Result<Vec<StuckRow>> {
    fetch_all!(
        tx,
        StuckRow,
        "SELECT id, kind, channel, recipient, attempts, last_error FROM outbox
         WHERE sent_at IS NULL AND failed_at IS NULL AND last_error IS NOT NULL AND attempts >= $1 ORDER BY created_at, id",
        attempts
    )
}
