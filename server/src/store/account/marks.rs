//! Keyed marks that belong to no account: what somebody did who may come back with another one. A mark says that something happened to
//! an email address, a phone or a place, to whoever has the service's secret key and knows what to look for. Each ends by its own time.

use crate::platform::clock::Timestamp;
use crate::platform::keys::{Keys, Mark, Purpose};
use crate::store::table::JsonList;
use crate::store::{Result, Tx};
use std::collections::HashSet;
use stylebox_core::word_enum;

word_enum! {
    /// What a mark is about.
    pub enum MarkKind {
        /// The welcome coupon was used, with an email address.
        Welcome = "welcome",
        /// A friend's invitation was used, with an email address.
        Invitation = "invitation",
        /// Staff stopped an order, of an email address, a phone or a place.
        Stopped = "stopped",
        /// A box was ordered to a place.
        OrderedTo = "ordered_to",
    }
}

stored_as_text!(MarkKind);

table! {
    pub struct MarkRow in "marks", columns columns, written in Tx {
        pub id: String,
        pub kind: MarkKind,
        /// For a place, a keyed hash of the account that ordered, to count each account once. For an offer that was used, the id of
        /// the account that had the email address, as long as it exists.
        pub account: Option<String>,
        pub hash: String,
        /// The hash without a key, encrypted.
        pub sealed: String,
        /// The id of the key that it is under.
        pub key_id: String,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
    }
}

/// The text that is marked. The kind is part of it, so that no mark tells of another.
fn marked(kind: MarkKind, what: &str) -> String {
    format!("{} {what}", kind.as_str())
}

/// The mark of what was done, for the row with that id.
#[must_use]
pub fn new_row(keys: &Keys, id: String, kind: MarkKind, what: &str, lasts: (Timestamp, Timestamp)) -> MarkRow {
    let Mark { hash, sealed, key_id } = keys.mark_text(Purpose::Marks, &marked(kind, what), &id);
    MarkRow { id, kind, account: None, hash, sealed, key_id, created_at: lasts.0, expires_at: lasts.1 }
}

/// Whether there is such a mark, under any of the keys.
pub async fn any(tx: &mut Tx, keys: &Keys, kind: MarkKind, what: &str, now: Timestamp) -> Result<bool> {
    for hash in hashes(keys, kind, what) {
        let sql = "SELECT id FROM marks WHERE hash = $1 AND expires_at > $2 LIMIT 1";
        if fetch_optional!(tx, (String,), sql, &hash, now)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The hashes of such a mark, under each of the keys.
#[must_use]
pub fn hashes(keys: &Keys, kind: MarkKind, what: &str) -> Vec<String> {
    keys.hashes_of_mark(Purpose::Marks, &marked(kind, what))
}

/// The hashes of a JSON array under which there is a mark that an account has not left, and that has not ended at a time. The three are
/// binds.
macro_rules! of_others {
    ($account:literal, $now:literal, $hashes:literal) => {
        json_list_of!(
            "marks.hash",
            concat!(
                "FROM marks WHERE marks.expires_at > ",
                $now,
                " AND COALESCE(marks.account, '') <> ",
                $account,
                " AND marks.hash"
            ),
            "",
            $hashes
        )
    };
}

/// The hashes, of the JSON array `$5`, of the marks of others than the account `$1` at the time `$4`, in a larger statement.
pub(in crate::store) const OF_OTHERS: JsonList = of_others!("$1", "$4", "$5");

/// Whether there is such a mark that this account has not left.
pub async fn any_of_others(
    tx: &mut Tx,
    keys: &Keys,
    (kind, what): (MarkKind, &str),
    account: &str,
    now: Timestamp,
) -> Result<bool> {
    let hashes = serde_json::json!(hashes(keys, kind, what)).to_string();
    Ok(!fetch_json_list!(tx, (String,), of_others!("$1", "$2", "$3"), account, now, hashes)?.is_empty())
}

/// The account ends: what it has left belongs to no account any more.
pub async fn detach_account(tx: &mut Tx, account: &str) -> Result<()> {
    execute!(tx, "UPDATE marks SET account = NULL WHERE account = $1", account)?;
    Ok(())
}

/// How many accounts have left such a mark since a time.
pub async fn accounts(tx: &mut Tx, keys: &Keys, kind: MarkKind, what: &str, since: Timestamp) -> Result<usize> {
    let mut accounts = HashSet::new();
    for hash in keys.hashes_of_mark(Purpose::Marks, &marked(kind, what)) {
        let sql = "SELECT account FROM marks WHERE hash = $1 AND created_at >= $2 AND account IS NOT NULL";
        accounts.extend(fetch_all!(tx, (String,), sql, &hash, since)?);
    }
    Ok(accounts.len())
}

/// The marks under a key, at most so many: id, hash, encrypted hash.
pub async fn under(tx: &mut Tx, key_id: &str, most: i64) -> Result<Vec<(String, String, String)>> {
    let sql = "SELECT id, hash, sealed FROM marks WHERE key_id = $1 LIMIT $2";
    fetch_all!(tx, (String, String, String), sql, key_id, most)
}

/// Brings a mark under another key.
pub async fn bring_under(tx: &mut Tx, id: &str, mark: &Mark) -> Result<()> {
    execute!(
        tx,
        "UPDATE marks SET hash = $2, sealed = $3, key_id = $4 WHERE id = $1",
        id,
        &mark.hash,
        &mark.sealed,
        &mark.key_id
    )?;
    Ok(())
}
