//! Where the parcels of an order go.

use crate::platform::error::AppResult;
use crate::providers::carrier::Recipient;
use crate::service::mail::letter::on_one_line;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::checkout::exchange_address::ExchangeAddress;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::orders::OrderRow;
use stylebox_core::account::address::{self, ShownAddress};
use stylebox_core::values::reading::name::clean;

/// Who receives the box, where: the order keeps its address, even if the customer has changed or deleted it since. `None` if it has
/// none.
pub async fn of_box(tx: &mut Tx, order: &OrderRow) -> AppResult<Option<Recipient>> {
    let known = shipping_addresses::of_order(tx, order).await?;
    Ok(known.map(|AddressRow { name, line_1, line_2, city, state, postal_code, phone, .. }| Recipient {
        name: on_one_line(&name),
        line_1,
        line_2,
        city,
        state,
        postal_code,
        phone,
    }))
}

/// Who receives the exchanges of an order, where: the address that was given at the checkout, or that of the box. `None` if there is
/// none.
pub async fn of_exchange(
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    invoice: Option<InvoiceRow>,
) -> AppResult<Option<Recipient>> {
    let Some(given) = invoice.and_then(|invoice| invoice.exchange_address) else { return of_box(tx, order).await };
    let ExchangeAddress { name, line_1, line_2, city, state, postal_code, phone } = given;
    // An earlier version kept what nobody sees in it.
    let cleaned = |text: Option<String>| text.map(|text| clean(&text)).filter(|text| !text.is_empty());
    let name = on_one_line(&cleaned(name).unwrap_or_else(|| customer.full_name()));
    let line_2 = cleaned(line_2);
    let (line_1, city) = (clean(&line_1), clean(&city));
    Ok(Some(Recipient { name, line_1, line_2, city, state, postal_code, phone }))
}

/// Recipient and address on one line.
#[must_use]
pub fn on_a_line(recipient: Recipient) -> String {
    let Recipient { name, line_1, line_2, city, state, postal_code, phone: _ } = recipient;
    let address = address::on_one_line(&ShownAddress { line_1, line_2, city, state, postal_code });
    [name, address].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
