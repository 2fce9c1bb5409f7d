//! Payments: charges, refunds, fraud holds and the audit.

mod audit;
mod bank;
mod bank_fee;
mod breaker;
mod contention;
mod fraud_records;
mod kount;
mod kount_sessions;
mod left_accounts;
mod lost_answers;
mod next_charge;
pub mod screening;
mod stopped_payments;
pub(crate) mod stripe;
pub mod unpaid_fees;
mod waiting_fee;
