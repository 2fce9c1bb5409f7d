//! The emails about an order that is late.

use crate::platform::clock::day_in_words;
use crate::service::mail::Mail;
use crate::service::mail::email_content::EmailContent;
use crate::service::mail::order::offering_another;
use crate::store::account::customers::CustomerRow;
use crate::store::order::orders::OrderRow;
use stylebox_core::brand;
use stylebox_core::order::Phase;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::money::Money;

/// An order has moved to a later day.
#[must_use]
pub fn moved(to: &CustomerRow, order: &OrderRow, before: Date, store: &str, page: &str) -> Mail {
    let (code, before, after) = (&order.code, day_in_words(before), day_in_words(order.ship_by_date));
    let text = if order.customer_pick_up {
        format!(
            "We are sorry: your box {code} was not ready for {before}. It will be ready for you at {store} on {after} instead."
        )
    } else {
        format!(
            "We are sorry: your box {code} could not leave in time for {before}. It will be with you on {after} instead."
        )
    };
    let content = EmailContent::about("Your box comes later").paragraph(text);
    let (phone, hours) = (brand::SUPPORT_PHONE, brand::SUPPORT_HOURS);
    let content = match order.status.phase() {
        Phase::Ordered => content
            .paragraph(
                "If that day does not suit you, you can choose another one or cancel the order until styling begins, and nothing is \
                 charged:",
            )
            .button("Change or cancel your order", page),
        Phase::BeingStyled => content.paragraph(format!(
            "If that day does not suit you, please call us at {phone} ({hours}): we can cancel the order until the box is styled, and \
             then the styling fee goes back to your card."
        )),
        _ => content.paragraph(format!("If that day does not suit you, please call us at {phone} ({hours}).")),
    };
    Mail::to(to, "order_moved", content).true_until_end_of(order.ship_by_date)
}

/// What happens to the money if an order is cancelled.
fn money(fee: Option<Money>) -> String {
    fee.map_or_else(
        || "nothing is charged".to_owned(),
        |fee| format!("the styling fee of {} goes back to your card", fee.formatted()),
    )
}

/// An order is late for the second time: keep it or cancel it. `fee` was paid for it, `by` is the last day for an answer.
#[must_use]
pub fn keep_or_cancel(to: &CustomerRow, order: &OrderRow, by: Date, fee: Option<Money>, page: &str) -> Mail {
    let (code, day, last_day, money) = (&order.code, day_in_words(order.ship_by_date), by, money(fee));
    let by = day_in_words(last_day);
    let comes = if order.customer_pick_up { "It can be ready for you" } else { "It can be with you" };
    let text = format!(
        "We are sorry: your box {code} is late again. {comes} on {day}, or later if we hear from you late. Would you like to \
         keep it, or cancel it? Please tell us by {by}:"
    );
    let content = EmailContent::about("Would you like to keep your order?")
        .paragraph(text)
        .button("Keep or cancel your order", page);
    let content =
        content.paragraph(format!("If you cancel it, or we do not hear from you by then, it is canceled and {money}."));
    Mail::to(to, "keep_or_cancel", content).true_until_end_of(last_day.min(order.ship_by_date))
}

/// The customer keeps an order that is late.
#[must_use]
pub fn kept(to: &CustomerRow, order: &OrderRow, store: &str) -> Mail {
    let (code, day) = (&order.code, day_in_words(order.ship_by_date));
    let comes = if order.customer_pick_up { format!("ready for you at {store}") } else { "with you".to_owned() };
    let text = format!("Thank you for waiting. We are keeping your order {code}: your box will be {comes} on {day}.");
    Mail::to(to, "order_kept", EmailContent::about("We are keeping your order").paragraph(text))
        .true_until_end_of(order.ship_by_date)
}

/// A late order was cancelled. `was_asked` says whether that is because the customer has not answered.
#[must_use]
pub fn cancelled(to: &CustomerRow, code: &str, fee: Option<Money>, was_asked: bool, page: &str) -> Mail {
    let money = fee.map(|fee| format!(" The styling fee of {} goes back to your card.", fee.formatted()));
    let money = money.unwrap_or_else(|| " Nothing was charged for it.".to_owned());
    let why = if was_asked {
        format!(
            "Your order {code} was late, and we have not heard whether you would like to keep it. It is now canceled."
        )
    } else {
        format!(
            "We could not get your order {code} ready in time for the day that you kept it for. It is now canceled."
        )
    };
    let content = EmailContent::about("Your order is canceled");
    let offer = ("If you would like another box, order it here:", "Order another box");
    Mail::to(to, "cancelled", offering_another(content, to, format!("We are sorry. {why}{money}"), offer, page))
}
