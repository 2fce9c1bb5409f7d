//! The amounts of an open invoice, by core's `invoice.preview`.

use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::tax::DueTax;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::items::LineItemRow;
use stylebox_core::checkout::coupon::Coupon;
use stylebox_core::checkout::decision::{StoredDecision, from_line_item};
use stylebox_core::checkout::invoice::{
    Charges, DueTotal, Preview, PreviewDecision, PreviewInput, PreviewLine, preview, total_due,
};
use stylebox_core::checkout::{LeastCharge, least_charge};
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::money::{Money, TaxRate};

/// Core's preview of the invoice, at a tax rate.
///
/// # Errors
/// If the stored coupon is invalid, or an amount is too large.
pub fn preview_of(row: &InvoiceRow, lines: &[LineItemRow], tax_rate: TaxRate, terms: &ShopTerms) -> AppResult<Preview> {
    let decision = |line: &LineItemRow| PreviewDecision {
        id: line.id.clone(),
        action: from_line_item(&StoredDecision {
            claimed_kept: line.claimed_kept,
            exchange_size: line.exchange_size.clone(),
        }),
    };
    let input = PreviewInput {
        lines: lines.iter().map(|line| PreviewLine { id: line.id.clone(), price: line.retail_price }).collect(),
        decisions: lines.iter().map(decision).collect(),
        coupon: coupon_of(row)?,
        tax_rate,
        shipping_tax: row.shipping_tax,
        credit: row.credit_available,
        gift_card_balance: row.gift_card_available,
    };
    preview(&input, terms).map_err(AppError::unexpected)
}

/// Writes core's preview into the row: with the tax by the row's rate, or with the calculated one.
///
/// # Errors
/// Those of [`preview_of`]; if a stored tax is no amount.
pub fn fill(row: &mut InvoiceRow, lines: &[LineItemRow], due: DueTax, terms: &ShopTerms) -> AppResult<()> {
    let seen = match due {
        DueTax::ByRate => preview_of(row, lines, row.tax_rate, terms)?,
        DueTax::Calculated(calculation) => {
            let (tax, shipping_tax) = match &calculation {
                Some(calculation) => (calculation.tax()?, calculation.shipping_tax()?),
                None => (Money::ZERO, Money::ZERO),
            };
            (row.shipping_tax, row.tax_calculation) = (shipping_tax, calculation);
            with_tax(row, preview_of(row, lines, TaxRate::ZERO, terms)?, tax, terms)?
        }
    };
    row.original_subtotal = seen.subtotal;
    row.multi_item_discount = seen.multi_item_discount;
    row.discount_amount = seen.discount;
    row.total_before_tax = seen.total_before_tax;
    row.tax = seen.tax;
    row.total_with_tax = seen.total_with_tax;
    row.credit_amount = seen.credit_used;
    row.gift_card_amount = seen.gift_card_used;
    let LeastCharge { charged, forgiven } = least_charge(&DueTotal { total_due: seen.total_due });
    (row.total_due, row.forgiven) = (charged, forgiven);
    row.four_items = seen.four_items;
    row.undecided = seen.undecided;
    Ok(())
}

/// The preview with another tax, by core's `invoice.total_due`.
fn with_tax(row: &InvoiceRow, seen: Preview, tax: Money, terms: &ShopTerms) -> AppResult<Preview> {
    let charges = Charges {
        subtotal: seen.subtotal,
        kept_or_exchanged: seen.kept_or_exchanged,
        discount: seen.discount,
        tax,
        shipping_tax: row.shipping_tax,
        credit: row.credit_available,
        gift_card_balance: row.gift_card_available,
    };
    let due = total_due(&charges, terms).map_err(AppError::unexpected)?;
    Ok(Preview {
        tax,
        total_with_tax: due.total_with_tax,
        credit_used: due.credit_used,
        gift_card_used: due.gift_card_used,
        total_due: due.total_due,
        ..seen
    })
}

/// The invoice's coupon.
///
/// # Errors
/// If the stored coupon is invalid, or a part of it is missing.
pub fn coupon_of(row: &InvoiceRow) -> AppResult<Option<Coupon>> {
    match (&row.coupon_code, row.coupon_kind, row.coupon_value) {
        (Some(_), Some(kind), Some(value)) => Coupon::new(kind, value).map(Some).map_err(AppError::unexpected),
        (None, None, None) => Ok(None),
        _ => Err(AppError::unexpected("an invoice with a part of a coupon")),
    }
}
