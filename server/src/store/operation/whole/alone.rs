//! Having a database alone: no server, and no other program of the shop, works on it meanwhile.

use super::connection::Connection;
use crate::store::postgres::{SHARE_SHOP_BRIEFLY, SHOP_LOCK_HOLDERS, TAKE_SHOP_ALONE};
use sqlx::sqlite::SqliteError;
use std::time::Duration;

/// How often, and after which pauses, it is tried again: a server that was stopped just now may take a moment to leave.
const LEAVING: (u32, Duration) = (20, Duration::from_millis(100));
/// The last eight bits of what SQLite says if somebody else has the file. The others say more about why.
const SQLITE_BUSY: u32 = 5;
/// What PostgreSQL says if a lock is not free in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// Takes a database alone until the connection ends, or its transaction, which begins here. Returns whether it could: not if another program
/// has the file open (SQLite), or if one of the shop is connected, also one that stands still (PostgreSQL).
///
/// # Errors
/// If the database refuses for another reason.
pub async fn take_alone(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    let (tries, pause) = LEAVING;
    if connection.is_sqlite() {
        // SQLite leaves this journal only if no other connection is there. It does not wait.
        for _ in 0..tries {
            if unless_taken(connection.run("PRAGMA journal_mode = DELETE").await)? {
                return unless_taken(connection.run("BEGIN IMMEDIATE").await);
            }
            tokio::time::sleep(pause).await;
        }
        return Ok(false);
    }
    let leaving = leaving_ms();
    let take = format!("BEGIN; SET LOCAL lock_timeout = {leaving}; {TAKE_SHOP_ALONE}; SET LOCAL lock_timeout = 0");
    unless_taken(connection.run(&take).await)
}

/// Who keeps a database from being had alone, as far as it says: the sessions of the shop's programs on PostgreSQL. One whose machine was lost
/// may be there for hours. For a connection whose [`take_alone`] has failed.
///
/// # Errors
/// If the database refuses.
pub async fn who_is_there(connection: &mut Connection) -> Result<Vec<String>, sqlx::Error> {
    if connection.is_sqlite() {
        return Ok(Vec::new());
    }
    connection.run("ROLLBACK").await?;
    connection.texts(SHOP_LOCK_HOLDERS).await
}

/// Whether another program has a database alone. A pool must not be opened then: its connections would be refused. On SQLite a program that
/// writes is no different.
///
/// # Errors
/// If the database refuses.
pub async fn is_taken_alone(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    let leaving = leaving_ms();
    let visit = if connection.is_sqlite() {
        format!("PRAGMA busy_timeout = {leaving}; BEGIN IMMEDIATE; ROLLBACK")
    } else {
        format!("BEGIN; SET LOCAL lock_timeout = {leaving}; {SHARE_SHOP_BRIEFLY}; COMMIT")
    };
    Ok(!unless_taken(connection.run(&visit).await)?)
}

/// The time that a program that was stopped just now may take to leave, in milliseconds.
fn leaving_ms() -> u128 {
    let (tries, pause) = LEAVING;
    (pause * tries).as_millis()
}

/// Whether something could be done: false if somebody else has the file, or a lock.
pub(super) fn unless_taken(done: Result<(), sqlx::Error>) -> Result<bool, sqlx::Error> {
    let Err(error) = done else { return Ok(true) };
    let is_taken = error.as_database_error().is_some_and(|said| {
        let code = said.code().unwrap_or_default();
        match said.try_downcast_ref::<SqliteError>() {
            Some(_) => code.parse::<u32>().is_ok_and(|code| code & 0xff == SQLITE_BUSY),
            None => code == LOCK_NOT_AVAILABLE,
        }
    });
    if is_taken { Ok(false) } else { Err(error) }
}
