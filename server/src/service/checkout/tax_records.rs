//! Telling the tax service what was sold and what goes back, if the tax of an invoice was calculated by one.
//!
//! What it has to record is written in the transaction that settles the payment or the refund. The job `taxes` tells the service,
//! outside any transaction, until it is known that it has recorded it. So a service that is down never delays money.
//!
//! The id of a record is made from what it is about, and the service takes each id once. So a sale or a return that is taken up again after a
//! restored backup is not recorded twice.

use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::providers::tax::{NotRecorded, Recorded, SalesTax, TaxRecord, TaxService};
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::checkout::invoices::{self, InvoiceRow};
use crate::store::checkout::tax::{self, RecordKind, RecordStatus, TaxRecordRow};
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges::ExchangeRow;
use crate::values::calculated_tax::Calculation;
use std::time::Duration;
use stylebox_core::policy::limits;
use stylebox_core::values::count::Count;

/// The first wait after the service did not record something; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(60);
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// Has the sale of a paid invoice recorded. `charge` is the attempt that has paid it; if nothing was due, there is none.
pub async fn sold(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    charge: Option<&AttemptRow>,
) -> AppResult<()> {
    let Some(calculation) = &invoice.tax_calculation else { return Ok(()) };
    // An invoice that is made again after a restore has another id, and the charge that has paid it the same key.
    let id = charge.map_or_else(|| format!("sale-{}", invoice.id), |charge| format!("sale-{}", charge.gateway_key));
    write(state, tx, invoice, id, RecordKind::Sale, calculation.clone()).await
}

/// Has it recorded that an item goes back. The tax on shipping stays.
pub async fn item_back(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    line_item_id: &str,
) -> AppResult<()> {
    let Some(calculation) = &invoice.tax_calculation else { return Ok(()) };
    let lines: Vec<_> = calculation.lines.iter().filter(|line| line.id == line_item_id).cloned().collect();
    if lines.is_empty() {
        // It cost nothing after the discounts.
        return Ok(());
    }
    let back = Calculation { lines, shipping_tax: 0, ..calculation.clone() };
    // An item of a sale is refunded once.
    let id = format!("{}-{line_item_id}", id_of_return(tx, invoice).await?);
    write(state, tx, invoice, id, RecordKind::Return, back).await
}

/// Has the service record that everything goes back, except for the items that are refunded `apart`: [`item_back`] records each of
/// them once its refund is settled.
pub async fn rest_back(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    apart: &[ExchangeRow],
) -> AppResult<()> {
    let Some(calculation) = &invoice.tax_calculation else { return Ok(()) };
    // A sale is void once.
    let id = id_of_return(tx, invoice).await?;
    let is_apart = |id: &str| apart.iter().any(|exchange| exchange.line_item_id == id);
    let lines: Vec<_> = calculation.lines.iter().filter(|line| !is_apart(&line.id)).cloned().collect();
    if lines.len() == calculation.lines.len() {
        return write(state, tx, invoice, id, RecordKind::WholeReturn, calculation.clone()).await;
    }
    if lines.is_empty() && calculation.shipping_tax == 0 {
        return Ok(());
    }
    let rest = Calculation { lines, ..calculation.clone() };
    write(state, tx, invoice, id, RecordKind::Return, rest).await
}

/// The id of the record of a return: of the same sale it is the same, also after a restore.
async fn id_of_return(tx: &mut CustomerTx, invoice: &InvoiceRow) -> AppResult<String> {
    let records = tax::records_of(tx, &invoice.id).await?;
    let sale = records.into_iter().find(|record| record.kind == RecordKind::Sale);
    let sale = sale.ok_or_else(|| AppError::unexpected("a return without its sale"))?;
    Ok(format!("return-{}", sale.id))
}

async fn write(
    state: &AppState,
    tx: &mut CustomerTx,
    invoice: &InvoiceRow,
    id: String,
    kind: RecordKind,
    calculation: Calculation,
) -> AppResult<()> {
    let now = state.clock.now();
    let row = TaxRecordRow {
        id,
        invoice_id: invoice.id.clone(),
        kind,
        calculation,
        created_at: now,
        status: RecordStatus::Waiting,
        transaction_id: None,
        attempts: Count::default(),
        next_try_at: now,
        last_error: None,
        closed_at: None,
    };
    Ok(row.insert(tx).await?)
}

/// Tells the service what it has to record now. Returns how much it has recorded. If it does not answer once, it is not told the
/// rest: the next run does.
pub async fn tell(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    let SalesTax::Service(service) = &state.providers.tax else { return Ok(batch) };
    let mut due = tax::waiting(&mut state.db.read().await?, state.clock.now()).await?;
    // A sale comes before what goes back of it.
    due.sort_by_key(|record| (record.created_at, record.kind != RecordKind::Sale));
    if due.is_empty() {
        return Ok(batch);
    }
    let mut run = match state.breakers().begin("tax", state.clock.now()) {
        Ok(run) => run,
        Err(rest) => {
            batch.record::<()>("waiting tax records", Err(rest));
            return Ok(batch);
        }
    };
    for record in due {
        match batch.record(&format!("tax record {}", record.id), record_one(state, &**service, &record).await) {
            Some(RecordOutcome::Recorded) => {
                batch.done += 1;
                run.answered();
            }
            Some(RecordOutcome::Unknown) => {
                run.silent(state.clock.now());
                break;
            }
            Some(RecordOutcome::Refused | RecordOutcome::TooEarly) | None => {}
        }
    }
    if let Some(rest) = run.over() {
        batch.record::<()>("waiting tax records", Err(rest));
    }
    Ok(batch)
}

/// What became of telling the service about a sale or a return.
enum RecordOutcome {
    Recorded,
    /// It did not answer.
    Unknown,
    /// It refused. `ops attention` shows why.
    Refused,
    /// The sale itself is not recorded yet.
    TooEarly,
}

async fn record_one(state: &AppState, service: &dyn TaxService, record: &TaxRecordRow) -> StaffResult<RecordOutcome> {
    let sale = match record.kind {
        RecordKind::Sale => None,
        RecordKind::Return | RecordKind::WholeReturn => {
            let records = tax::records_of(&mut state.db.read().await?, &record.invoice_id).await?;
            let sale = records.into_iter().find(|record| record.kind == RecordKind::Sale);
            let sale = sale.ok_or_else(|| StaffError::unexpected("a return without its sale"))?;
            match (sale.status, sale.transaction_id) {
                (RecordStatus::Waiting, _) => return Ok(RecordOutcome::TooEarly),
                (_, Some(transaction)) => Some(transaction),
                (_, None) => {
                    let why = "it is not known under which id the sale is recorded: enter it by hand".to_owned();
                    return note(state, record, Err(NotRecorded::Refused(why))).await;
                }
            }
        }
    };
    let Calculation { id, lines, shipping_tax, .. } = &record.calculation;
    let asked = match (record.kind, &sale) {
        (RecordKind::WholeReturn, Some(transaction)) => TaxRecord::WholeReturn { transaction },
        (RecordKind::Return, Some(transaction)) => {
            TaxRecord::Return { transaction, lines, shipping_tax: *shipping_tax }
        }
        _ => TaxRecord::Sale { calculation: id },
    };
    let answer = service.record(&record.id, asked).await;
    note(state, record, answer).await
}

/// Notes what the service has answered.
async fn note(
    state: &AppState,
    record: &TaxRecordRow,
    answer: Result<Recorded, NotRecorded>,
) -> StaffResult<RecordOutcome> {
    let (mut tx, mut row) = locked(state, &record.id).await?;
    if row.status != RecordStatus::Waiting {
        // Another server was faster, or staff.
        return Ok(RecordOutcome::Recorded);
    }
    let now = state.clock.now();
    let outcome = match answer {
        Ok(recorded) => {
            (row.status, row.closed_at, row.last_error) = (RecordStatus::Recorded, Some(now), None);
            row.transaction_id = match recorded {
                Recorded::As(id) => Some(id),
                Recorded::Before => None,
            };
            RecordOutcome::Recorded
        }
        Err(error) => {
            let doublings = u32::try_from(row.attempts.get()).unwrap_or(u32::MAX).min(16);
            row.attempts = row.attempts.one_more();
            row.next_try_at = now.plus(FIRST_WAIT.saturating_mul(2_u32.saturating_pow(doublings)).min(LONGEST_WAIT));
            tracing::warn!(record = row.id, %error, "the tax service has not recorded something");
            row.last_error = Some(error.to_string());
            if error == NotRecorded::Unknown { RecordOutcome::Unknown } else { RecordOutcome::Refused }
        }
    };
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// A record, in a transaction about its customer.
async fn locked(state: &AppState, id: &str) -> StaffResult<(CustomerTx, TaxRecordRow)> {
    let gone = || StaffError::refused(format!("There is no tax record {id}."));
    let mut tx = state.db.read().await?;
    let record = tax::record(&mut tx, id).await?.ok_or_else(gone)?;
    let invoice = invoices::by_id(&mut tx, &record.invoice_id).await?;
    let invoice = invoice.ok_or_else(|| AppError::unexpected("a tax record without its invoice"))?;
    drop(tx);
    let (mut tx, _) = state.db.write_about(&invoice.customer_id).await?.ok_or_else(gone)?;
    let record = tax::record(&mut tx, id).await?.ok_or_else(gone)?;
    Ok((tx, record))
}

/// Notes that staff have entered at the service what it has refused to record.
///
/// # Errors
/// [`StaffError::Refused`] if there is no such record, or it does not wait.
pub async fn settle_by_hand(state: &AppState, id: &str) -> StaffResult<()> {
    let (mut tx, mut row) = locked(state, id).await?;
    if row.status != RecordStatus::Waiting {
        return Err(StaffError::refused(format!("The tax record {id} does not wait: it is {}.", row.status)));
    }
    (row.status, row.closed_at) = (RecordStatus::ByHand, Some(state.clock.now()));
    row.update(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// What the service has refused to record, or has not recorded for long: the record's id, and a message.
///
/// # Errors
/// If the database fails.
pub async fn stuck(state: &AppState) -> StaffResult<Vec<(String, String)>> {
    let end = state.clock.now().plus(LONGEST_WAIT);
    let waiting = tax::waiting(&mut state.db.read().await?, end).await?;
    let unknown = NotRecorded::Unknown.to_string();
    let is_stuck = |row: &TaxRecordRow| {
        let tries = i64::try_from(row.attempts.get()).unwrap_or(i64::MAX);
        row.last_error.as_ref().is_some_and(|error| *error != unknown || tries >= limits::STUCK_AFTER_TRIES)
    };
    let line = |row: TaxRecordRow| {
        let what = match row.kind {
            RecordKind::Sale => "a sale is",
            RecordKind::Return | RecordKind::WholeReturn => "what goes back is",
        };
        let why = row.last_error.unwrap_or_default();
        let hand = format!("\"ops tax by-hand {}\" once it is entered there by hand", row.id);
        (row.id, format!("{what} not recorded, tried {} times: {why} ({hand})", row.attempts.get()))
    };
    Ok(waiting.into_iter().filter(is_stuck).map(line).collect())
}
