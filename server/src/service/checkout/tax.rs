//! The tax of an open invoice: by the table's rate, or as a service has calculated it.
//!
//! A service is asked outside any transaction. Work that needs the tax of a sale looks for a calculation of the last day; if there
//! is none, it answers [`Taxed::Missing`] and changes nothing. A [`Calculator`] asks the service and keeps its answer.

use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult};
use crate::providers::tax::state_tax::StateTax;
use crate::providers::tax::taxed_sale::{SaleLine, TaxedSale};
use crate::providers::tax::{NotCalculated, SalesTax};
use crate::service::access::rate_limit::Limit;
use crate::service::delivery::stores;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::shipping_addresses;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::checkout::tax::{self, CalculationRow};
use crate::store::order::items::LineItemRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::charges::ChargeFacts;
use crate::values::calculated_tax::Calculation;
use crate::values::postal_address::PostalAddress;
use std::time::Duration;
use stylebox_core::checkout::invoice::PreviewLine;
use stylebox_core::checkout::taxed::{TaxedInput, lines as taxed_lines};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::policy::{self, limits};
use stylebox_core::values::money::{Money, TaxRate};

/// How often the service is asked for one call. What is taxed can change meanwhile, but not forever.
const MOST_CALCULATIONS: usize = 4;

/// Calculations for one customer who looks at an invoice, and for one who checks out: a customer who pays is not refused for
/// having looked often.
const LOOKS: Limit = Limit::new("tax-calculations", limits::TAX_CALCULATIONS);
const CHECKOUTS: Limit = Limit::new("checkout-tax-calculations", limits::TAX_CALCULATIONS);

/// How long a calculation must still be good for a record, in case the gateway or the service itself is down for a while.
const TIME_TO_RECORD: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Whether a service calculates the tax.
#[must_use]
pub fn is_calculated(state: &AppState) -> bool {
    matches!(state.providers.tax, SalesTax::Service(_))
}

/// The result of work that needs the tax of a sale.
#[derive(Debug)]
pub enum Taxed<T> {
    /// The tax is known, and this is the result.
    Known(T),
    /// A service has to calculate the tax of this sale first. Nothing has changed.
    Missing(Box<TaxedSale>),
}

/// Who has a tax calculated, which costs the shop money.
#[derive(Debug, Clone, Copy)]
pub enum Asker<'a> {
    /// The customer with this id, who looks at an invoice, as often as [`limits::TAX_CALCULATIONS`] says.
    Customer(&'a str),
    /// The customer with this id, who checks out, as often again.
    Checkout(&'a str),
    /// The shop, which checks out for a customer. That is never refused.
    Shop,
}

impl Asker<'_> {
    /// The limit of its calculations, and the subject that they count for.
    const fn limit(&self) -> Option<(Limit, &str)> {
        match self {
            Self::Customer(id) => Some((LOOKS, id)),
            Self::Checkout(id) => Some((CHECKOUTS, id)),
            Self::Shop => None,
        }
    }
}

/// Asks the tax service for one call, a few times at most.
pub struct Calculator<'a> {
    state: &'a AppState,
    asker: Asker<'a>,
    done: usize,
    is_silent: bool,
}

impl<'a> Calculator<'a> {
    /// A calculator that has not asked yet.
    #[must_use]
    pub const fn new(state: &'a AppState, asker: Asker<'a>) -> Self {
        Self { state, asker, done: 0, is_silent: false }
    }

    /// The same for one of many calls. If the service was silent in one before, it is not asked: each would wait for it as long.
    #[must_use]
    pub const fn unless_silent(self, is_silent: bool) -> Self {
        Self { is_silent, ..self }
    }

    /// Whether the service was asked.
    #[must_use]
    pub const fn has_asked(&self) -> bool {
        self.done > 0
    }

    /// Whether the service did not answer.
    #[must_use]
    pub const fn is_silent(&self) -> bool {
        self.is_silent
    }

    /// Asks the service about a sale, and keeps its answer for a day.
    ///
    /// # Errors
    /// [`Refusal::TaxUnavailable`] if the service does not calculate, or was asked too often for one call;
    /// [`Refusal::TaxUnknown`] if it does not know the address; [`AppError::TooMany`] if the customer has had too many calculated.
    pub async fn calculate(&mut self, sale: &TaxedSale) -> AppResult<()> {
        if self.done == MOST_CALCULATIONS || self.is_silent {
            return Err(Refusal::TaxUnavailable.into());
        }
        self.done = self.done.saturating_add(1);
        let calculated = calculate(self.state, self.asker, sale).await?;
        self.is_silent = matches!(calculated, Err(NotCalculated::Down));
        calculated.map_err(|error| match error {
            NotCalculated::PlaceUnknown => Refusal::TaxUnknown.into(),
            NotCalculated::Down => Refusal::TaxUnavailable.into(),
            NotCalculated::Refused(why) => {
                tracing::error!(why, "the tax service refuses to calculate");
                Refusal::TaxUnavailable.into()
            }
        })
    }

    /// The result of `work`. While the tax is missing, calculates it and calls `work` again.
    ///
    /// # Errors
    /// Those of `work` and of [`calculate`](Self::calculate).
    pub async fn until_known<T, E, F>(&mut self, work: impl Fn() -> F) -> Result<T, E>
    where
        E: From<AppError>,
        F: Future<Output = Result<Taxed<T>, E>>,
    {
        loop {
            match work().await? {
                Taxed::Known(result) => return Ok(result),
                Taxed::Missing(sale) => self.calculate(&sale).await?,
            }
        }
    }
}

async fn calculate(state: &AppState, asker: Asker<'_>, sale: &TaxedSale) -> AppResult<Result<(), NotCalculated>> {
    let SalesTax::Service(service) = &state.providers.tax else {
        return Err(AppError::unexpected("a table needs no calculation"));
    };
    let limit = asker.limit();
    if let Some((limit, id)) = limit {
        limit.check(state, id).await?;
    }
    let calculation = match service.calculate(sale).await {
        Ok(calculation) => calculation,
        Err(error) => return Ok(Err(error)),
    };
    let now = state.clock.now();
    // The service goes by the real time; in demo mode ours may be ahead.
    let lifetime = Timestamp(calculation.expires_at.saturating_mul(1_000_000)).since(state.clock.real_now());
    let usable = now.plus(lifetime).minus(TIME_TO_RECORD);
    let row = CalculationRow {
        id: state.new_id(),
        order_id: sale.order_id.clone(),
        fingerprint: sale.fingerprint(),
        calculation,
        created_at: now,
        expires_at: usable.min(now.plus(Duration::from_secs(policy::TAX_CALCULATION_HOURS * 60 * 60))),
    };
    let mut tx = state.db.write().await?;
    row.insert(&mut tx).await?;
    // It has cost something only now.
    if let Some((limit, id)) = limit {
        limit.note_in(state, &mut tx, id).await?;
    }
    tx.commit().await?;
    Ok(Ok(()))
}

/// The tax with which the first invoice of an order begins.
#[derive(Debug, Clone, Copy)]
pub struct FirstTax {
    pub(crate) rate: TaxRate,
    /// The retail delivery fee.
    pub(crate) delivery_fee: Money,
    /// Whether a service calculates the tax. Then the rate is an estimate, by the tax of the whole box.
    pub(crate) is_calculated: bool,
}

/// The tax with which the first invoice of an order begins.
///
/// # Errors
/// [`Refusal::TaxUnknown`] if the order has no address, or the table does not know the state.
pub async fn first(
    state: &AppState,
    tx: &mut Tx,
    order: (&OrderRow, Option<&ChargeFacts>),
    lines: &[LineItemRow],
) -> AppResult<Taxed<FirstTax>> {
    if let SalesTax::Table(_) = &state.providers.tax {
        let StateTax { rate, delivery_fee } = by_table(state, tx, order).await?;
        return Ok(Taxed::Known(FirstTax { rate, delivery_fee, is_calculated: false }));
    }
    let whole_box = Money::sum(lines.iter().map(|line| line.retail_price)).map_err(AppError::unexpected)?;
    let rate = match calculated(state, tx, order, lines.iter(), whole_box).await? {
        Taxed::Known(Some(calculation)) => estimated(&calculation, whole_box)?,
        Taxed::Known(None) => TaxRate::ZERO,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    Ok(Taxed::Known(FirstTax { rate, delivery_fee: Money::ZERO, is_calculated: true }))
}

/// The tax of the state that the box goes to. A pick-up has the store's, without a delivery fee.
async fn by_table(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
) -> AppResult<StateTax> {
    let place = place(state, tx, (order, facts)).await?;
    let tax = match &state.providers.tax {
        SalesTax::Table(table) => table.of(&place.state),
        SalesTax::Service(_) => None,
    };
    let tax = tax.ok_or(Refusal::TaxUnknown)?;
    Ok(if order.customer_pick_up { StateTax { delivery_fee: Money::ZERO, ..tax } } else { tax })
}

/// Where the tax of an order is due: where it is sent, or the store.
async fn place(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
) -> AppResult<PostalAddress> {
    if let Some(store) = stores::of_order(state, order).filter(|_| order.customer_pick_up) {
        return Ok(store.address.clone());
    }
    let row = match facts {
        Some(facts) => facts.address.clone(),
        None => shipping_addresses::of_order(tx, order).await?,
    };
    let address = row.ok_or(Refusal::TaxUnknown)?.address;
    Ok(PostalAddress { line_2: address.line_2.filter(|line| !line.is_empty()), ..address })
}

/// What is due on an open invoice.
#[derive(Debug)]
pub enum DueTax {
    /// The rate of the row's state, and its delivery fee: the row holds both.
    ByRate,
    /// What the service has calculated; `None` if nothing is bought.
    Calculated(Option<Calculation>),
}

/// How the tax of an order's open invoice is calculated: by the table, whose rate the row then holds, or by the service. `total_before_tax`
/// gives the total of the items that are kept or exchanged.
///
/// # Errors
/// [`Refusal::TaxUnknown`].
pub async fn of_open(
    state: &AppState,
    tx: &mut Tx,
    order: (&OrderRow, Option<&ChargeFacts>),
    row: &mut InvoiceRow,
    lines: &[LineItemRow],
    total_before_tax: impl FnOnce(&InvoiceRow) -> AppResult<Money>,
) -> AppResult<Taxed<DueTax>> {
    let is_calculated = is_calculated(state);
    if !is_calculated && !row.tax_is_calculated {
        return Ok(Taxed::Known(DueTax::ByRate));
    }
    row.tax_is_calculated = is_calculated;
    if !is_calculated {
        // The shop had a service, and has a table now.
        let tax = by_table(state, tx, order).await?;
        (row.tax_rate, row.shipping_tax, row.tax_calculation) = (tax.rate, tax.delivery_fee, None);
        return Ok(Taxed::Known(DueTax::ByRate));
    }
    let total = total_before_tax(row)?;
    let kept = lines.iter().filter(|line| line.claimed_kept == Some(true));
    let calculation = match calculated(state, tx, order, kept, total).await? {
        Taxed::Known(calculation) => calculation,
        Taxed::Missing(sale) => return Ok(Taxed::Missing(sale)),
    };
    if let Some(calculation) = &calculation {
        row.tax_rate = estimated(calculation, total)?;
    }
    Ok(Taxed::Known(DueTax::Calculated(calculation)))
}

/// The calculation for these items, which come to `total` after discounts; `None` if that is nothing.
async fn calculated<'a>(
    state: &AppState,
    tx: &mut Tx,
    (order, facts): (&OrderRow, Option<&ChargeFacts>),
    lines: impl Iterator<Item = &'a LineItemRow>,
    total: Money,
) -> AppResult<Taxed<Option<Calculation>>> {
    if total.is_zero() {
        return Ok(Taxed::Known(None));
    }
    let lines: Vec<&LineItemRow> = lines.collect();
    let priced = lines.iter().map(|line| PreviewLine { id: line.id.clone(), price: line.retail_price });
    let taxed = taxed_lines(&TaxedInput { lines: priced.collect(), total_before_tax: total });
    let taxed = taxed.map_err(AppError::unexpected)?;
    let category = |line: &LineItemRow| {
        let garments = &state.data.catalogue.items;
        garments.iter().find(|garment| garment.id == line.product_id).map(|garment| garment.category.clone())
    };
    let sale_lines = lines
        .iter()
        .zip(taxed)
        .map(|(line, taxed)| SaleLine { id: taxed.id, category: category(line), amount: taxed.amount })
        .filter(|line| !line.amount.is_zero());
    let sale = TaxedSale {
        order_id: order.id.clone(),
        lines: sale_lines.collect(),
        place: place(state, tx, (order, facts)).await?,
        is_shipped: !order.customer_pick_up,
    };
    let kept = tax::calculation(tx, &order.id, &sale.fingerprint(), state.clock.now()).await?;
    Ok(match kept {
        Some(row) => Taxed::Known(Some(row.calculation)),
        None => Taxed::Missing(Box::new(sale)),
    })
}

/// The rate by which the tax of other decisions is estimated.
fn estimated(calculation: &Calculation, total: Money) -> AppResult<TaxRate> {
    Ok(TaxRate::estimated(calculation.tax()?, total))
}
