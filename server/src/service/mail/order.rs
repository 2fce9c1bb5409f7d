//! The emails about an order.

use crate::data::Location;
use crate::platform::clock::day_in_words;
use crate::platform::error::AppResult;
use crate::service::delivery::stores;
use crate::service::mail::card::{ChargedCard, charged_card};
use crate::service::mail::email_content::{EmailContent, Row, on_one_line};
use crate::service::mail::{self, Mail, refund};
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::checkout::invoices::InvoiceRow;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use stylebox_core::brand;
use stylebox_core::checkout::coupon::gave_way;
use stylebox_core::checkout::invoice::{BoxSize, InvoiceAmounts, multi_item_offer, rows as invoice_rows};
use stylebox_core::checkout::receipt::{PaidCheckout, opening};
use stylebox_core::payment::refund::GoesBack;
use stylebox_core::returns::way_back::{WayBack, kept_size};
use stylebox_core::screens::orders::{ExpectedDay, day_to_come};
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::count::{self, Count};
use stylebox_core::values::money::{self, Money};

/// An email of one paragraph.
fn mail(to: &CustomerRow, kind: &'static str, subject: &str, text: String) -> Mail {
    Mail::to(to, kind, EmailContent::about(subject).paragraph(text))
}

/// Notifies the customer of an order that was made.
pub async fn queue_placed(state: &AppState, tx: &mut Tx, to: &CustomerRow, order: &OrderRow) -> AppResult<()> {
    let fee = plan::styling_fee(to, state.clock.now(), &state.data.terms);
    let card = ChargedCard::of(state, tx, to, state.clock.now().today()).await?;
    let page = state.settings.public_url.page_link("/dashboard");
    let store = stores::of_order(state, order);
    mail::queue(state, tx, placed(to, order, fee, &card, store, &page)).await
}

/// `store` is where a pick-up waits.
fn placed(
    to: &CustomerRow,
    order: &OrderRow,
    fee: Money,
    card: &ChargedCard,
    store: Option<&Location>,
    page: &str,
) -> Mail {
    let (when, fee) = (day_in_words(order.ship_by_date), fee.formatted());
    let ChargedCard { name: card, other_needed } = card;
    let (how, shipping) = if order.customer_pick_up {
        ("ready for you at the store", "")
    } else {
        ("at your door", " Shipping is free both ways.")
    };
    let text = format!(
        "Thank you for your order {}. Your box will be {how} on {when}. When styling begins, your {card} is charged the styling fee of {fee}; it is taken off what you keep.{shipping}{other_needed}",
        order.code
    );
    let content = EmailContent::about(format!("Your {} is ordered", brand::PRODUCT)).paragraph(text);
    let content = content.rows(store.filter(|_| order.customer_pick_up).map(pick_up_row));
    let content = order.ended_coupon.iter().fold(content, |content, code| content.paragraph(gave_way(code)));
    let content =
        content.paragraph("Until styling begins you can cancel it on your dashboard, and nothing is charged:");
    Mail::to(to, "order_placed", content.button("Go to your dashboard", page)).true_until_end_of(order.ship_by_date)
}

fn pick_up_row(store: &Location) -> Row {
    Row::with("Pick-up at", format!("{}, {}", store.name, store.address.on_one_line()))
}

/// Styling has begun.
#[must_use]
pub fn being_styled(to: &CustomerRow, order: &OrderRow, fee: Money, card: Option<&CardRow>) -> Mail {
    let text = format!(
        "Your box {} is being styled. Your {} was charged the styling fee of {}, which is taken off what you keep.",
        order.code,
        charged_card(card),
        fee.formatted()
    );
    mail(to, "being_styled", "Your box is being styled", text)
}

/// The box was shipped.
#[must_use]
pub fn on_its_way(to: &CustomerRow, order: &OrderRow, now: Instant) -> Mail {
    let date = order.expected_delivery_date.or(Some(order.ship_by_date));
    let day = day_to_come(&ExpectedDay { date, now });
    let text = match day {
        Some(day) => {
            format!("Your box {} is on its way and should be with you on {}.", order.code, day_in_words(day))
        }
        None => format!("Your box {} is on its way. We are sorry that it is later than planned.", order.code),
    };
    let code = order.tracking_code.iter().map(|code| Row::with("Tracking code", code));
    let mail = Mail::to(to, "on_its_way", EmailContent::about("Your box is on its way").paragraph(text).rows(code));
    day.into_iter().fold(mail, Mail::true_until_end_of)
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
    let size = BoxSize { items: Count::of(items::lines(tx, &order.id).await?.len()) };
    let offer = multi_item_offer(&size, &state.data.terms);
    mail::queue(state, tx, delivered(to, order, state.clock.now().instant(), offer, &page)).await
}

/// The carrier's news of a delivery may come late: no day is named that is past.
fn delivered(to: &CustomerRow, order: &OrderRow, now: Instant, offer: Option<String>, page: &str) -> Mail {
    let (subject, fact) = if order.customer_pick_up {
        ("Your box is with you", format!("You have picked up your box {}. Try everything on", order.code))
    } else {
        ("Your box has arrived", format!("Your box {} has come. Try everything on at home", order.code))
    };
    let by = day_to_come(&ExpectedDay { date: order.checkout_by_date, now });
    let text = match (order.checkout_by_date, by) {
        (_, Some(day)) => format!("{fact}, decide by {}, and check out here:", day_in_words(day)),
        (Some(_), None) => format!("{fact}. Your try-on days are over: please decide now, and check out here:"),
        (None, None) => format!("{fact}, decide by the end of your try-on days, and check out here:"),
    };
    let content = EmailContent::about(subject).paragraph(text).button("Check out", page);
    let mail = Mail::to(to, "delivered", offer.into_iter().fold(content, EmailContent::paragraph));
    by.into_iter().fold(mail, Mail::true_until_end_of)
}

/// The checkout was paid. `has_agreed` says whether the customer had agreed to be checked out automatically, `undecided` about how many
/// items they had not decided, `back` what still has to come back.
#[must_use]
pub fn receipt(
    to: &CustomerRow,
    order: &OrderRow,
    (invoice, terms): (&InvoiceRow, &ShopTerms),
    lines: &[LineItemRow],
    card: Option<&CardRow>,
    (has_agreed, undecided): (bool, Count),
    back: Option<&WayBack>,
) -> Mail {
    let kept = || lines.iter().filter(|line| line.claimed_kept == Some(true));
    let text = opening(&PaidCheckout {
        code: order.code.clone(),
        checked_out_by: invoice.checked_out_by,
        undecided,
        has_agreed,
        keeps_any: kept().next().is_some(),
    });
    let mut content =
        EmailContent::about(format!("Your {} receipt", brand::PRODUCT)).paragraph(text).rows(kept().map(|line| {
            let size = kept_size(line.exchange_size.as_deref().unwrap_or_default())
                .map(|size| format!(", {size}"))
                .unwrap_or_default();
            Row::with(format!("{}{size}", piece_of(line)), line.retail_price.formatted())
        }));
    if let Some(back) = back {
        content = going_back(content, lines, back);
    }
    for (words, has_come_back) in [
        ("This has come back to us:", true),
        ("This is no longer expected back, and you are not charged for it:", false),
    ] {
        let named = lines.iter().filter(|line| {
            let is_back = line.received_at.is_some();
            is_back == has_come_back && (is_back || (line.written_off.is_some() && !line.paid_for))
        });
        let rows: Vec<Row> = named.map(|line| Row::of(piece_of(line))).collect();
        if !rows.is_empty() {
            content = content.paragraph(words).rows(rows);
        }
    }
    // The rows that the page shows of it.
    let amounts = invoice_rows(&amounts_of(invoice), terms).into_iter().map(|row| {
        let amount = money::format(&row.amount).unwrap_or(row.amount);
        if row.is_sum { Row::total(row.label, amount) } else { Row::with(row.label, amount) }
    });
    let charged = Row::total(format!("Charged to your {}", charged_card(card)), invoice.total_due.formatted());
    let mail = Mail::to(to, "receipt", content.rows(amounts.chain([charged])));
    true_until_due(mail, back)
}

fn amounts_of(invoice: &InvoiceRow) -> InvoiceAmounts {
    InvoiceAmounts {
        subtotal: invoice.original_subtotal,
        multi_item_discount: invoice.multi_item_discount,
        discount: invoice.discount_amount,
        coupon_code: invoice.coupon_code.clone(),
        total_before_tax: invoice.total_before_tax,
        tax: invoice.tax,
        shipping_tax: invoice.shipping_tax,
        total_with_tax: invoice.total_with_tax,
        credit_used: invoice.credit_amount,
        gift_card_used: invoice.gift_card_amount,
        forgiven: Some(invoice.forgiven),
        tax_is_estimated: None,
        is_paid: Some(true),
    }
}

/// The name of a piece.
fn piece_of(line: &LineItemRow) -> String {
    format!("{} by {}", line.description, line.brand)
}

/// The email, which names the day by which something has to come back.
pub(super) fn true_until_due(mail: Mail, back: Option<&WayBack>) -> Mail {
    match back.and_then(|back| back.by) {
        Some(by) => mail.true_until_end_of(by.date),
        None => mail,
    }
}

/// Adds what goes back of a box: the pieces, and the old sizes of exchanges, by when and how.
pub(super) fn going_back(content: EmailContent, lines: &[LineItemRow], back: &WayBack) -> EmailContent {
    let by = back.by.map(|by| format!(" by {}", day_in_words(by.date))).unwrap_or_default();
    let rows = back.pieces.iter().filter_map(|piece| {
        let line = lines.iter().find(|line| line.id == piece.id)?;
        let note = piece.note.as_ref().map(|note| format!(", {note}")).unwrap_or_default();
        Some(Row::of(format!("{}{note}", piece_of(line))))
    });
    let content = content.paragraph(format!("{}{by}:", back.title)).rows(rows);
    match back.how {
        Some(how) => content.paragraph(how),
        None => content,
    }
}

#[must_use]
pub fn cancelled(to: &CustomerRow, order: &OrderRow, refund: Option<Money>) -> Mail {
    let money = refund.map(|fee| format!(" The styling fee of {} goes back to your card.", fee.formatted()));
    let text = format!("Your order {} has been canceled.{}", order.code, money.unwrap_or_default());
    mail(to, "cancelled", "Your order is canceled", text)
}

/// Adds a paragraph, and the offer of another box with its button, unless the customer closes the account and can order none.
pub(super) fn offering_another(
    content: EmailContent,
    to: &CustomerRow,
    text: String,
    (offer, label): (&str, &'static str),
    page: &str,
) -> EmailContent {
    if to.closing_since.is_some() {
        return content.paragraph(text);
    }
    content.paragraph(format!("{text} {offer}")).button(label, page)
}

/// The order was cancelled, because its styling fee was declined and no other card came. The button of `page` leads to the dashboard.
#[must_use]
pub fn cancelled_unpaid(to: &CustomerRow, order: &OrderRow, page: &str) -> Mail {
    let text = format!(
        "Your order {} has been canceled: its styling fee could not be charged, and we have received no other card. You were not \
         charged.",
        order.code
    );
    let content = EmailContent::about("Your order is canceled");
    let offer = ("You can order another box whenever you like:", "Go to your dashboard");
    Mail::to(to, "cancelled", offering_another(content, to, text, offer, page))
}

/// The carrier has lost the box. `fee` goes back to the card, and of a checkout, if it was paid, what `checkout` says; `coupon` is the
/// code that it had used. The button of `page` orders another one.
#[must_use]
pub fn lost(
    to: &CustomerRow,
    order: &OrderRow,
    fee: Option<Money>,
    (checkout, coupon): (Option<&GoesBack>, Option<&str>),
    page: &str,
) -> Mail {
    let fee = fee.map(|fee| format!(", and the styling fee of {} goes back to your card", fee.formatted()));
    let parts = checkout.into_iter().flat_map(|back| refund::parts(back.refunded()));
    let parts: Vec<_> = parts.map(|(amount, to)| format!("{amount} to your {to}")).collect();
    let money = if parts.is_empty() {
        format!("Nothing is charged for it{}.", fee.unwrap_or_default())
    } else {
        format!("What you paid at your checkout goes back: {}{}.", parts.join(" and "), fee.unwrap_or_default())
    };
    // Who closes the account orders no other box.
    let coupon = coupon.filter(|_| to.closing_since.is_none());
    let coupon = coupon.map(|code| format!(" Your code {code} is not used up: it can be used again until it ends."));
    let text = format!(
        "We are sorry: your box {} was lost on its way to you. {money}{}",
        order.code,
        coupon.unwrap_or_default()
    );
    let offer = ("If you would like another one, order it here:", "Order another box");
    Mail::to(to, "lost", offering_another(EmailContent::about("Your box was lost"), to, text, offer, page))
}

/// There are more days to try on.
#[must_use]
pub fn extended(to: &CustomerRow, order: &OrderRow, by: Date, page: &str) -> Mail {
    let text = format!("You have more time with your box {}: please check out by {}.", order.code, day_in_words(by));
    let content = EmailContent::about("More days to try on").paragraph(text).button("Check out", page);
    Mail::to(to, "extended", content).true_until_end_of(by)
}

/// A friend's purchase earned a reward.
#[must_use]
pub fn referral_earned(to: &CustomerRow, friend: &CustomerRow, terms: &ShopTerms) -> Mail {
    let percent = terms.referral_percent;
    let text = format!(
        "{} has bought from a box with your referral. {percent}% off your next one is yours: it waits at your checkout for {}, unless \
         all of that purchase is refunded before you use it.",
        on_one_line(&friend.first_name),
        count::days(terms.referral_days)
    );
    mail(to, "referral_earned", &format!("{percent}% off for you"), text)
}
