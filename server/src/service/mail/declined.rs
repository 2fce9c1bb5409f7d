//! The emails about charges that did not go through, or that wait for the customer.

use crate::platform::clock::{Timestamp, day_in_words};
use crate::service::mail::Mail;
use crate::service::mail::card::charged_card;
use crate::service::mail::email_content::EmailContent;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::order::orders::OrderRow;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::payment::payment_attempts::{AttemptRow, Purpose};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::money::Money;

/// The card did not pay the styling fee, and is tried again on that day.
#[must_use]
pub fn fee_declined(
    to: &CustomerRow,
    order: &OrderRow,
    attempt: &AttemptRow,
    card: &CardRow,
    reason: &DeclineReason,
    tried_again_on: Date,
    page: &str,
) -> Mail {
    let (card, fee, because) = (charged_card(Some(card)), attempt.amount.formatted(), because(reason));
    let text = format!(
        "We were about to start on your box {}, but your {card} was declined for the styling fee of {fee}. Nothing was charged, and your \
         order is safe: we try this card again on {}. If you add another card, it is charged as soon as it is saved, and we start.{because}",
        order.code,
        day_in_words(tried_again_on)
    );
    let content = EmailContent::about(declined_subject(reason)).paragraph(text);
    Mail::to(to, "card_declined", content.button("Update your card", page)).true_until_end_of(tried_again_on)
}

/// The styling fee is not charged to the card on file any more: the order waits for another one until the end of a day. `why` is the
/// reason of its last decline; `None` if another charge was declined.
#[must_use]
pub fn fee_ended(
    to: &CustomerRow,
    order: &OrderRow,
    fee: Money,
    card: &CardRow,
    why: Option<&DeclineReason>,
    by: Date,
    page: &str,
) -> Mail {
    let (card, fee, code, day) = (charged_card(Some(card)), fee.formatted(), &order.code, by);
    let by = day_in_words(day);
    let what = match why {
        Some(DeclineReason::CardExpired) => {
            format!(
                "We were about to start on your box {code}, but your {card} has expired and could not be charged the styling fee of {fee}."
            )
        }
        Some(DeclineReason::AnotherAmount | DeclineReason::AnotherCard) => format!(
            "We were about to start on your box {code}, but your {card} could not be charged the styling fee of {fee}, and we do not \
             try it again."
        ),
        Some(DeclineReason::ConfirmationNeeded) => format!(
            "We were about to start on your box {code}, but your bank asked you to confirm the styling fee of {fee} on your {card}, and it \
             was not confirmed. We will not charge it to this card again."
        ),
        Some(DeclineReason::CalledOff | DeclineReason::Other(_)) => format!(
            "We were about to start on your box {code}, but your {card} was declined for the styling fee of {fee}, and we do not try it \
             again."
        ),
        None => format!(
            "We cannot start on your box {code}: your {card} was declined before, and we do not charge it the styling fee of {fee}."
        ),
    };
    let charged = if why.is_some() { " It is charged as soon as it is saved, and we start." } else { "" };
    let text = format!(
        "{what} Nothing was charged. Your order waits until the end of {by}: please add another card.{charged} Without another card by \
         then, we cancel the order, and you are not charged."
    );
    let subject = why
        .filter(|why| **why != DeclineReason::ConfirmationNeeded)
        .map_or("Your box needs another card", declined_subject);
    let content = EmailContent::about(subject).paragraph(text).button("Update your card", page);
    Mail::to(to, "card_declined", content).true_until_end_of(day)
}

/// What comes next after a declined checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterDecline {
    /// The customer, who has checked out, does so again.
    ByCustomer,
    /// The system tries the card again on that day.
    TriedAgain(Date),
    /// Staff may try the card again.
    ByStaff,
    /// The card is not tried again.
    Ended,
}

/// The card did not pay a checkout that the customer, or somebody for them, made. `page` links to a page.
#[must_use]
pub fn checkout_declined(
    to: &CustomerRow,
    order: &OrderRow,
    attempt: &AttemptRow,
    card: &CardRow,
    reason: &DeclineReason,
    next: AfterDecline,
    page: impl Fn(&str) -> String,
) -> Mail {
    let (card, due, code, because) =
        (charged_card(Some(card)), attempt.amount.formatted(), &order.code, because(reason));
    let has_expired = *reason == DeclineReason::CardExpired;
    let refused = if has_expired { "has expired and could not be charged" } else { "was declined for" };
    let other_card = match next {
        AfterDecline::Ended => "with another card",
        _ if has_expired => "with another card",
        AfterDecline::ByCustomer | AfterDecline::TriedAgain(_) | AfterDecline::ByStaff => {
            "with another card if you like"
        }
    };
    let again_on = if let AfterDecline::TriedAgain(day) = next { Some(day) } else { None };
    // They may not have decided about anything yet.
    let (next, path) = match next {
        AfterDecline::ByCustomer => {
            let text = format!(
                "Your {card} {refused} the {due} of your checkout of box {code}. Nothing was charged. Please check out again, \
                 {other_card}.{because}"
            );
            let content = EmailContent::about(declined_subject(reason)).paragraph(text);
            return Mail::to(to, "card_declined", content.button("Check out", page("/checkout/confirmation")));
        }
        AfterDecline::TriedAgain(day) => {
            (format!("; otherwise we try this one again on {}", day_in_words(day)), "/checkout/stylist-note")
        }
        AfterDecline::ByStaff => ("; otherwise we may try this one again".to_owned(), "/checkout/stylist-note"),
        AfterDecline::Ended => ("; we will not try this one again".to_owned(), "/checkout/stylist-note"),
    };
    let text = format!(
        "Your time to try on box {code} is over, and we tried to check out for you. Your {card} {refused} the {due}, and nothing was \
         charged. Please check out yourself, {other_card}{next}.{because}"
    );
    let content = EmailContent::about(declined_subject(reason)).paragraph(text).button("Check out", page(path));
    let mail = Mail::to(to, "card_declined", content);
    again_on.into_iter().fold(mail, Mail::true_until_end_of)
}

/// A box is not checked out for its customer, because their card was declined for good before. `page` is where to check out.
#[must_use]
pub fn checkout_ended(to: &CustomerRow, order: &OrderRow, card: &CardRow, page: &str) -> Mail {
    let text = format!(
        "Your time to try on box {} is over, and we wanted to check out for you. Your {} was declined before, and we do not charge it again: \
         please check out yourself, with another card.",
        order.code,
        charged_card(Some(card))
    );
    let content = EmailContent::about("Your checkout needs another card").paragraph(text);
    Mail::to(to, "card_declined", content.button("Check out", page))
}

/// A checkout was not paid as it was asked for, and the money went back: `why` says it. `page` is where to check out.
#[must_use]
pub fn payment_given_back(to: &CustomerRow, order: &OrderRow, why: Refusal, page: &str) -> Mail {
    let text = format!("Your checkout of box {} is not paid yet. {}", order.code, why.text());
    let content = EmailContent::about("Your payment was refunded").paragraph(text).button("Check out", page);
    Mail::to(to, "payment_given_back", content)
}

fn declined_subject(reason: &DeclineReason) -> &'static str {
    if *reason == DeclineReason::CardExpired { "Your card has expired" } else { "Your card was declined" }
}

/// The bank wants the customer to confirm a charge. `until` is the time by which.
#[must_use]
pub fn please_confirm(to: &CustomerRow, order: &OrderRow, attempt: &AttemptRow, until: Timestamp, page: &str) -> Mail {
    let what = match attempt.purpose {
        Purpose::StylingFee => format!("the styling fee of your box {}, which waits until then", order.code),
        Purpose::Checkout | Purpose::StylingFeeRefund | Purpose::ExchangeRefund | Purpose::CheckoutRefund => {
            format!("your checkout of box {}", order.code)
        }
    };
    let text = format!(
        "Your bank wants you to confirm {} for {what}. Nothing is charged before you do. Your dashboard takes you to your bank; please confirm it by {until} Central Time.",
        attempt.amount.formatted(),
        until = until.in_words()
    );
    let content = EmailContent::about("Please confirm a payment").paragraph(text).button("Go to your dashboard", page);
    Mail::to(to, "please_confirm", content).true_until(until)
}

/// What the owner of a declined card can do about it, if the reason is known.
fn because(reason: &DeclineReason) -> &'static str {
    if *reason == DeclineReason::ConfirmationNeeded {
        " Your bank asked you to confirm the payment, and it was not confirmed."
    } else {
        ""
    }
}
