//! The e-mails about an order.

use crate::platform::clock::day_in_words;
use crate::platform::error::AppResult;
use crate::service::message::letter::{Letter, Row, on_one_line};
use crate::service::message::mail::{self, Mail};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::items::LineItemRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::payment_attempts::DeclineReason;
use stylebox_core::brand;
use stylebox_core::business_time::Date;
use stylebox_core::money::Money;
use stylebox_core::order::Actor;
use stylebox_core::policy;

/// An e-mail of one paragraph.
fn mail(to: &CustomerRow, kind: &'static str, subject: &str, text: String) -> Mail {
    Mail::to(to, kind, Letter::about(subject).paragraph(text))
}

/// The order was made.
#[must_use]
pub fn order_placed(to: &CustomerRow, order: &OrderRow, fee: Money) -> Mail {
    let (when, fee) = (day_in_words(order.ship_by_date), fee.formatted());
    let how = if order.customer_pick_up { "ready for you at the store" } else { "at your door" };
    let text = format!(
        "Thank you for your order {}. Your stylist begins soon, and your box will be {how} on {when}. When styling begins, your \
         card is charged the styling fee of {fee}; it is taken off what you keep. Shipping is free both ways.",
        order.code
    );
    mail(to, "order_placed", &format!("Your {} is ordered", brand::PRODUCT), text)
}

/// Styling has begun.
#[must_use]
pub fn being_styled(to: &CustomerRow, order: &OrderRow, fee: Money) -> Mail {
    let text = format!(
        "Your stylist is choosing the pieces of your box {} right now. Your card was charged the styling fee of {}, which \
         is taken off what you keep.",
        order.code,
        fee.formatted()
    );
    mail(to, "being_styled", "Your box is being styled", text)
}

/// The card did not pay the styling fee.
#[must_use]
pub fn fee_declined(to: &CustomerRow, order: &OrderRow, fee: Money, reason: &DeclineReason, page: &str) -> Mail {
    let text = format!(
        "We wanted to begin with your box {}, but your card was declined for the styling fee of {}. Your order is safe: \
         please update your card, and we try again.{}",
        order.code,
        fee.formatted(),
        because(reason)
    );
    Mail::to(to, "card_declined", Letter::about("Your card was declined").paragraph(text).button(page))
}

/// The card did not pay a checkout.
#[must_use]
pub fn checkout_declined(to: &CustomerRow, order: &OrderRow, due: Money, reason: &DeclineReason, page: &str) -> Mail {
    let text = format!(
        "Your card was declined for the {} of your checkout of box {}. Nothing was charged. Please check out again, with \
         another card if you like.{}",
        due.formatted(),
        order.code,
        because(reason)
    );
    Mail::to(to, "card_declined", Letter::about("Your card was declined").paragraph(text).button(page))
}

/// What the owner of a declined card can do about it, if the reason is known.
fn because(reason: &DeclineReason) -> &'static str {
    if *reason == DeclineReason::ConfirmationNeeded {
        " Your bank asked you to confirm the payment, which we cannot take: another card will help."
    } else {
        ""
    }
}

/// The box was shipped.
#[must_use]
pub fn on_its_way(to: &CustomerRow, order: &OrderRow) -> Mail {
    let text = format!(
        "Your box {} is on its way and should be with you on {}. Its tracking code is {}.",
        order.code,
        day_in_words(order.expected_delivery_date.unwrap_or(order.ship_by_date)),
        order.tracking_code.as_deref().unwrap_or("not known yet")
    );
    mail(to, "on_its_way", "Your box is on its way", text)
}

/// The box waits at the store.
#[must_use]
pub fn ready_for_pick_up(to: &CustomerRow, order: &OrderRow, store: &str) -> Mail {
    let text = format!("Your box {} is ready for you at {store}. The fitting room is yours.", order.code);
    mail(to, "ready_for_pick_up", "Your box is ready to pick up", text)
}

/// Notifies the customer of the delivery.
pub async fn queue_delivery_notice(state: &AppState, tx: &mut Tx, to: &CustomerRow, order: &OrderRow) -> AppResult<()> {
    let page = state.settings.public_url.page_link("/checkout/stylist-note");
    mail::queue(state, tx, delivered(to, order, &page)).await
}

fn delivered(to: &CustomerRow, order: &OrderRow, page: &str) -> Mail {
    let text = format!(
        "Your box {} has come. Try everything on at home, decide by {}, and check out here:",
        order.code,
        order.checkout_by_date.map_or_else(|| "the end of your try-on days".to_owned(), day_in_words)
    );
    const { assert!(policy::MULTI_ITEM_COUNT == 4 && policy::MULTI_ITEM_DISCOUNT_PERCENT == 10, "the letter says so") };
    let letter = Letter::about("Your box has arrived").paragraph(text).button(page);
    Mail::to(to, "delivered", letter.paragraph("Keep four or more and 10% comes off the whole purchase."))
}

/// The checkout was paid. `has_agreed` says whether the customer had agreed to be checked out automatically.
#[must_use]
pub fn receipt(
    to: &CustomerRow,
    order: &OrderRow,
    invoice: &InvoiceRow,
    lines: &[LineItemRow],
    has_agreed: bool,
) -> Mail {
    let kept = || lines.iter().filter(|line| line.claimed_kept == Some(true));
    let keeps_any = kept().next().is_some();
    let mut text = match invoice.checked_out_by {
        Actor::Customer => format!("Thank you for checking out box {}.", order.code),
        Actor::System | Actor::Ops if !keeps_any => {
            format!("Your time with box {} is over, and we have checked out for you.", order.code)
        }
        Actor::System | Actor::Ops if !has_agreed => format!(
            "Your time with box {} is over, and we have checked out for you: you are charged for what you had decided to \
             keep, and what you had not decided about goes back.",
            order.code
        ),
        Actor::System | Actor::Ops => format!(
            "Your time with box {} is over, and, as you agreed, we have checked out for you: what you had decided stands, \
             and what you had not is kept.",
            order.code
        ),
    };
    text.push_str(if keeps_any { " This is what you keep:" } else { " You keep nothing of it." });
    let mut letter =
        Letter::about(format!("Your {} receipt", brand::PRODUCT)).paragraph(text).rows(kept().map(|line| {
            let size = line.exchange_size.as_ref().map(|size| format!(", in size {size} instead")).unwrap_or_default();
            Row::with(format!("{} by {}{size}", line.description, line.brand), line.retail_price.formatted())
        }));
    if lines.iter().any(|line| !line.paid_for) {
        let goes_back = lines.iter().filter(|line| !line.paid_for);
        letter = letter
            .paragraph("This goes back:")
            .rows(goes_back.map(|line| Row::of(format!("{} by {}", line.description, line.brand))));
    }
    let amounts = [
        ("Keeping several", "-", invoice.multi_item_discount),
        ("Discount", "-", invoice.discount_amount),
        ("Tax", "", invoice.tax_total()),
        ("Styling fee already paid", "-", invoice.credit_amount),
        ("Gift card", "-", invoice.gift_card_amount),
    ];
    let amounts = amounts.into_iter().filter(|(.., amount)| !amount.is_zero());
    let amounts = amounts.map(|(label, sign, amount)| Row::with(label, format!("{sign}{}", amount.formatted())));
    let subtotal = Row::with("Subtotal", invoice.original_subtotal.formatted());
    let charged = Row::with("Charged to your card", invoice.total_due.formatted());
    Mail::to(to, "receipt", letter.rows([subtotal].into_iter().chain(amounts).chain([charged])))
}

/// The order was cancelled.
#[must_use]
pub fn cancelled(to: &CustomerRow, order: &OrderRow, refund: Option<Money>) -> Mail {
    let money = refund.map(|fee| format!(" The styling fee of {} goes back to your card.", fee.formatted()));
    let text = format!("Your order {} has been cancelled.{}", order.code, money.unwrap_or_default());
    mail(to, "cancelled", "Your order is cancelled", text)
}

/// There are more days to try on.
#[must_use]
pub fn extended(to: &CustomerRow, order: &OrderRow, by: Date) -> Mail {
    let by = day_in_words(by);
    let text = format!("You have more time with your box {}: please check out by {by}.", order.code);
    mail(to, "extended", "More days to try on", text)
}

/// A friend's first checkout earned a reward.
#[must_use]
pub fn referral_earned(to: &CustomerRow, friend: &CustomerRow, percent: i64) -> Mail {
    const { assert!(policy::REFERRAL_DAYS == 365, "the letter says a year") };
    let text = format!(
        "{} has checked out a first box with your referral. {percent}% off your next one is yours; it waits at your \
         checkout for a year.",
        on_one_line(&friend.first_name)
    );
    mail(to, "referral_earned", &format!("{percent}% off for you"), text)
}
