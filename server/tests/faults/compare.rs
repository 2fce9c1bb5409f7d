//! Comparing a shop with the model, once all has settled.

use super::model::Model;
use super::post::Sent;
use super::shop::Shop;
use serde_json::Value;
use std::collections::BTreeMap;

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

/// Compares everything once all has settled.
pub fn compare(shop: &Shop, model: &Model) -> Result<(), String> {
    let mut wrong = shop.bank.wrong();
    wrong.extend(shop.post.wrong());
    if let Some(first) = wrong.first() {
        return Err(first.clone());
    }
    for (who, customer) in &model.customers {
        let refused = shop.bank.refused_of(&customer.id);
        if refused > 0 && named(shop, "payments") == 0 {
            return Err(format!("{refused} cents were not given back, and ops attention does not name it"));
        }
        let (kept, expected) = (shop.bank.kept_of(&customer.id), model.kept_of(*who) + refused);
        if kept != expected {
            let charges = shop.bank.of(&customer.id).join("; ");
            return Err(format!("customer {who} should have paid {expected} cents and has paid {kept}: {charges}"));
        }
    }
    let (found, expected) = (stock(shop), model.stock());
    for (key, there) in &found {
        let should = expected.get(key).copied().unwrap_or_default();
        if should != *there {
            return Err(format!("of {key:?} there should be (in all, promised) {should:?}, and there are {there:?}"));
        }
    }
    let left = shop.numbers("SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM gift_cards")[0];
    if left != model.gift_cards_left() {
        return Err(format!("on gift cards {} cents should be left, and there are {left}", model.gift_cards_left()));
    }
    let noted = shop.words("SELECT code || '=' || CAST(uses AS TEXT) FROM coupons");
    for (code, used, most) in model.coupon_uses() {
        if used > most || !noted.contains(&format!("{code}={used}")) {
            return Err(format!("{code} is used {used} times of {most}, and the database has {noted:?}"));
        }
    }
    if model.customers.values().all(|customer| customer.is_here()) {
        let mine = model.customers.keys().map(|who| model.rewards_of(*who));
        let expected = mine.fold((0, 0), |(earned, used), (more, also)| (earned + more, used + also));
        let count = |sql| usize::try_from(shop.numbers(sql)[0]).unwrap();
        let found = (
            count("SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer' AND taken_back_at IS NULL"),
            count("SELECT COUNT(*) FROM referral_rewards WHERE earned_as = 'referrer' AND used_at IS NOT NULL"),
        );
        if found != expected {
            return Err(format!("of rewards {expected:?} should be (earned, used), and there are {found:?}"));
        }
    }
    audit(shop)?;
    waits(shop)?;
    told_once(shop, model)
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

/// What waits is what `ops attention` names.
fn waits(shop: &Shop) -> Result<(), String> {
    let open = shop.numbers("SELECT COUNT(*) FROM payment_attempts WHERE status IN ('pending', 'unknown')")[0];
    let unsent = shop.numbers("SELECT COUNT(*) FROM outbox WHERE sent_at IS NULL")[0];
    if open + unsent == 0 {
        return Ok(());
    }
    let payments = named(shop, "payments");
    if open > payments {
        return Err(format!("{open} payments are open, and ops attention names {payments}"));
    }
    if unsent > 0 && named(shop, "messages") == 0 {
        return Err(format!("{unsent} messages wait, and ops attention names none"));
    }
    Ok(())
}

/// How many things of a kind wait for staff, as `ops attention` names them.
fn named(shop: &Shop, kind: &str) -> i64 {
    let printed = shop.ops("attention --json").unwrap_or_else(|printed| printed);
    let read: Value = serde_json::from_str(&printed).unwrap_or_default();
    let waiting = read["waiting"].as_array().cloned().unwrap_or_default();
    i64::try_from(waiting.iter().filter(|found| found["kind"] == kind).count()).unwrap()
}

/// Nobody was told twice, or never.
fn told_once(shop: &Shop, model: &Model) -> Result<(), String> {
    let sent = shop.post.sent();
    for (who, customer) in &model.customers {
        if !customer.is_here() {
            continue;
        }
        let email = Model::email(*who);
        let count = |subject: &str, code: &str| {
            let is_it =
                |mail: &Sent| mail.recipient == email && mail.subject.contains(subject) && mail.body.contains(code);
            sent.values().filter(|mail| is_it(mail)).count()
        };
        let mut expected = vec![("Welcome to", "", 1)];
        for order in &customer.orders {
            expected.extend(order.told_of().into_iter().map(|(subject, times)| (subject, order.code.as_str(), times)));
        }
        for (subject, code, times) in expected {
            let found = count(subject, code);
            if found != times {
                return Err(format!(
                    "customer {who} should have {times} emails {subject:?} about {code:?}, and has {found}"
                ));
            }
        }
    }
    Ok(())
}
