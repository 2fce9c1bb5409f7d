//! A restore that is under way: which backup it is of, so that a call that was cut off is continued by the next one, and no server starts
//! on half of it.

use super::connection::Connection;
use crate::platform::secret_url::SecretUrl;
use crate::store::place::RESTORE_PROGRESS;

/// A restore that is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restoring {
    /// The SHA-256 of the backup's copy of the database.
    pub backup: String,
    /// Whether all rows are there, and were compared with the backup's manifest.
    pub is_compared: bool,
}

/// What a restore notes of itself when it begins.
#[derive(Debug, Clone, Copy)]
pub struct Begun<'a> {
    /// The SHA-256 of the backup's copy of the database.
    pub backup: &'a str,
    /// Whether no server ever starts on the database.
    pub is_trial: bool,
}

/// The restore that is under way in the database at `url`; `None` if there is none.
///
/// # Errors
/// If the database cannot be read, or is not there.
pub async fn restoring(url: &SecretUrl) -> Result<Option<Restoring>, sqlx::Error> {
    let mut connection = Connection::open(url).await?;
    let found = connection.rows(&format!("SELECT backup, CAST(is_compared AS TEXT) FROM {RESTORE_PROGRESS}")).await?;
    connection.close().await?;
    Ok(found.into_iter().next().and_then(|row| match row.as_slice() {
        [Some(backup), is_compared] => {
            Some(Restoring { backup: backup.clone(), is_compared: is_compared.as_deref() == Some("1") })
        }
        _ => None,
    }))
}

/// Notes that the restore of a backup begins: before its rows are there.
pub(super) async fn begin(
    connection: &mut Connection,
    Begun { backup, is_trial }: Begun<'_>,
) -> Result<(), sqlx::Error> {
    connection
        .run(&format!(
            "CREATE TABLE IF NOT EXISTS {RESTORE_PROGRESS} \
             (backup TEXT PRIMARY KEY, is_trial INTEGER NOT NULL, is_compared INTEGER NOT NULL DEFAULT 0)"
        ))
        .await?;
    connection.run(&format!("DELETE FROM {RESTORE_PROGRESS}")).await?;
    let insert = format!("INSERT INTO {RESTORE_PROGRESS} (backup, is_trial) VALUES ($1, {})", i32::from(is_trial));
    connection.write(&insert, &[Some(backup.to_owned())]).await
}

/// Notes that all rows of the backup are there.
///
/// # Errors
/// If the database refuses.
pub async fn note_compared(url: &SecretUrl) -> Result<(), sqlx::Error> {
    let mut connection = Connection::open(url).await?;
    connection.run(&format!("UPDATE {RESTORE_PROGRESS} SET is_compared = 1")).await?;
    connection.close().await
}

/// The last step of a restore: servers may start on the database. It can be repeated.
///
/// # Errors
/// If the database refuses.
pub async fn end_restore(url: &SecretUrl) -> Result<(), sqlx::Error> {
    let mut connection = Connection::open(url).await?;
    connection.run(&format!("DROP TABLE IF EXISTS {RESTORE_PROGRESS}")).await?;
    connection.close().await
}
