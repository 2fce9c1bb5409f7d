//! Removes and empties what has passed its time, a few rows at once. Core's table says how long each kind of data is kept
//! (`stylebox_core::policy::retention`).

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::store::{Result, Tx};

/// Removes or empties rows that have passed their time. It is given that time (now, if each row has its own end) and how many rows at
/// most. Returns how many there were.
pub type Work = for<'a> fn(&'a mut Tx, Timestamp, i64) -> BoxFuture<'a, Result<u64>>;

/// What is done of a kind of data.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The kind, as core's table names it.
    pub data: &'static str,
    /// One for each table.
    pub work: &'static [Work],
}

/// A statement about the rows that have passed their time, `$2` of them at most. PostgreSQL locks them, so that a row that another transaction
/// has just renewed stays. One that another transaction works on is left to the next run. They are chosen once, whatever the plan is:
/// PostgreSQL could run a subquery again for each row, and find others each time.
macro_rules! about_passed {
    ($tx:expr, $begin:expr, $table:literal by $key:literal if $condition:literal, locked $lock:literal) => {
        match as_tx!($tx) {
            // It has one writer, so there is nothing to lock.
            Tx::Sqlite(_) => about_passed!(@ $begin, $table, $key, $condition, "", ""),
            Tx::Postgres(_) => about_passed!(
                @ $begin, $table, $key, $condition,
                "WITH passed AS MATERIALIZED (", concat!($lock, " SKIP LOCKED) SELECT ", $key, " FROM passed")
            ),
        }
    };
    (@ $begin:expr, $table:literal, $key:literal, $condition:literal, $before:expr, $after:expr) => {
        concat!(
            $begin, " WHERE (", $key, ") IN (", $before,
            "SELECT ", $key, " FROM ", $table, " WHERE ", $condition, " LIMIT $2",
            $after, ")"
        )
    };
}

/// `removes!("sessions" by "id" if "expires_at <= $1")`: removes rows of a table, by its key.
macro_rules! removes {
    ($table:literal by $key:literal if $condition:literal) => {
        |tx, passed, rows| {
            Box::pin(async move {
                let sql = about_passed!(
                    tx, concat!("DELETE FROM ", $table), $table by $key if $condition, locked " FOR UPDATE"
                );
                execute!(tx, sql, passed, rows)
            })
        }
    };
}

/// `empties!("cards" by "id" set "token = ''", if "replaced_at <= $1 AND token <> ''")`: empties columns of a table with this key.
macro_rules! empties {
    ($table:literal by $key:literal set $columns:expr, if $condition:literal) => {
        |tx, passed, rows| {
            Box::pin(async move {
                let sql = about_passed!(
                    tx, concat!("UPDATE ", $table, " SET ", $columns), $table by $key if $condition,
                    locked " FOR NO KEY UPDATE"
                );
                execute!(tx, sql, passed, rows)
            })
        }
    };
}

/// Each kind of data that the job `housekeeping` ends.
pub const STEPS: &[Step] = &[
    Step { data: "sessions", work: &[removes!("sessions" by "id" if "expires_at <= $1")] },
    Step {
        data: "codes and waiting changes",
        work: &[
            removes!("mfa_codes" by "session_id" if "expires_at <= $1"),
            removes!("pending_changes" by "session_id" if "expires_at <= $1"),
        ],
    },
    Step {
        data: "links for a password, a new email address or a phone",
        work: &[
            removes!("reset_tokens" by "token_hash" if "expires_at <= $1"),
            removes!("email_changes" by "customer_id" if "expires_at <= $1"),
            removes!("phone_links" by "session_id" if "expires_at <= $1"),
        ],
    },
    Step {
        data: "devices that have signed in",
        work: &[removes!("known_devices" by "device_hash" if "expires_at <= $1")],
    },
    Step {
        data: "tries that are limited",
        work: &[
            removes!("tries" by "bucket" if "expires_at <= $1"),
            // Servers of 0.2.0 count here.
            removes!("rate_limits" by "bucket, window_start" if "expires_at <= $1"),
        ],
    },
    Step {
        data: "answers of the human check",
        work: &[removes!("human_check_used" by "challenge" if "expires_at <= $1")],
    },
    Step {
        data: "outcomes of calls with an idempotency key",
        work: &[removes!("idempotency_keys" by "customer_id, idempotency_key" if "expires_at <= $1")],
    },
    Step {
        data: "replaced cards",
        work: &[empties!("cards" by "id" set empty_card!(),
            if "replaced_at IS NOT NULL AND replaced_at <= $1 AND gateway_token <> ''")],
    },
    Step { data: "clicks on suggested items", work: &[removes!("suggested_item_clicks" by "id" if "at <= $1")] },
    Step { data: "messages", work: &[|tx, passed, rows| Box::pin(messages(tx, passed, rows))] },
    Step {
        data: "events for the analytics service",
        work: &[removes!("outbox" by "id" if "channel = 'analytics' AND sent_at IS NOT NULL AND sent_at <= $1")],
    },
    Step {
        data: "phones that text messages do not reach",
        work: &[removes!("phone_facts" by "phone"
            if "known_since <= $1 AND NOT EXISTS (SELECT 1 FROM customers WHERE customers.phone = phone_facts.phone)")],
    },
    Step {
        data: "labels of parcels, and where these were seen",
        work: &[empties!("shipments" by "id" set "document = NULL, place = NULL, last_error = NULL",
            if "created_at <= $1 AND (document IS NOT NULL OR place IS NOT NULL) AND label_due_at IS NULL AND look_at IS NULL")],
    },
    Step { data: "calculated taxes", work: &[removes!("tax_calculations" by "id" if "expires_at <= $1")] },
    Step {
        data: "why orders were held",
        work: &[empties!("fraud_holds" by "order_id" set "why = '', looked_at = ''",
            if "held_at <= $1 AND looked_at <> ''
               AND EXISTS (SELECT 1 FROM orders WHERE orders.id = fraud_holds.order_id AND orders.finished = TRUE)")],
    },
    Step { data: "refused cards", work: &[removes!("card_refusals" by "id" if "created_at <= $1")] },
    Step {
        data: "cards that were declined for good",
        work: &[removes!("declined_cards" by "card" if "declined_at <= $1")],
    },
    Step {
        data: "coded marks of used offers and stopped orders",
        work: &[removes!("marks" by "id" if "expires_at <= $1")],
    },
    Step {
        data: "events of outside parties",
        work: &[removes!("webhook_events" by "id" if "worked_at IS NOT NULL AND worked_at <= $1")],
    },
];

/// The oldest `$2` messages that were written until `$1` and are done with.
macro_rules! old_messages {
    () => {
        "SELECT id FROM outbox WHERE created_at <= $1 AND (sent_at IS NOT NULL OR failed_at IS NOT NULL) ORDER BY created_at, id LIMIT $2"
    };
}

/// Removes messages, and what says which message a reminder or a notice of a box was.
async fn messages(tx: &mut Tx, passed: Timestamp, rows: i64) -> Result<u64> {
    execute!(tx, concat!("DELETE FROM reminders WHERE message_id IN (", old_messages!(), ")"), passed, rows)?;
    execute!(tx, concat!("DELETE FROM next_box_notices WHERE message_id IN (", old_messages!(), ")"), passed, rows)?;
    execute!(tx, concat!("DELETE FROM outbox WHERE id IN (", old_messages!(), ")"), passed, rows)
}
