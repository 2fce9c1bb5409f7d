//! What a checkout costs (spec B, section 9), for both the running total in the browser and the server's invoice.

use crate::{
    InputError,
    checkout::{
        coupon::{self, Coupon, CouponUse},
        decision::Action,
    },
    messages::orders as texts,
    order::multi_item::{has_multi_item_discount, multi_item_discount},
    terms::ShopTerms,
    values::{
        by_id::ById,
        count::Count,
        money::{Money, TaxRate},
    },
    wire::{Input, non_empty},
};
use serde::Serialize;
use std::borrow::Cow;

/// What is bought, and what is taken off its price.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Charges {
    /// The prices of all items kept or exchanged.
    pub subtotal: Money,
    /// How many items are kept or exchanged.
    pub kept_or_exchanged: Count,
    /// What a coupon takes off.
    pub discount: Money,
    /// The sales tax.
    pub tax: Money,
    /// Tax and fees on shipping, such as a state's retail delivery fee.
    pub shipping_tax: Money,
    /// The customer's credit: the styling fee that was paid.
    pub credit: Money,
    /// What is left on the gift card.
    pub gift_card_balance: Money,
}

/// What is to be paid, and how it is calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TotalDue {
    /// Whether enough items are kept or exchanged for the multi-item discount.
    pub four_items: bool,
    /// The discount for keeping that many.
    pub multi_item_discount: Money,
    /// The subtotal after both discounts.
    pub total_before_tax: Money,
    /// The total with the sales tax and the tax on shipping.
    pub total_with_tax: Money,
    /// What is taken from the credit.
    pub credit_used: Money,
    /// What is taken from the gift card.
    pub gift_card_used: Money,
    /// What is left to be charged to the card.
    pub total_due: Money,
}

/// `invoice.total_due`: credit is used first, then the gift card, neither for more than is owed.
///
/// # Errors
/// If an amount is too large.
pub fn total_due(charges: &Charges, terms: &ShopTerms) -> Result<TotalDue, InputError> {
    let multi_item_discount = multi_item_discount(charges.subtotal, charges.kept_or_exchanged, terms)?;
    let total_before_tax = charges.subtotal.less(multi_item_discount).less(charges.discount);
    let total_with_tax = total_before_tax.plus(charges.tax)?.plus(charges.shipping_tax)?;
    let credit_used = charges.credit.min(total_with_tax);
    let after_credit = total_with_tax.less(credit_used);
    let gift_card_used = charges.gift_card_balance.min(after_credit);
    Ok(TotalDue {
        four_items: has_multi_item_discount(charges.kept_or_exchanged, terms),
        multi_item_discount,
        total_before_tax,
        total_with_tax,
        credit_used,
        gift_card_used,
        total_due: after_credit.less(gift_card_used),
    })
}

/// An item of the box, and its price.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct PreviewLine {
    /// The line item's id.
    pub id: String,
    /// What it costs.
    pub price: Money,
}

/// What the customer decided about an item.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PreviewDecision {
    /// The line item's id.
    pub id: String,
    /// What is done with it; null while that is open.
    pub action: Option<Action>,
}

/// A box, the decisions about it, and everything that its total depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PreviewInput {
    /// The items of the box.
    pub lines: Vec<PreviewLine>,
    /// The decisions so far; an item without one is undecided.
    pub decisions: Vec<PreviewDecision>,
    /// The coupon, or null.
    pub coupon: Option<Coupon>,
    /// The sales tax.
    pub tax_rate: TaxRate,
    /// Tax and fees on shipping, such as a state's retail delivery fee.
    pub shipping_tax: Money,
    /// The customer's credit.
    pub credit: Money,
    /// What is left on the gift card.
    pub gift_card_balance: Money,
}

/// An invoice as it would be now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Preview {
    /// The prices of all items kept or exchanged.
    pub subtotal: Money,
    /// How many items are kept or exchanged.
    pub kept_or_exchanged: Count,
    /// How many items have no decision yet.
    pub undecided: Count,
    /// What the coupon takes off.
    pub discount: Money,
    /// The sales tax.
    pub tax: Money,
    /// Whether enough items are kept or exchanged for the multi-item discount.
    pub four_items: bool,
    /// The discount for keeping that many.
    pub multi_item_discount: Money,
    /// The subtotal after both discounts.
    pub total_before_tax: Money,
    /// The total with the sales tax and the tax on shipping.
    pub total_with_tax: Money,
    /// What is taken from the credit.
    pub credit_used: Money,
    /// What is taken from the gift card.
    pub gift_card_used: Money,
    /// What is left to be charged to the card.
    pub total_due: Money,
}

/// `invoice.preview`: the invoice that results from these decisions.
///
/// # Errors
/// If a line or a decision is listed twice, a decision has no line, or an amount is too large.
pub fn preview(input: &PreviewInput, terms: &ShopTerms) -> Result<Preview, InputError> {
    let Tally { subtotal, kept_or_exchanged, undecided } = tally(&input.lines, &input.decisions)?;
    let after_multi_item = subtotal.less(multi_item_discount(subtotal, kept_or_exchanged, terms)?);
    let discount = input.coupon.map_or(Ok(Money::ZERO), |coupon| {
        let (kind, value) = (coupon.kind(), coupon.value());
        coupon::discount(&CouponUse { kind, value, subtotal, kept_or_exchanged }, terms)
    })?;
    let tax = after_multi_item.less(discount).share(input.tax_rate.rate())?;
    let charges = Charges {
        subtotal,
        kept_or_exchanged,
        discount,
        tax,
        shipping_tax: input.shipping_tax,
        credit: input.credit,
        gift_card_balance: input.gift_card_balance,
    };
    let due = total_due(&charges, terms)?;
    Ok(Preview {
        subtotal,
        kept_or_exchanged,
        undecided,
        discount,
        tax,
        four_items: due.four_items,
        multi_item_discount: due.multi_item_discount,
        total_before_tax: due.total_before_tax,
        total_with_tax: due.total_with_tax,
        credit_used: due.credit_used,
        gift_card_used: due.gift_card_used,
        total_due: due.total_due,
    })
}

struct Tally {
    subtotal: Money,
    kept_or_exchanged: Count,
    undecided: Count,
}

fn tally(lines: &[PreviewLine], decisions: &[PreviewDecision]) -> Result<Tally, InputError> {
    let actions = actions_by_line(lines, decisions)?;
    let action_of = |line: &PreviewLine| actions.get(line.id.as_str()).copied().flatten();
    let counting: Vec<_> = lines.iter().filter(|line| action_of(line).is_some_and(Action::counts)).collect();
    Ok(Tally {
        subtotal: Money::sum(counting.iter().map(|line| line.price))?,
        kept_or_exchanged: Count::of(counting.len()),
        undecided: Count::of(lines.iter().filter(|line| action_of(line).is_none()).count()),
    })
}

/// The action for each decided line, after checking that each id names one line.
fn actions_by_line<'a>(
    lines: &[PreviewLine],
    decisions: &'a [PreviewDecision],
) -> Result<ById<'a, Option<Action>>, InputError> {
    let mut ids = ById::new();
    if let Some(double) = lines.iter().find(|line| !ids.insert(line.id.as_str(), ())) {
        return Err(InputError::new(format!("The line `{}` stands twice.", double.id)));
    }
    let mut actions = ById::new();
    for decision in decisions {
        let id = decision.id.as_str();
        if ids.get(id).is_none() {
            return Err(InputError::new(format!("There is no line `{id}` to decide about.")));
        }
        if !actions.insert(id, decision.action) {
            return Err(InputError::new(format!("There are two decisions about the line `{id}`.")));
        }
    }
    Ok(actions)
}

/// How many items are kept or exchanged.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct KeptCount {
    /// How many items are kept or exchanged.
    pub kept_or_exchanged: Count,
}

/// `invoice.keep_banner`: how many more items bring the multi-item discount (spec B, section 2).
#[must_use]
pub fn keep_banner(kept: &KeptCount, terms: &ShopTerms) -> String {
    let more = terms.multi_item_count.saturating_sub(kept.kept_or_exchanged.get());
    texts::keep_more(more, terms.multi_item_percent)
}

/// How many items a box has, which decides whether the multi-item discount can be reached.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct BoxSize {
    /// How many items are in it.
    pub items: Count,
}

/// `invoice.multi_item_offer`: the sentence about the multi-item discount in the email about a delivered box, or null if the box has too
/// few items for it.
#[must_use]
pub fn multi_item_offer(size: &BoxSize, terms: &ShopTerms) -> Option<String> {
    let (count, percent) = (terms.multi_item_count, terms.multi_item_percent);
    (size.items.get() >= count).then(|| texts::keep_several(count, percent))
}

/// What is left to be paid.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DueTotal {
    /// The amount.
    pub total_due: Money,
}

/// `invoice.charge`: what completing the purchase charges to the card, in words (spec B, section 2).
#[must_use]
pub fn charge(due: &DueTotal) -> String {
    texts::charge(due.total_due)
}

/// The amounts of an invoice, or of a preview of one.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct InvoiceAmounts {
    /// The prices of all items kept or exchanged.
    pub subtotal: Money,
    /// The discount for keeping many.
    pub multi_item_discount: Money,
    /// What the coupon takes off.
    pub discount: Money,
    /// The coupon's code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub coupon_code: Option<String>,
    /// The subtotal after both discounts.
    pub total_before_tax: Money,
    /// The sales tax.
    pub tax: Money,
    /// Tax and fees on shipping, such as a state's retail delivery fee.
    pub shipping_tax: Money,
    /// The total with the sales tax and the tax on shipping.
    pub total_with_tax: Money,
    /// What is taken from the credit.
    pub credit_used: Money,
    /// What is taken from the gift card.
    pub gift_card_used: Money,
    /// The amount that is too small to be charged; null or missing is nothing.
    #[serde(default)]
    pub forgiven: Option<Money>,
    /// Whether the tax is an estimate, because a service has yet to calculate it for these choices; null if not.
    #[serde(default)]
    pub tax_is_estimated: Option<bool>,
    /// Whether it is paid; null is no. The rows of a paid invoice lead from what was bought to what was charged.
    #[serde(default)]
    pub is_paid: Option<bool>,
}

/// A label and an amount above the total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct InvoiceRow {
    /// What the amount is.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub label: Cow<'static, str>,
    /// The amount in the form that `money.format` takes, with a minus if it is taken off.
    pub amount: String,
    /// Whether it is the sum of the rows above.
    pub is_sum: bool,
    /// Whether the amount is zero.
    pub is_zero: bool,
}

/// `invoice.rows`: the rows of an invoice above its total, in their order (spec B, section 2). The multi-item discount has
/// a code of its own (spec B, section 5). The multi-item discount, the delivery fee and the forgiven amount are shown only if they are
/// not zero (spec B, section 9).
#[must_use]
pub fn rows(amounts: &InvoiceAmounts, terms: &ShopTerms) -> Vec<InvoiceRow> {
    if amounts.is_paid == Some(true) {
        return charged_rows(amounts, terms);
    }
    let by_code = |code: &str| Cow::from([texts::DISCOUNT, " ", code].concat());
    let discount = amounts.coupon_code.as_deref().map_or(texts::DISCOUNT.into(), by_code);
    let multi_item = by_code(&terms.multi_item_code);
    let sum = |label: &'static str, amount| InvoiceRow { is_sum: true, ..added(label, amount) };
    let if_any = |amount: Money, row| (!amount.is_zero()).then_some(row);
    [
        Some(added(texts::SUBTOTAL, amounts.subtotal)),
        if_any(amounts.multi_item_discount, taken_off(multi_item, amounts.multi_item_discount)),
        Some(taken_off(discount, amounts.discount)),
        Some(sum(texts::TOTAL_BEFORE_TAX, amounts.total_before_tax)),
        Some(added(
            if amounts.tax_is_estimated == Some(true) { texts::ESTIMATED_TAX } else { texts::TAX },
            amounts.tax,
        )),
        if_any(amounts.shipping_tax, added(texts::DELIVERY_FEE, amounts.shipping_tax)),
        Some(sum(texts::TOTAL_WITH_TAX, amounts.total_with_tax)),
        Some(taken_off(texts::CREDIT.into(), amounts.credit_used)),
        Some(taken_off(texts::GIFT_CARD.into(), amounts.gift_card_used)),
        amounts.forgiven.and_then(|forgiven| if_any(forgiven, taken_off(texts::FORGIVEN.into(), forgiven))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The rows of a paid invoice above the charge, from what was bought to what was charged. The subtotal, a discount line and the total come
/// first (spec B, section 2). After them comes every amount between the total and the charge that is not zero.
fn charged_rows(amounts: &InvoiceAmounts, terms: &ShopTerms) -> Vec<InvoiceRow> {
    let by_code = |code: &str| Cow::from([texts::DISCOUNT, " ", code].concat());
    let if_any = |amount: Money, row| (!amount.is_zero()).then_some(row);
    let several = amounts.multi_item_discount;
    let first = if several.is_zero() { texts::DISCOUNT.into() } else { by_code(&terms.multi_item_code) };
    let coupon = amounts.coupon_code.as_deref().map_or(texts::DISCOUNT.into(), by_code);
    [
        Some(added(texts::SUBTOTAL, amounts.subtotal)),
        Some(taken_off(first, several)),
        Some(InvoiceRow { is_sum: true, ..added(texts::TOTAL, amounts.subtotal.less(several)) }),
        if_any(amounts.discount, taken_off(coupon, amounts.discount)),
        if_any(amounts.tax, added(texts::TAX, amounts.tax)),
        if_any(amounts.shipping_tax, added(texts::DELIVERY_FEE, amounts.shipping_tax)),
        if_any(amounts.credit_used, taken_off(texts::CREDIT.into(), amounts.credit_used)),
        if_any(amounts.gift_card_used, taken_off(texts::GIFT_CARD.into(), amounts.gift_card_used)),
        amounts.forgiven.and_then(|forgiven| if_any(forgiven, taken_off(texts::FORGIVEN.into(), forgiven))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn added(label: &'static str, amount: Money) -> InvoiceRow {
    InvoiceRow { label: label.into(), amount: amount.to_string(), is_sum: false, is_zero: amount.is_zero() }
}

fn taken_off(label: Cow<'static, str>, amount: Money) -> InvoiceRow {
    let sign = if amount.is_zero() { "" } else { "-" };
    InvoiceRow { label, amount: [sign, &amount.to_string()].concat(), is_sum: false, is_zero: amount.is_zero() }
}
