//! The tax of invoices, if a service calculates it: its calculations of the last day, and what it has to record.

use crate::platform::clock::Timestamp;
use crate::store::{Result, Tx};
use crate::values::calculated_tax::Calculation;
use stylebox_core::values::count::Count;
use stylebox_core::word_enum;

// A stored calculation of another form is an error: another tax would be charged or recorded.
stored_as_json!(Calculation);

table! {
    /// A calculation, to be used again for the same sale.
    pub struct CalculationRow in "tax_calculations", columns calculation_columns, written in Tx {
        pub id: String,
        pub order_id: String,
        /// The key by which the same sale is found again.
        pub fingerprint: String,
        pub calculation: Calculation,
        pub created_at: Timestamp,
        /// Until when it may be used again.
        pub expires_at: Timestamp,
    }
}

/// The newest calculation of a sale that may still be used.
pub async fn calculation(
    tx: &mut Tx,
    order_id: &str,
    fingerprint: &str,
    now: Timestamp,
) -> Result<Option<CalculationRow>> {
    fetch_optional!(
        tx,
        CalculationRow,
        concat!(
            "SELECT ",
            calculation_columns!(),
            " FROM tax_calculations WHERE order_id = $1 AND fingerprint = $2 AND expires_at > $3
             ORDER BY created_at DESC, id DESC LIMIT 1"
        ),
        order_id,
        fingerprint,
        now
    )
}

word_enum! {
    /// What is recorded.
    pub enum RecordKind {
        /// A sale was paid.
        Sale = "sale",
        /// Some of its items go back.
        Return = "return",
        /// All of it goes back.
        WholeReturn = "whole_return",
    }
}

word_enum! {
    /// The status of a record.
    pub enum RecordStatus {
        /// The service has to be told, or told again.
        Waiting = "waiting",
        /// The service has recorded it.
        Recorded = "recorded",
        /// Staff have entered it at the service.
        ByHand = "by_hand",
    }
}

stored_as_text!(RecordKind, RecordStatus);

table! {
    /// What the service has to record.
    pub struct TaxRecordRow in "tax_records", columns record_columns, written in CustomerTx {
        /// Also the reference under which the service records it.
        pub id: String,
        pub invoice_id: String,
        pub kind: RecordKind,
        /// What was calculated; of a return the items that go back, and the tax on shipping that does.
        pub calculation: Calculation,
        pub created_at: Timestamp,
    }
    changing {
        pub status: RecordStatus,
        /// The service's id of it; `None` until it has said so.
        pub transaction_id: Option<String>,
        /// How often the service was told in vain.
        pub attempts: Count,
        pub next_try_at: Timestamp,
        /// Why it was not recorded the last time.
        pub last_error: Option<String>,
        pub closed_at: Option<Timestamp>,
    }
}

pub async fn record(tx: &mut Tx, id: &str) -> Result<Option<TaxRecordRow>> {
    fetch_optional!(tx, TaxRecordRow, concat!("SELECT ", record_columns!(), " FROM tax_records WHERE id = $1"), id)
}

/// The records of an invoice, the oldest first.
pub async fn records_of(tx: &mut Tx, invoice_id: &str) -> Result<Vec<TaxRecordRow>> {
    fetch_all!(
        tx,
        TaxRecordRow,
        concat!("SELECT ", record_columns!(), " FROM tax_records WHERE invoice_id = $1 ORDER BY created_at, id"),
        invoice_id
    )
}

/// The records that wait and are due by a time.
pub async fn waiting(tx: &mut Tx, due_by: Timestamp) -> Result<Vec<TaxRecordRow>> {
    fetch_all!(
        tx,
        TaxRecordRow,
        concat!(
            "SELECT ",
            record_columns!(),
            " FROM tax_records WHERE status = 'waiting' AND next_try_at <= $1 ORDER BY next_try_at, id"
        ),
        due_by
    )
}
