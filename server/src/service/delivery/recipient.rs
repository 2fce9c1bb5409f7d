//! Where the parcels of an order go.

use crate::platform::error::AppResult;
use crate::service::mail::email_content::on_one_line;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::orders::OrderRow;
use crate::values::recipient::Recipient;

/// Who receives the box, and where: the order keeps its address, even if the customer has changed or deleted it since. `None` if
/// the order has none.
pub async fn of_box(tx: &mut Tx, order: &OrderRow) -> AppResult<Option<Recipient>> {
    let known = shipping_addresses::of_order(tx, order).await?;
    Ok(known.map(|row| Recipient { name: on_one_line(&row.name), ..row.recipient() }))
}

/// Who receives the exchanges of an order, and where: the address that was given at the checkout, or that of the box. `None` if
/// there is none.
pub async fn of_exchange(
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    invoice: Option<InvoiceRow>,
) -> AppResult<Option<Recipient>> {
    let Some(given) = invoice.and_then(|invoice| invoice.exchange_address) else { return of_box(tx, order).await };
    let recipient = given.or_named(|| customer.full_name());
    Ok(Some(Recipient { name: on_one_line(&recipient.name), ..recipient }))
}

/// Recipient and address on one line.
#[must_use]
pub fn on_a_line(recipient: &Recipient) -> String {
    let parts = [recipient.name.clone(), recipient.address.on_one_line()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
