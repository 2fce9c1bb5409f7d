//! What a backup must not bring back: the ways in that have been used or ended since it was taken.

use crate::store::{Result, Tx};

/// Ends all sessions, with the changes, codes and phone links that go with them, and all links to a new password or email address.
/// Returns how many sessions there were.
pub async fn end_all(tx: &mut Tx) -> Result<u64> {
    let sessions = execute!(tx, "DELETE FROM sessions")?;
    execute!(tx, "DELETE FROM reset_tokens")?;
    execute!(tx, "DELETE FROM email_changes")?;
    Ok(sessions)
}
