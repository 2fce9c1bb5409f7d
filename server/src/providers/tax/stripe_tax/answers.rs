//! The answers of Stripe Tax, as far as they are read. An answer that does not fit what was asked does not count.

use crate::providers::common::reach::Reach;
use crate::providers::tax::taxed_sale::TaxedSale;
use crate::values::calculated_tax::{CalculatedLine, Calculation};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct CalculationAnswer {
    id: Option<String>,
    currency: String,
    amount_total: i64,
    tax_amount_exclusive: i64,
    tax_amount_inclusive: i64,
    expires_at: Option<i64>,
    line_items: Option<LineItems>,
}

impl CalculationAnswer {
    /// The calculation; `None` if it is not of this sale, or its amounts do not add up.
    pub(super) fn of(self, sale: &TaxedSale) -> Option<Calculation> {
        let items = self.line_items.filter(|items| !items.has_more && items.data.len() == sale.lines.len())?;
        let mut lines = Vec::with_capacity(sale.lines.len());
        for line in &sale.lines {
            let item = items.data.iter().find(|item| item.reference == line.id)?;
            if item.amount != line.amount.to_cents() || item.amount_tax < 0 {
                return None;
            }
            lines.push(CalculatedLine { id: line.id.clone(), amount: item.amount, tax: item.amount_tax });
        }
        let sum = |part: fn(&CalculatedLine) -> i64| lines.iter().map(part).try_fold(0_i64, i64::checked_add);
        let (amount, tax) = (sum(|line| line.amount)?, sum(|line| line.tax)?);
        // The rest is the tax on shipping and retail delivery fees. Shipping is free.
        let shipping_tax = self.tax_amount_exclusive.checked_sub(tax).filter(|rest| *rest >= 0)?;
        let is_whole = self.currency == "usd"
            && self.tax_amount_inclusive == 0
            && self.amount_total == amount.checked_add(self.tax_amount_exclusive)?;
        is_whole.then_some(Calculation { id: self.id?, expires_at: self.expires_at?, lines, shipping_tax })
    }
}

/// The lines of a calculation or of a transaction.
#[derive(Debug, Deserialize)]
pub(super) struct LineItems {
    data: Vec<LineItem>,
    has_more: bool,
}

#[derive(Debug, Deserialize)]
struct LineItem {
    id: String,
    reference: String,
    amount: i64,
    amount_tax: i64,
}

impl LineItems {
    /// The line of our reference, as Stripe knows it.
    pub(super) fn id_of(&self, reference: &str) -> Option<&str> {
        self.data.iter().find(|item| item.reference == reference).map(|item| item.id.as_str())
    }
}

/// A transaction, or a reversal of one.
#[derive(Debug, Deserialize)]
pub(super) struct TransactionAnswer {
    pub(super) id: String,
    pub(super) reference: String,
}

/// The account's tax settings.
#[derive(Debug, Deserialize)]
pub(super) struct SettingsAnswer {
    status: String,
}

impl SettingsAnswer {
    /// Whether Stripe Tax is set up.
    pub(super) fn reach(&self) -> Reach {
        if self.status == "active" {
            Reach::Reached
        } else {
            Reach::Refused(
                "Stripe Tax is not set up yet: add the head office in the Dashboard's tax settings".to_owned(),
            )
        }
    }
}

/// A refusal.
#[derive(Debug, Deserialize)]
pub(super) struct ErrorAnswer {
    error: ErrorBody,
}

#[derive(Debug, Default, Deserialize)]
struct ErrorBody {
    #[serde(default, rename = "type")]
    kind: String,
    code: Option<String>,
    param: Option<String>,
    message: Option<String>,
}

impl ErrorAnswer {
    /// A refusal that says nothing but its status.
    pub(super) fn of_status(status: u16) -> Self {
        Self { error: ErrorBody { kind: format!("status {status}"), ..ErrorBody::default() } }
    }

    /// Whether it says that the address cannot be located.
    pub(super) fn is_about_place(&self) -> bool {
        let is_about = |code: &str| code == "customer_tax_location_invalid" || code == "shipping_address_invalid";
        self.error.code.as_deref().is_some_and(is_about)
            || self.error.param.as_deref().is_some_and(|param| param.starts_with("customer_details[address]"))
    }

    /// Whether there is a transaction with our reference already.
    pub(super) fn is_about_used_reference(&self) -> bool {
        self.error.code.as_deref() == Some("resource_already_exists")
            || (self.error.param.as_deref() == Some("reference")
                && self.error.message.as_deref().is_some_and(|message| message.contains("already")))
    }

    /// Whether the idempotency key was used before with other fields. The call did nothing.
    pub(super) fn is_about_used_key(&self) -> bool {
        self.error.kind == "idempotency_error"
    }

    /// For the operator: what kind of refusal it is. Stripe's own words are left out, because they can hold what was sent.
    pub(super) fn sentence(&self) -> String {
        let ErrorBody { kind, code, param, message: _ } = &self.error;
        let parts = [Some(kind.as_str()), code.as_deref(), param.as_deref()];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}
