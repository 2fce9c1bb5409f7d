//! What a restored backup does not match at once: refunds in other portions, charges that stay open, a tax service that is silent, and what
//! waits for a charge until it is noted.

use super::gateway_list::attention;
use super::restored::{again, back, fail_for_an_hour, newest_charge, read_list, refund_and_note, style, take};
use super::{
    ASKED, DECLINED, GOOD, Judge, OTHER, another, books_agree, decided, ordered, ordered_by, payment_secret,
    replace_card, shop, shop_taxed_by,
};
use crate::doubles::http::{HeldWhen, HttpFault};
use crate::doubles::stripe::StripeDouble;
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::platform::backup::Backups;
use crate::support::{Shopper, TestApp, ops};
use serde_json::Value;
use std::time::Duration;
use stylebox_server::fulfilment::steps::Step;
use stylebox_server::platform::clock::Clock;
use stylebox_server::providers::tax::choice::TaxChoice;
use stylebox_server::service::payment::taking_up;

const MINUTE: Duration = Duration::from_secs(60);
const CALCULATIONS: &str = "/v1/tax/calculations";
const CHARGES: &str = "GET /v1/payment_intents";

/// A shop whose cards are charged by Stripe, and whose tax Stripe calculates.
async fn taxed_shop() -> (TestApp, StripeDouble, StripeTaxDouble) {
    let tax = StripeTaxDouble::start().await;
    let (app, stripe) = shop_taxed_by(Some(TaxChoice::Stripe(tax.settings())), Judge::OwnRecords, |_| {}).await;
    (app, stripe, tax)
}

/// The number of a piece's garment.
pub(super) fn garment(line: &Value) -> &str {
    line["image_url"].as_str().unwrap().rsplit('/').next().unwrap()
}

/// A piece that the customer has bought comes back by itself. Two of them may come in one parcel, or be received one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_refund_since_the_backup_is_not_made_again_in_other_portions() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    ann.check_out("key").await.expect(200);
    take(&app, &ann, &[Step::SendBack, Step::Receive, Step::Complete]).await;
    let code = ann.code().await;
    let lines = ann.lines().await;
    let bought: Vec<&Value> = lines.iter().filter(|line| line["paid_for"] == true).take(2).collect();
    let (one, two) = (garment(bought[0]), garment(bought[1]));
    backups.take(&app).await;
    for piece in [one, two] {
        ops(&app, &format!("receive {code} {piece}")).await.unwrap();
    }
    let (refunds, taken) = (stripe.all("refund"), stripe.taken());
    assert_eq!(refunds.len(), 2);

    let first = back(&app, &stripe, &backups).await;
    read_list(&first).await;
    let refused = ops(&first, &format!("receive {code} {one} {two}")).await.unwrap_err();
    for refund in &refunds {
        let note = format!("\"ops payment noted {}\"", refund["metadata"]["attempt"].as_str().unwrap());
        assert!(refused.contains(&note), "{note}: {refused}");
    }
    assert!(
        refused.contains("First do again what those were for, in the same portions and order as then"),
        "{refused}"
    );
    // Nothing has changed, and the same portions are found at the gateway.
    for piece in [one, two] {
        ops(&first, &format!("receive {code} {piece}")).await.unwrap();
    }
    assert_eq!((stripe.all("refund").len(), stripe.taken()), (2, taken));
    read_list(&first).await;
    books_agree(&first).await;
    assert_eq!(attention(&first).await, "Nothing waits for you.\n");

    // Or the money went back for something else: once that is noted, the refund is another one.
    let second = back(&app, &stripe, &backups).await;
    read_list(&second).await;
    for refund in &refunds {
        ops(&second, &format!("payment noted {}", refund["metadata"]["attempt"].as_str().unwrap())).await.unwrap();
    }
    ops(&second, &format!("receive {code} {two}")).await.unwrap();
    assert_eq!(stripe.all("refund").len(), 3);
}

/// The fee was declined for good, and paid by another card after the backup.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_for_which_no_other_card_came_is_not_canceled_while_its_fee_is_not_matched() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, DECLINED).await;
    style(&app, &ann).await.unwrap_err();
    for _ in 0..12 {
        app.clock.advance(24 * 60 * MINUTE);
        ops(&app, "jobs run fees").await.unwrap();
        if attention(&app).await.contains("waits for another card until") {
            break;
        }
    }
    assert!(attention(&app).await.contains("waits for another card until"), "{}", attention(&app).await);
    backups.take(&app).await;
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(ann.status().await, "styling");
    let now = app.clock.now();

    let app = back(&app, &stripe, &backups).await;
    app.clock.set(&now.instant().to_string());
    // Both while all waits, and after the charge is listed, the last day for another card has passed.
    for reads_list in [false, true] {
        app.clock.advance(60 * 24 * 60 * MINUTE);
        if reads_list {
            read_list(&app).await;
        }
        ops(&app, "jobs run fees").await.unwrap();
        let status = app.count("SELECT COUNT(*) FROM orders WHERE status = 'created'").await;
        assert_eq!(status, 1, "with the list read: {reads_list}");
    }
    let charge = newest_charge(&stripe);
    refund_and_note(&app, &stripe, &charge, stripe.taken()[0]).await;
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE status = 'cancelled'").await, 1);
}

/// Otherwise the fee would go back, and the checkout would stay with the shop.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_box_is_not_called_off_while_its_checkout_is_not_matched() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, GOOD).await;
    take(&app, &ann, &[Step::Style, Step::Ship]).await;
    ann.keep(2).await;
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    backups.take(&app).await;
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    ann.check_out("key").await.expect(200);
    let (code, taken) = (ann.code().await, stripe.taken());
    let app = back(&app, &stripe, &backups).await;
    read_list(&app).await;
    let refused = ops(&app, &format!("lost {code}")).await.unwrap_err();
    assert!(refused.contains("was charged after the backup that was restored"), "{refused}");
    assert_eq!((stripe.taken(), stripe.all("refund").len()), (taken.clone(), 0));
    let charge = newest_charge(&stripe);
    refund_and_note(&app, &stripe, &charge, taken[1]).await;
    ops(&app, &format!("lost {code}")).await.unwrap();
    assert_eq!(stripe.taken(), [0; 0]);
}

/// Each sale has one transaction at the tax service, although the database forgot that it was recorded.
#[tokio::test(flavor = "multi_thread")]
async fn a_sale_that_is_taken_up_again_is_recorded_once_for_the_sales_tax() {
    for are_keys_known in [true, false] {
        let (app, stripe, tax) = taxed_shop().await;
        let backups = Backups::new();
        let mut ann = decided(&app, &stripe, 2).await;
        backups.take(&app).await;
        // The first look at the invoice comes after the backup, so the invoice and its calculation are made anew.
        ann.check_out("key").await.expect(200);
        ops(&app, "jobs run taxes").await.unwrap();
        assert_eq!(tax.transactions().len(), 1);
        if !are_keys_known {
            tax.prune_keys();
        }

        let app = back(&app, &stripe, &backups).await;
        read_list(&app).await;
        let recorded = "SELECT COUNT(*) FROM tax_records WHERE status = 'recorded'";
        assert_eq!(app.count("SELECT COUNT(*) FROM tax_records").await, 1, "the sale was taken up");
        ops(&app, "jobs run taxes").await.unwrap();
        assert_eq!(tax.transactions().len(), 1, "keys known: {are_keys_known}");
        assert_eq!(app.count(recorded).await, 1);
        assert_eq!(attention(&app).await, "Nothing waits for you.\n");
        // The service has not said under which id, so staff enter there what goes back.
        take(&app, &ann, &[Step::SendBack, Step::Receive, Step::Complete]).await;
        let mut ann = again(&app, &ann, "ann@example.com").await;
        let lines = ann.lines().await;
        let bought = lines.iter().find(|line| line["paid_for"] == true).unwrap();
        ops(&app, &format!("receive {} {}", ann.code().await, garment(bought))).await.unwrap();
        ops(&app, "jobs run taxes").await.unwrap();
        let shown = attention(&app).await;
        assert!(shown.contains("it is not known under which id the sale is recorded: enter it by hand"), "{shown}");
    }
}

/// Customers whose boxes have come, and who have checked out since the backup.
async fn all_checked_out(app: &TestApp, stripe: &StripeDouble, backups: &Backups, count: usize) -> Vec<Shopper> {
    let mut shoppers = Vec::new();
    for number in 0..count {
        let mut shopper = ordered_by(app, stripe, &format!("ann{number}@example.com"), GOOD).await;
        shopper.bring_box(app).await;
        shopper.keep(2).await;
        shoppers.push(shopper);
    }
    backups.take(app).await;
    for shopper in &mut shoppers {
        shopper.check_out("key").await.expect(200);
    }
    shoppers
}

/// Many customers have checked out since the backup. Each question to a silent service waits for ten seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_tax_service_is_asked_three_times_in_a_run() {
    let (app, stripe, tax) = taxed_shop().await;
    let backups = Backups::new();
    let shoppers = all_checked_out(&app, &stripe, &backups, 5).await;

    let app = back(&app, &stripe, &backups).await;
    let before = tax.calls(CALCULATIONS).len();
    tax.set(HttpFault::DoesAndFails);
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    for Shopper { order, .. } in &shoppers {
        assert!(failed.contains(&format!("of the order {order}: ")), "{failed}");
    }
    assert_eq!(tax.calls(CALCULATIONS).len(), before + 3);
    // It answers again, but refuses one sale. That holds no other one up.
    tax.set(HttpFault::None);
    tax.refuse_next_calculation();
    ops(&app, "jobs run gateway_list").await.unwrap_err();
    let paid = "SELECT COUNT(*) FROM orders WHERE status = 'checked_out_by_customer'";
    assert_eq!(app.count(paid).await, 4);
    read_list(&app).await;
    assert_eq!(app.count(paid).await, 5);
    books_agree(&app).await;
}

/// A run is longer than the pause after which the hour begins anew, and is cut off before it ends.
#[tokio::test(flavor = "multi_thread")]
async fn the_hour_of_a_charge_that_fails_passes_although_runs_are_long_and_cut_off() {
    let (app, stripe, tax) = taxed_shop().await;
    let backups = Backups::new();
    all_checked_out(&app, &stripe, &backups, 2).await;
    let app = back(&app, &stripe, &backups).await;
    tax.set(HttpFault::DoesAndFails);
    stripe.set_page(1);
    for _ in 0..6 {
        tax.hold_next();
        let state = app.state.clone();
        let run = tokio::spawn(async move { taking_up::run(&state).await });
        tax.until_held().await;
        app.clock.advance(12 * MINUTE);
        // The next page of the list, after the charge that fails.
        stripe.http().hold_next_at("/v1/payment_intents", HeldWhen::Asked);
        tax.release();
        stripe.http().until_held().await;
        run.abort();
        assert!(run.await.unwrap_err().is_cancelled());
        stripe.http().release();
    }
    read_list(&app).await;
    let shown = attention(&app).await;
    assert_eq!(shown.matches("and it could not be taken up: ").count(), 2, "{shown}");
}

/// The bank's confirmation of a charge never came, and the gateway does not call it off for an hour.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_stays_open_is_called_off_again_and_again() {
    for customer_confirms in [false, true] {
        let (app, stripe) = shop().await;
        let backups = Backups::new();
        let mut ann = ordered(&app, &stripe, ASKED).await;
        backups.take(&app).await;
        style(&app, &ann).await.unwrap_err();
        // The bank's page is open.
        payment_secret(&mut ann).await;
        let intent = newest_charge(&stripe);

        let app = back(&app, &stripe, &backups).await;
        let mut ann = again(&app, &ann, "ann@example.com").await;
        let code = ann.code().await;
        stripe.set_http_at("/cancel", HttpFault::Down);
        fail_for_an_hour(&app).await;
        read_list(&app).await;
        let shown = attention(&app).await;
        let words = format!(
            "{code}  its styling fee of $1.00 was begun after the backup that was restored (at the gateway {intent}), and is still open"
        );
        assert!(shown.contains(&words), "{shown}");
        let refused = style(&app, &ann).await.unwrap_err();
        assert!(refused.contains("see \"ops attention\""), "{refused}");
        assert_eq!(stripe.all("payment_intent").len(), 1);
        let refused = ops(&app, &format!("payment noted {intent}")).await.unwrap_err();
        assert!(refused.contains("is still open: cancel it at the gateway first."), "{refused}");
        // As long as that lasts, nothing changes.
        app.clock.advance(MINUTE);
        read_list(&app).await;
        assert!(attention(&app).await.contains(&words));
        if customer_confirms {
            stripe.answer(&intent, true);
        }
        stripe.set_http_at("/cancel", HttpFault::None);
        app.clock.advance(MINUTE);
        read_list(&app).await;
        assert_eq!(attention(&app).await, "Nothing waits for you.\n");
        if customer_confirms {
            assert_eq!((ann.status().await, stripe.taken()), ("styling".to_owned(), vec![1_00]), "it is taken up");
        } else {
            assert_eq!((ann.status().await, stripe.status_of(&intent)), ("created".to_owned(), "canceled".to_owned()));
        }
        app.clock.advance(60 * MINUTE);
        read_list(&app).await;
        books_agree(&app).await;
    }
}

/// Each question to a silent gateway waits for ten seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_gateway_is_asked_three_times_in_a_run_to_call_charges_off() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut shoppers = Vec::new();
    for number in 0..5 {
        shoppers.push(ordered_by(&app, &stripe, &format!("ann{number}@example.com"), ASKED).await);
    }
    backups.take(&app).await;
    for shopper in &shoppers {
        style(&app, shopper).await.unwrap_err();
    }

    let app = back(&app, &stripe, &backups).await;
    let called_off = || stripe.calls().iter().filter(|call| call.ends_with("/cancel")).count();
    stripe.set_http_at("/cancel", HttpFault::DoesAndFails);
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    for Shopper { order, .. } in &shoppers {
        assert!(failed.contains(&format!("of the order {order}: ")), "{failed}");
    }
    assert_eq!(called_off(), 3);
    // The next run begins anew: three of them have ended, and two are left.
    ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert_eq!(called_off(), 5);
    read_list(&app).await;
    assert_eq!((called_off(), stripe.taken()), (5, vec![]));
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
}

/// Later looks read the list as far as the open charges are. If one is not in it, such as in another account of the gateway, staff settle it.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_charge_that_the_gateway_lists_no_more_is_left_to_staff() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, ASKED).await;
    backups.take(&app).await;
    // The list begins with the newest.
    for _ in 0..2 {
        stripe.charge_elsewhere(7_00, None);
    }
    style(&app, &ann).await.unwrap_err();
    payment_secret(&mut ann).await;
    let intent = newest_charge(&stripe);

    let app = back(&app, &stripe, &backups).await;
    stripe.set_page(1);
    stripe.set_http_at("/cancel", HttpFault::Down);
    fail_for_an_hour(&app).await;
    read_list(&app).await;
    let pages_read = async || {
        let pages = || stripe.calls().iter().filter(|call| *call == CHARGES).count();
        let before = pages();
        read_list(&app).await;
        pages() - before
    };
    assert_eq!(pages_read().await, 1, "it is on the first page");
    assert!(attention(&app).await.contains("is still open there: "), "{}", attention(&app).await);
    stripe.remove(&intent);
    assert_eq!(pages_read().await, 2, "it is on no page");
    let shown = attention(&app).await;
    assert!(
        shown.contains(&format!("(at the gateway {intent}), and the gateway does not list it any more: ")),
        "{shown}"
    );
    assert_eq!(ops(&app, &format!("payment noted {intent}")).await.unwrap(), "It is closed.\n");
    // Nothing is looked for any more, and the fee can be charged.
    assert_eq!(pages_read().await, 0);
    assert!(!attention(&app).await.contains(&intent), "{}", attention(&app).await);
    style(&app, &ann).await.unwrap_err();
    assert_ne!(newest_charge(&stripe), intent, "another one is begun");
}

/// The customer confirms it at last, while the tax service is down.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_checkout_that_is_paid_later_is_taken_up_as_soon_as_that_is_possible() {
    let (app, stripe, tax) = taxed_shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 2).await;
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    replace_card(&app, &mut ann, another(&stripe, ASKED)).await;
    backups.take(&app).await;
    ann.check_out("key").await.expect(202);
    let intent = newest_charge(&stripe);

    let app = back(&app, &stripe, &backups).await;
    let code = again(&app, &ann, "ann@example.com").await.code().await;
    stripe.set_http_at("/cancel", HttpFault::Down);
    fail_for_an_hour(&app).await;
    read_list(&app).await;
    assert!(attention(&app).await.contains("is still open there: the payment gateway"), "{}", attention(&app).await);
    stripe.answer(&intent, true);
    tax.set(HttpFault::Down);
    for _ in 0..2 {
        app.clock.advance(60 * MINUTE);
        read_list(&app).await;
        let shown = attention(&app).await;
        let words = format!(
            "was charged after the backup that was restored (at the gateway {intent}), and it could not be taken up yet: "
        );
        assert!(shown.contains(&code) && shown.contains(&words), "{shown}");
    }
    tax.set(HttpFault::None);
    stripe.set_http_at("/cancel", HttpFault::None);
    read_list(&app).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM orders WHERE status = 'checked_out_by_customer'").await, 1);
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
    books_agree(&app).await;
}
