//! Which emails customers were sent: none twice, and none is missing.

use super::acts::Card;
use super::email_service::Sent;
use super::model::{Customer, Model, Order};
use super::sending::number;
use super::shop::Shop;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The subject of the email about a canceled order, and of that about a box that was lost.
const CALLED_OFF: [&str; 2] = ["is canceled", "was lost"];
/// What they say if the styling fee was paid.
const FEE_BACK: &str = "goes back to your card";
const DECLINED: &str = "was declined";
const REWARD: &str = "off for you";
/// A day, and the jumps of the clock, in microseconds.
const DAY_AND_JUMPS: i64 = 25 * 3_600_000_000;
const CARD_CHANGED: &str = "The card of your";

/// How many emails a customer has to have: words of their subject, words of their text, and how many.
type Expected = (&'static str, String, RangeInclusive<usize>);

/// Nobody was told twice, or never.
pub fn told_once(shop: &Shop, model: &Model) -> Result<(), String> {
    let sent = shop.emails.sent();
    let mut told = BTreeSet::new();
    // Two friends may earn the same, and a card may be declined twice, or charged wrongly twice: these are counted below. If the jobs stood
    // still, the reminder of the day before comes a day late, and says the same as the one of that day.
    let may_be_told_again = [
        REWARD,
        DECLINED,
        CARD_CHANGED,
        "Your payment was refunded",
        "Please check out tomorrow",
        "Please check out today",
    ];
    let comes_again = |mail: &&Sent| may_be_told_again.iter().any(|words| mail.subject.contains(words));
    for mail in sent.values().filter(|mail| !comes_again(mail)) {
        if !told.insert((&mail.recipient, &mail.subject, &mail.body)) {
            return Err(format!("{} was told twice: {:?}", mail.recipient, mail.subject));
        }
    }
    for (who, customer) in &model.customers {
        let email = Model::email(*who);
        let mine: Vec<&Sent> = sent.values().filter(|mail| mail.recipient == email).collect();
        if customer.is_here() {
            declined_again(shop, customer, &mine)?;
        }
        changed_again(customer, &mine)?;
        for (subject, words, times) in expected(shop, model, *who, customer) {
            let is_it = |mail: &&&Sent| mail.subject.contains(subject) && mail.body.contains(&words);
            let found = mine.iter().filter(is_it).count();
            if !times.contains(&found) {
                let times = in_words(&times);
                return Err(format!(
                    "customer {who} should have {times} emails {subject:?} about {words:?}, and has {found}"
                ));
            }
        }
        for order in customer.orders.iter().filter(|_| customer.is_here()) {
            let says_back = |mail: &&&Sent| {
                let is_called_off = CALLED_OFF.iter().any(|subject| mail.subject.contains(subject));
                is_called_off && mail.body.contains(&order.code) && mail.body.contains(FEE_BACK)
            };
            let (found, back) = (mine.iter().filter(says_back).count(), shop.bank.about(&order.id).fees_back);
            if found != back {
                return Err(format!("of order {} {back} fees go back, and {found} emails say so", order.code));
            }
        }
    }
    Ok(())
}

/// An email about a decline comes again if the customer checks out again, and for cards that are replaced by each other. Otherwise each names
/// another day, or is the last.
fn declined_again(shop: &Shop, customer: &Customer, mine: &[&Sent]) -> Result<(), String> {
    for mail in mine.iter().filter(|mail| mail.subject.contains(DECLINED)) {
        let times = times_told(mail, mine);
        let order = customer.orders.iter().find(|order| mail.body.contains(&order.code));
        let most = match order {
            Some(order) if mail.body.contains("of your checkout of box") => {
                shop.bank.about(&order.id).declined_checkouts
            }
            _ if customer.gave_one_card() => 1,
            _ => usize::MAX,
        };
        if times > most {
            return Err(format!("{} was told {times} times of {most} declines: {:?}", mail.recipient, mail.body));
        }
    }
    Ok(())
}

/// The email that a card is on file comes again only if the customer has given that card again.
fn changed_again(customer: &Customer, mine: &[&Sent]) -> Result<(), String> {
    for mail in mine.iter().filter(|mail| mail.subject.contains(CARD_CHANGED)) {
        let times = times_told(mail, mine);
        let most = customer.given().filter(|card| mail.body.contains(&ending(**card))).count();
        if times > most {
            return Err(format!(
                "{} was told {times} times of a card given {most} times: {:?}",
                mail.recipient, mail.body
            ));
        }
    }
    Ok(())
}

/// How many of these emails say the same as one of them.
fn times_told(mail: &Sent, mine: &[&Sent]) -> usize {
    mine.iter().filter(|other| (&other.subject, &other.body) == (&mail.subject, &mail.body)).count()
}

/// How emails name a card.
fn ending(card: Card) -> String {
    let number = number(card);
    format!("ending in {}.", &number[number.len() - 4..])
}

fn in_words(times: &RangeInclusive<usize>) -> String {
    match (*times.start(), *times.end()) {
        (least, usize::MAX) => format!("{least} or more"),
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// The emails that a customer has to have. How many reminders and news of late boxes there are depends on the minute in which jobs run, and
/// is left to plain tests.
fn expected(shop: &Shop, model: &Model, who: usize, customer: &Customer) -> Vec<Expected> {
    let is_here = customer.is_here();
    let closed = usize::from(!is_here);
    let mut expected = vec![("account is closed", String::new(), closed..=closed)];
    if !is_here {
        // What was not sent yet when an account ended was told nobody.
        return expected;
    }
    expected.push(("Welcome to", String::new(), 1..=1));
    // It may be told again of a box that is put off, or never comes.
    expected.push(("is coming up", String::new(), customer.came_by_itself()..=usize::MAX));
    expected.extend(of_card(customer));
    expected.extend(model.told_of_rewards(who).map(|times| (REWARD, String::new(), times)));
    let mut declined_at = Vec::new();
    for order in &customer.orders {
        let about = order.told_of().into_iter().chain(by_bank(shop, customer, order));
        expected.extend(about.map(|(subject, times)| (subject, order.code.clone(), times)));
        declined_at.extend(shop.bank.about(&order.id).checkout_first_declined_at.map(|at| at.0));
    }
    let least = if customer.gave_one_card() { days_apart(declined_at) } else { 0 };
    expected.push((DECLINED, String::new(), least..=usize::MAX));
    expected
}

/// How many of these first declines of checkouts are more than a day after another one that counts. A customer who checks out several times on
/// a day is told of the first decline of that day, whichever box it was about.
fn days_apart(mut declined_at: Vec<i64>) -> usize {
    declined_at.sort_unstable();
    let mut counting: Vec<i64> = Vec::new();
    for at in declined_at {
        if counting.last().is_none_or(|last| at > last + DAY_AND_JUMPS) {
            counting.push(at);
        }
    }
    counting.len()
}

/// The emails about an order that follow from the bank's books.
fn by_bank(shop: &Shop, customer: &Customer, order: &Order) -> [(&'static str, RangeInclusive<usize>); 3] {
    let about = shop.bank.about(&order.id);
    // The next tries with the same card are told of only if they are the last, and a card that was declined for another order is told of
    // without a charge. If the card was replaced meanwhile, the customer is told nothing. So the number does not follow.
    let is_told = about.declined_fees > 0 && customer.gave_one_card();
    let most = if about.declined_fees + about.declined_checkouts > 0 { usize::MAX } else { 0 };
    [
        ("is being styled", about.fees..=about.fees),
        ("Your payment was refunded", about.undone_checkouts..=about.undone_checkouts),
        (DECLINED, usize::from(is_told)..=most),
    ]
}

/// The emails that say which card is on file now. What happens soon after another change is gathered in one email about the last change,
/// so their number depends on the time of each, and not less than one tells of the last.
fn of_card(customer: &Customer) -> Vec<Expected> {
    let mut expected = vec![(CARD_CHANGED, String::new(), 0..=customer.most_card_emails())];
    if let Some(card) = customer.last_change() {
        expected.push((CARD_CHANGED, ending(card), 1..=usize::MAX));
    }
    expected
}
