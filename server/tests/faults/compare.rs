//! Comparing a shop with the model, once all has settled.

use super::attention::Attention;
use super::bank::notices::event_of;
use super::emails::told_once;
use super::model::{Customer, Model};
use super::shop::Shop;
use std::collections::{BTreeMap, BTreeSet};
use stylebox_server::store::payment::payment_attempts::Purpose;

type Stock = BTreeMap<(String, String), (i64, i64)>;

/// The warehouse, as its table has it.
pub fn stock(shop: &Shop) -> Stock {
    let rows = shop.words(
        "SELECT product_id || '/' || size || '/' || CAST(quantity AS TEXT) || '/' || CAST(reserved AS TEXT) FROM stock",
    );
    let read = |row: &String| {
        let parts: Vec<&str> = row.split('/').collect();
        let [product, size, quantity, reserved] = parts[..] else { panic!("{row}") };
        ((product.to_owned(), size.to_owned()), (quantity.parse().unwrap(), reserved.parse().unwrap()))
    };
    rows.iter().map(read).collect()
}

/// What the gateway has told, and the shop has answered with success, is kept once: the gateway does not tell it again. This is compared
/// immediately, because the shop forgets events after a while.
pub fn events_kept(shop: &Shop) -> Result<(), String> {
    let answered = shop.bank.take_answered();
    if answered.is_empty() {
        return Ok(());
    }
    let kept = shop.words("SELECT event_id FROM webhook_events WHERE party = 'bank'");
    for event in answered.iter().map(|key| event_of(key)) {
        let times = kept.iter().filter(|id| **id == event).count();
        if times != 1 {
            return Err(format!("the shop has answered that it knows the event {event}, and keeps it {times} times"));
        }
    }
    Ok(())
}

/// A payment that the gateway has not answered about.
#[derive(Debug, Clone)]
pub struct OpenPayment {
    pub key: String,
    pub order: String,
}

/// The payments that the gateway has not answered about.
pub fn open_payments(shop: &Shop) -> Vec<OpenPayment> {
    let rows = shop
        .words("SELECT gateway_key || ' ' || order_id FROM payment_attempts WHERE status IN ('pending', 'unknown')");
    let read = |row: &String| {
        let (key, order) = row.split_once(' ').unwrap();
        OpenPayment { key: key.to_owned(), order: order.to_owned() }
    };
    rows.iter().map(read).collect()
}

/// The orders whose refund the gateway has not answered, or refuses. What goes back on a gift card with it has not gone back yet.
pub fn unsettled_refunds(shop: &Shop) -> BTreeSet<String> {
    let is_of_checkout = |payment: &&OpenPayment| {
        matches!(Purpose::of_key(&payment.key), Some(Purpose::ExchangeRefund | Purpose::CheckoutRefund))
    };
    let open = shop.open_payments.iter().filter(is_of_checkout).map(|payment| payment.order.clone());
    open.chain(shop.bank.orders_with_refused_refunds()).collect()
}

/// Whether the shop has asked its parties for nothing that no shop may ask for, and refused nothing that they tell.
pub fn not_allowed(shop: &Shop) -> Result<(), String> {
    let mut wrong = shop.bank.wrong();
    wrong.extend(shop.emails.wrong());
    wrong.into_iter().next().map_or(Ok(()), Err)
}

/// Compares everything once all has settled.
pub fn compare(shop: &Shop, model: &Model) -> Result<(), String> {
    not_allowed(shop)?;
    for (who, customer) in &model.customers {
        let refused = shop.bank.refused_of(&customer.id);
        let (kept, expected) = (shop.bank.kept_of(&customer.id), model.kept_of(*who) + refused);
        if kept != expected {
            let charges = shop.bank.of(&customer.id).join("; ");
            return Err(format!("customer {who} should have paid {expected} cents and has paid {kept}: {charges}"));
        }
    }
    let (found, expected) = (stock(shop), model.stock());
    for key in found.keys().chain(expected.keys()) {
        let (should, there) = (expected.get(key), found.get(key));
        if should != there {
            return Err(format!("of {key:?} there should be (in all, promised) {should:?}, and there are {there:?}"));
        }
    }
    gift_cards(shop, model)?;
    let noted = shop.words("SELECT code || '=' || CAST(uses AS TEXT) FROM coupons");
    for (code, used, most) in model.coupon_uses() {
        if used > most || !noted.contains(&format!("{code}={used}")) {
            return Err(format!("{code} is used {used} times of {most}, and the database has {noted:?}"));
        }
    }
    // The gateway tells it again until it is answered, and sometimes twice.
    let events = "SELECT event_id FROM webhook_events GROUP BY party, event_id HAVING COUNT(*) > 1";
    if let Some(event) = shop.words(events).first() {
        return Err(format!("a webhook is kept more than once: {event}"));
    }
    if let Some(key) = shop.bank.notices().first() {
        return Err(format!("the gateway still has to tell of {key}"));
    }
    reserved(shop, model)?;
    rewards(shop, model)?;
    audit(shop)?;
    waits(shop, model)?;
    for (who, customer) in &model.customers {
        forgotten(shop, *who, customer)?;
    }
    told_once(shop, model)
}

/// Compares what checkouts use and reserve, while the shop goes on: what one that is declined does not give back is seen immediately, and
/// not only if somebody wants it again.
pub fn reserved(shop: &Shop, model: &Model) -> Result<(), String> {
    const THERE: &str = "SELECT 'coupons ' || CAST(COUNT(*) AS TEXT) FROM coupons_used
            WHERE customer_id IN (SELECT id FROM customers WHERE erased_at IS NULL)
        UNION ALL SELECT 'uses ' || CAST(COALESCE(SUM(uses), 0) AS TEXT) FROM coupons
        UNION ALL SELECT 'rewards ' || CAST(COUNT(*) AS TEXT) FROM referral_rewards WHERE used_at IS NOT NULL
            AND customer_id IN (SELECT id FROM customers WHERE erased_at IS NULL)
        UNION ALL SELECT 'drawn ' || CAST(COALESCE(SUM(amount), 0) AS TEXT) FROM gift_card_draws WHERE status = 'reserved'
        UNION ALL SELECT 'pieces ' || CAST(SUM(quantity) AS TEXT) FROM stock
        UNION ALL SELECT 'promised ' || CAST(SUM(reserved) AS TEXT) FROM stock";
    let there = shop.words(THERE);
    for (what, expected) in model.reserved() {
        if !there.contains(&format!("{what} {expected}")) {
            return Err(format!("of {what} there should be {expected} used or reserved, and there are {there:?}"));
        }
    }
    Ok(())
}

/// On each gift card is left what the model says. The database knows the last four digits of its number.
fn gift_cards(shop: &Shop, model: &Model) -> Result<(), String> {
    let mut left = shop.words("SELECT last_four || ': ' || CAST(balance AS TEXT) FROM gift_cards");
    let mut expected: Vec<String> = model.left_on_each();
    // A refund that the gateway has refused is not booked, also not the gift card's part.
    for last_four in model.gift_cards_of(&shop.bank.orders_with_refused_refunds()) {
        for cards in [&mut left, &mut expected] {
            cards.retain(|card| !card.starts_with(&last_four));
        }
    }
    left.sort_unstable();
    expected.sort_unstable();
    if left != expected {
        return Err(format!("on the gift cards {expected:?} cents should be left, and there are {left:?}"));
    }
    Ok(())
}

/// Each customer has the rewards that they and their friends have earned. If one of them has ended, nobody sees them any more.
fn rewards(shop: &Shop, model: &Model) -> Result<(), String> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let rows = "SELECT customer_id || ' ' || earned_as || CASE WHEN used_at IS NULL THEN '' ELSE ', used' END FROM referral_rewards
        WHERE taken_back_at IS NULL OR used_at IS NOT NULL";
    for row in shop.words(rows) {
        let (customer, reward) = row.split_once(' ').unwrap();
        found.entry(customer.to_owned()).or_default().push(reward.to_owned());
    }
    for who in model.here() {
        let Some(mut expected) = model.rewards_of(who) else { continue };
        // What was earned with money that the gateway has refused to give back stays until staff have seen to it.
        if model.friends_of(who).any(|friend| shop.bank.refused_of(&friend.id) > 0) {
            continue;
        }
        let mut there = found.remove(&model.customer(who).id).unwrap_or_default();
        expected.sort_unstable();
        there.sort_unstable();
        if there != expected {
            return Err(format!("customer {who} should have the rewards {expected:?}, and has {there:?}"));
        }
    }
    Ok(())
}

/// The audit agrees, except that it names what the gateway has refused to give back, until staff have seen to it.
fn audit(shop: &Shop) -> Result<(), String> {
    let Err(printed) = shop.ops("audit") else { return Ok(()) };
    let mut lines = printed.lines();
    // Otherwise it could not be made.
    let is_made = lines.next().is_some_and(|first| first.starts_with("The books do not agree"));
    if is_made && lines.all(|line| line.contains("the gateway refused to give")) {
        return Ok(());
    }
    Err(format!("the audit says: {printed}"))
}

/// Whether the checkout of an order was declined so shortly ago that it is tried again: seven days later at the latest, and the shop may
/// have learned of it a day after the bank has declined.
pub fn is_tried_again(shop: &Shop, order: &str) -> bool {
    const LATEST: i64 = 9 * 24 * 3_600_000_000;
    shop.bank.about(order).checkout_last_declined_at.is_some_and(|declined| shop.now() < declined.0 + LATEST)
}

/// What waits is what `ops attention` names.
fn waits(shop: &Shop, model: &Model) -> Result<(), String> {
    let attention = Attention::of(shop)?;
    let refused = shop.bank.refused();
    let mut in_payment = Vec::new();
    let attempts = "SELECT id || ' ' || order_id || ' ' || status || ' ' || gateway_key FROM payment_attempts
        WHERE status <> 'succeeded'";
    for row in shop.words(attempts) {
        let parts: Vec<&str> = row.split(' ').collect();
        let [id, order, status, key] = parts[..] else { panic!("{row}") };
        let is_open = matches!(status, "pending" | "unknown");
        let is_refused = refused.iter().any(|asked| asked == key);
        if (is_open || is_refused) && !attention.names("payments", &format!("payment {id}")) {
            return Err(format!("a payment under the key {key} is {status}, and ops attention does not name it"));
        }
        // The bank is asked until it has answered. Only what it refuses to give back is left to staff.
        if is_open && !shop.bank.has_refused(order) {
            return Err(format!("a payment under the key {key} is still {status}, and the bank has refused nothing"));
        }
        if is_open {
            in_payment.push(order.to_owned());
        }
    }
    outside(shop, &attention)?;
    for (who, customer) in model.customers.iter().filter(|(_, customer)| customer.is_here()) {
        let mut has_ended = true;
        for order in customer.orders.iter().filter(|order| !Model::is_finished(&order.status)) {
            has_ended = false;
            let is_unpaid = shop.bank.about(&order.id).declined_fees > 0 || shop.bank.has_refused(&order.id);
            let waits = is_unpaid || !customer.has_good_card();
            let kinds =
                order.named_as(shop.now(), waits).map_err(|status| format!("order {} stays {status}", order.code))?;
            let is_named = match kinds {
                [] => true,
                ["payments"] => in_payment.contains(&order.id),
                kinds => kinds.iter().any(|kind| attention.names(kind, &order.code)),
            };
            let goes_on = kinds.contains(&"checkouts") && is_tried_again(shop, &order.id);
            if !is_named && !goes_on {
                let (code, status) = (&order.code, &order.status);
                return Err(format!("order {code} stays {status}, and ops attention names it as none of {kinds:?}"));
            }
        }
        // It stays while money that the gateway has refused to give back waits for staff.
        if customer.is_closing() && has_ended && shop.bank.refused_of(&customer.id) == 0 {
            return Err(format!("customer {who} has closed the account, and it does not end"));
        }
    }
    Ok(())
}

/// What waits for an outside party, or comes from one, is named too: each message, each event, and each card that the gateway has to forget.
fn outside(shop: &Shop, attention: &Attention) -> Result<(), String> {
    // The recipient may be empty, and comes last.
    let messages = "SELECT id || ' ' || channel || ' ' || kind || ' ' || recipient FROM outbox WHERE sent_at IS NULL";
    for row in shop.words(messages) {
        let parts: Vec<&str> = row.split(' ').collect();
        let [id, channel, kind, recipient] = parts[..] else { panic!("{row}") };
        // An email that is given up has its customer's address as its name.
        if !attention.names_message(id, channel, recipient) && !attention.names("undelivered_emails", recipient) {
            return Err(format!("the message {kind} to {recipient:?} waits, and ops attention does not name it"));
        }
    }
    for id in shop.words("SELECT id FROM webhook_events WHERE worked_at IS NULL") {
        if !attention.names("events", &format!("event {id}")) {
            return Err(format!("the event {id} waits, and ops attention does not name it"));
        }
    }
    // A card is not forgotten while a payment with it is open: that one is named by then.
    let forgotten = "SELECT reference FROM forget_requests WHERE NOT EXISTS
        (SELECT 1 FROM cards JOIN payment_attempts ON payment_attempts.card_id = cards.id
         WHERE cards.gateway_token = forget_requests.reference AND payment_attempts.status IN ('pending', 'unknown'))";
    match shop.words(forgotten).first() {
        Some(card) if !attention.names("jobs", "job forgetting") => {
            Err(format!("the gateway is to forget {card}, and ops attention does not say that it has not"))
        }
        _ => Ok(()),
    }
}

/// The gateway has forgotten the cards that are not on file, as all are not of an account that has ended, or is still to be asked.
fn forgotten(shop: &Shop, who: usize, customer: &Customer) -> Result<(), String> {
    const KEPT: &str =
        "SELECT gateway_token FROM cards WHERE replaced_at IS NULL UNION ALL SELECT reference FROM forget_requests";
    let kept = shop.words(KEPT);
    match shop.bank.cards_of(&customer.id).into_iter().find(|card| !kept.contains(card)) {
        Some(card) => Err(format!("the gateway does not forget {card} of customer {who}, which is not on file")),
        None => Ok(()),
    }
}
