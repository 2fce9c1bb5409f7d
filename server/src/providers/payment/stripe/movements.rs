//! Stripe's own list of what moved: the balance transactions.

use super::Stripe;
use crate::platform::clock::Timestamp;
use crate::providers::companies::stripe::client::{Fault, no_answer};
use crate::providers::companies::stripe::objects::{BalanceTransaction, our_key};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::movement::{Movement, MovementKind, MovementPage};

impl Stripe {
    /// Reads a page of the list. If Stripe does not know the transaction after which it is to begin, the list is read from its beginning:
    /// what is read twice is stored once.
    pub(super) async fn read_movements(&self, since: Timestamp, after: Option<&str>) -> Result<MovementPage, NoAnswer> {
        let query = [("created[gte]", since.seconds().to_string()), ("expand[]", "data.source".to_owned())];
        let transactions = |after| self.api.page::<BalanceTransaction>("/v1/balance_transactions", &query, after);
        let page = match (transactions(after).await, after) {
            (Err(Fault::Refused(_)), Some(_)) => transactions(None).await,
            (page, _) => page,
        };
        let (found, next) = page.map_err(|fault| no_answer(&fault))?;
        Ok(MovementPage { found: found.into_iter().filter_map(movement).collect(), next })
    }
}

/// The movement of a transaction; `None` if it moves no money of customers.
fn movement(transaction: BalanceTransaction) -> Option<Movement> {
    let kind = match transaction.reporting_category.as_str() {
        "charge" => MovementKind::Charge,
        "refund" => MovementKind::Refund,
        "refund_failure" => MovementKind::RefundFailure,
        "dispute" => MovementKind::Dispute,
        "dispute_reversal" => MovementKind::DisputeReversal,
        "charge_failure" | "partial_capture_reversal" => MovementKind::Correction,
        // Pay-outs, Stripe's own bills, and what it keeps back for a while.
        _ => return None,
    };
    if transaction.amount == 0 {
        return None;
    }
    let source = transaction.source.unwrap_or_default();
    Some(Movement {
        id: transaction.id,
        kind,
        amount: transaction.amount,
        fee: transaction.fee,
        currency: transaction.currency.to_uppercase(),
        charge_id: source.payment_intent,
        key: our_key(source.metadata.as_ref()).cloned(),
        at: Timestamp(transaction.created.saturating_mul(1_000_000)),
    })
}
