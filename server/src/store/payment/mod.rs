//! The tables of money: payment attempts, the ledger, fraud, the embedded gateway's books, and the audit's view of them.

pub mod audit;
pub mod charges;
pub mod decline_reason;
pub mod declines;
pub mod ended_charges;
pub mod fraud;
pub mod fraud_holds;
pub mod gateway_movements;
pub mod gateway_notices;
pub mod ledger;
pub mod payment_attempts;
pub mod sandbox;
