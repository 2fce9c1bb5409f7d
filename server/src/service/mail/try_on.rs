//! The emails about the end of the try-on days and about exchanges.

use crate::platform::clock::day_in_words;
use crate::service::mail::email_content::{EmailContent, Row};
use crate::service::mail::order::{going_back, true_until_due};
use crate::service::mail::{Mail, refund};
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::order::items::LineItemRow;
use crate::store::order::orders::OrderRow;
use crate::store::returns::exchanges::ExchangeRow;
use stylebox_core::card::{self, CardNotCharged, NotCharged};
use stylebox_core::payment::refund::Refunded;
use stylebox_core::policy;
use stylebox_core::returns::way_back::WayBack;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::expiration::Expiration;
use stylebox_core::values::money::Money;
use stylebox_core::{InputError, brand};

/// What the system does, as the customer agreed, if they do not check out.
#[derive(Debug)]
pub enum Follows {
    /// It checks out.
    Charge(SystemCharge),
    /// It cannot: the card on file is not charged.
    OtherCard {
        /// The card on file.
        card: CardRow,
        /// Why, with the words that are said after the card's name.
        why: CardNotCharged,
    },
}

/// What the system charges if the customer does not check out.
#[derive(Debug)]
pub struct SystemCharge {
    /// The card on file.
    pub card: CardRow,
    /// The amount as the box is now; `None` if it is not known.
    pub amount: Option<Money>,
    /// Whether there is anything that the customer has not decided.
    pub has_undecided: bool,
}

/// Before the end of the day to check out by, which is not over. `follows` is what the system does afterwards; `None` if the customer did not
/// agree to that.
///
/// # Errors
/// If the day after would be after the year 9999.
pub fn reminder(
    to: &CustomerRow,
    order: &OrderRow,
    by: Date,
    today: Date,
    follows: Option<&Follows>,
    page: &str,
) -> Result<Mail, InputError> {
    // Not the days for which the reminder was planned: it may be written later than at its hour.
    let when = match today.days_until(by) {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        days => format!("in {days} days"),
    };
    const { assert!(policy::SYSTEM_CHECKOUT_HOUR == 12, "the email says noon") };
    let text = format!("Your time to try on box {} ends {when}: please check out by {}.", order.code, day_in_words(by));
    let mut content = EmailContent::about(format!("Please check out {when}")).paragraph(text);
    if let Some(Follows::OtherCard { card, why }) = follows {
        // A card that ends between the last day to check out and the next one still pays until then.
        let how = if why.why == NotCharged::Expires { "yourself" } else { "with another card" };
        content = content.paragraph(format!(
            "We cannot do it for you: your {} {}. Please check out {how}:",
            card::name_of(&card.brand, &card.last_four),
            why.words
        ));
    }
    if let Some(Follows::Charge(SystemCharge { card, amount, has_undecided })) = follows {
        let (undecided, otherwise) = if *has_undecided {
            ("what you have not decided about is kept, and ", "decide about your box")
        } else {
            ("", "change what you keep")
        };
        let amount = match amount {
            Some(amount) if amount.is_zero() => " As your box stands now, that is nothing.".to_owned(),
            Some(amount) => format!(" As your box stands now, that is {}.", amount.formatted()),
            None => String::new(),
        };
        content = content
            .paragraph(format!(
                "If you have not checked out by noon, Central Time, of {}, we do it for you, as you agreed: {undecided}what you keep is \
                 charged to your {}.{amount}",
                day_in_words(by.plus_days(1)?),
                card::name_of(&card.brand, &card.last_four)
            ))
            .paragraph(format!("If you do not want that, {otherwise} and check out before then:"));
    }
    // It counts the days from today.
    Ok(Mail::to(to, "reminder", content.button("Check out", page)).true_until_end_of(today))
}

/// The card expires soon, or has expired.
#[must_use]
pub fn card_expiring(to: &CustomerRow, last_four: &str, expiration: Expiration, has_ended: bool, page: &str) -> Mail {
    let ends = if has_ended { "has expired" } else { "expires soon" };
    let text = format!(
        "Your card that ends in {last_four} {ends} ({expiration}). Please add your new one, so that nothing holds up your next box:"
    );
    let content = EmailContent::about(format!("Your card {ends}")).paragraph(text).button("Add your new card", page);
    let mail = Mail::to(to, "card_expiring", content);
    if has_ended { mail } else { mail.true_until_end_of(expiration.last_day()) }
}

/// Adds what still has to come back, if anything does.
fn with_way_back(content: EmailContent, lines: &[LineItemRow], back: Option<&WayBack>) -> EmailContent {
    match back {
        Some(back) => going_back(content, lines, back),
        None => content,
    }
}

/// The other sizes were shipped. `back` is what still has to come back of the box.
#[must_use]
pub fn exchange_shipped(
    to: &CustomerRow,
    order: &OrderRow,
    pieces: &[(String, ExchangeRow)],
    address: &str,
    (lines, back): (&[LineItemRow], Option<&WayBack>),
) -> Mail {
    let content = EmailContent::about("Your exchange is on its way")
        .paragraph(format!("What you exchanged of box {} is on its way to {address}:", order.code))
        .rows(pieces.iter().map(|(description, exchange)| {
            let code = exchange.tracking_code.as_deref().unwrap_or_default();
            Row::of(format!("{description}, in size {}, tracking code {code}", exchange.size))
        }));
    true_until_due(Mail::to(to, "exchange_shipped", with_way_back(content, lines, back)), back)
}

/// The other size is sold out. `back` is what still has to come back of the box.
#[must_use]
pub fn exchange_sold_out(
    to: &CustomerRow,
    order: &OrderRow,
    description: &str,
    size: &str,
    refunded: Refunded,
    (lines, back): (&[LineItemRow], Option<&WayBack>),
) -> Mail {
    let money = refund::sentence(refunded).map(|sentence| format!(" {sentence}")).unwrap_or_default();
    let text = format!(
        "We are sorry: the {description} of box {} has sold out in size {size} before we could send it.{money}",
        order.code
    );
    let subject = format!("{} could not exchange a piece", brand::PRODUCT);
    let content = EmailContent::about(subject).paragraph(text);
    true_until_due(Mail::to(to, "exchange_sold_out", with_way_back(content, lines, back)), back)
}

/// A piece that came back when nobody waited for it any more.
#[derive(Debug, Clone, Copy)]
pub struct LatePiece<'a> {
    pub name: &'a str,
    /// Whether the customer had paid for it, so that its price goes back.
    pub was_bought: bool,
}

const NOTHING_GOES_BACK: &str = "Neither your card nor a gift card had paid anything for them, so nothing goes back.";

/// Pieces came back that were not expected any more. `refunded` is what goes back for those that were bought.
#[must_use]
pub fn late_return(to: &CustomerRow, order: &OrderRow, pieces: &[LatePiece<'_>], refunded: Refunded) -> Mail {
    let code = &order.code;
    let (bought, late): (Vec<LatePiece<'_>>, Vec<LatePiece<'_>>) = pieces.iter().partition(|piece| piece.was_bought);
    let rows =
        |pieces: Vec<LatePiece<'_>>| pieces.into_iter().map(|piece| Row::of(piece.name.to_owned())).collect::<Vec<_>>();
    let mut content = EmailContent::about("Your return has arrived");
    if !late.is_empty() {
        content = content
            .paragraph(format!("We did not expect these pieces of box {code} any more, and now they are here. You owe nothing for them:"))
            .rows(rows(late));
    }
    if !bought.is_empty() {
        content = content
            .paragraph(format!("You had paid for these pieces of box {code}, and they have come back to us. They count as returned now:"))
            .rows(rows(bought))
            .paragraph(refund::sentence(refunded).unwrap_or_else(|| NOTHING_GOES_BACK.to_owned()));
    }
    Mail::to(to, "return_came_late", content)
}
