//! The pieces that staff were shown for a box before a person releases it.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result, Tx};

row! {
    /// What was shown, by the seed from which it was composed.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ProposalRow {
        pub(crate) seed: i64,
        /// The fingerprint of the pieces and the customer's words.
        pub(crate) fingerprint: String,
        /// Whether others were shown before.
        pub(crate) others_shown: bool,
    }
}

/// How many characters of a fingerprint staff type.
const MARK: usize = 4;

impl ProposalRow {
    /// A short name for these pieces and words. Staff type it to release exactly what they were shown.
    #[must_use]
    pub fn mark(&self) -> &str {
        self.fingerprint.get(..MARK).unwrap_or(&self.fingerprint)
    }
}

/// What was shown last for an order; `None` if nothing was.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Option<ProposalRow>> {
    let sql = "SELECT seed, fingerprint, others_shown FROM box_proposals WHERE order_id = $1";
    fetch_optional!(tx, ProposalRow, sql, order_id)
}

/// Records what is shown for an order, in place of what was shown before.
pub async fn set(tx: &mut CustomerTx, order_id: &str, proposal: &ProposalRow, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO box_proposals (order_id, seed, fingerprint, others_shown, proposed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (order_id) DO UPDATE SET seed = excluded.seed, fingerprint = excluded.fingerprint,
           others_shown = excluded.others_shown, proposed_at = excluded.proposed_at",
        order_id,
        proposal.seed,
        &proposal.fingerprint,
        proposal.others_shown,
        now
    )?;
    Ok(())
}

/// Forgets what was shown for an order.
pub async fn remove(tx: &mut CustomerTx, order_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM box_proposals WHERE order_id = $1", order_id)?;
    Ok(())
}
