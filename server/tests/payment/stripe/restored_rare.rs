//! What is rare after a restored backup: a clock that was ahead, charges of version 0.2.0, a second restore, refunds of equal amounts, and checkouts
//! whose box came after the backup.

use super::gateway_list::attention;
use super::restored::{again, back, fail_for_an_hour, newest_charge, read_list, refund_and_note, style, take};
use super::restored_unmatched::garment;
use super::{ASKED, GOOD, Judge, OTHER, another, books_agree, decided, ordered, replace_card, shop, shop_taxed_by};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeDouble;
use crate::doubles::stripe_tax::StripeTaxDouble;
use crate::platform::backup::Backups;
use crate::support::ops;
use serde_json::{Value, json};
use stylebox_server::fulfilment::steps::Step;
use stylebox_server::providers::tax::choice::TaxChoice;

const PAID: &str = "SELECT COUNT(*) FROM orders WHERE status = 'checked_out_by_customer'";

/// By the manifest the backup is of tomorrow. What came after it is older than that.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_charged_after_a_backup_of_a_clock_that_was_ahead_is_taken_up() {
    for is_list_known in [true, false] {
        let (app, stripe) = shop().await;
        let backups = Backups::new();
        app.clock.set("2026-11-18T06:00:00Z");
        let mut ann = decided(&app, &stripe, 2).await;
        if is_list_known {
            read_list(&app).await;
        }
        app.clock.set("2026-11-20T15:00:00Z");
        backups.take(&app).await;
        app.clock.set("2026-11-18T08:00:00Z");
        ann.check_out("key").await.expect(200);
        let taken = stripe.taken();

        // At three in the afternoon of that day.
        let app = back(&app, &stripe, &backups).await;
        read_list(&app).await;
        assert_eq!((app.count(PAID).await, stripe.taken()), (1, taken), "list known: {is_list_known}");
        books_agree(&app).await;
    }
}

/// Version 0.2.0 told the gateway no more of a charge than our key.
fn forget_order(stripe: &StripeDouble, intent: &str) {
    let mut object = stripe.object(intent);
    stripe.remove(intent);
    object["metadata"] = json!({"attempt": object["metadata"]["attempt"]});
    stripe.show(object);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_of_version_0_2_0_holds_back_the_order_that_its_customer_has_not_finished() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, GOOD).await;
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    backups.take(&app).await;
    // The backup does not have the card either.
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    style(&app, &ann).await.unwrap();
    let intent = newest_charge(&stripe);
    forget_order(&stripe, &intent);

    let app = back(&app, &stripe, &backups).await;
    let code = again(&app, &ann, "ann@example.com").await.code().await;
    read_list(&app).await;
    let shown = attention(&app).await;
    let words = format!(
        "{code}  its styling fee of $20.00 was charged after the backup that was restored (at the gateway {intent}), and version 0.2.0 made it, \
         which did not say for which order: no other is begun for it."
    );
    assert!(shown.contains(&words), "{shown}");
    style(&app, &ann).await.unwrap_err();
    assert_eq!(stripe.taken(), [20_00]);
    refund_and_note(&app, &stripe, &intent, 20_00).await;
    style(&app, &ann).await.unwrap();
    assert_eq!(stripe.taken(), [20_00]);
}

/// Its customer had an order in the backup whose fee is paid, and made another one since.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_of_version_0_2_0_holds_back_no_order_that_has_paid_the_same() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let ann = decided(&app, &stripe, 2).await;
    backups.take(&app).await;
    let mut fee = stripe.newest("payment_intent");
    fee["id"] = json!("pi_of_another_order");
    fee["metadata"] = json!({"attempt": format!("{}-2", fee["metadata"]["attempt"].as_str().unwrap())});
    stripe.show(fee);

    let app = back(&app, &stripe, &backups).await;
    let code = again(&app, &ann, "ann@example.com").await.code().await;
    read_list(&app).await;
    assert!(!attention(&app).await.contains(&code), "{}", attention(&app).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_charge_of_version_0_2_0_is_called_off() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let ann = ordered(&app, &stripe, ASKED).await;
    backups.take(&app).await;
    style(&app, &ann).await.unwrap_err();
    let intent = newest_charge(&stripe);
    forget_order(&stripe, &intent);

    let app = back(&app, &stripe, &backups).await;
    read_list(&app).await;
    assert_eq!(stripe.status_of(&intent), "canceled");
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
}

/// The books have it as the gateway's money since the first restore.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_was_left_to_staff_is_not_taken_up_after_a_second_restore() {
    for is_noted in [false, true] {
        let tax = StripeTaxDouble::start().await;
        let choice = Some(TaxChoice::Stripe(tax.settings()));
        let (app, stripe) = shop_taxed_by(choice, Judge::OwnRecords, |_| {}).await;
        let backups = Backups::new();
        let mut ann = decided(&app, &stripe, 2).await;
        backups.take(&app).await;
        ann.check_out("key").await.expect(200);
        let charge = newest_charge(&stripe);

        let first = back(&app, &stripe, &backups).await;
        tax.set(HttpFault::Down);
        fail_for_an_hour(&first).await;
        read_list(&first).await;
        assert!(attention(&first).await.contains("and it could not be taken up: "), "{}", attention(&first).await);
        if is_noted {
            ops(&first, &format!("payment noted {charge}")).await.unwrap();
        }
        tax.set(HttpFault::None);
        backups.take(&first).await;
        let second = back(&first, &stripe, &backups).await;
        read_list(&second).await;
        assert_eq!(second.count(PAID).await, 0, "noted: {is_noted}");
        assert_eq!(attention(&second).await.contains(&charge), !is_noted, "{}", attention(&second).await);
        books_agree(&second).await;
    }
}

/// All pieces cost the same. One of them came back after the backup, and after the restore the other one comes first.
#[tokio::test(flavor = "multi_thread")]
async fn a_refund_is_not_found_again_for_another_piece_of_the_same_price() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    // What goes back of the last of three is another amount.
    let mut ann = decided(&app, &stripe, 3).await;
    app.execute("UPDATE line_items SET retail_price = 6000, original_price = 6000").await;
    ann.check_out("key").await.expect(200);
    take(&app, &ann, &[Step::SendBack, Step::Receive, Step::Complete]).await;
    let code = ann.code().await;
    let lines = ann.lines().await;
    let bought: Vec<&Value> = lines.iter().filter(|line| line["paid_for"] == true).collect();
    let (one, two) = (garment(bought[0]), garment(bought[1]));
    backups.take(&app).await;
    ops(&app, &format!("receive {code} {one}")).await.unwrap();

    let app = back(&app, &stripe, &backups).await;
    read_list(&app).await;
    let refused = ops(&app, &format!("receive {code} {two}")).await.unwrap_err();
    assert!(refused.contains("it is another amount, or for other items"), "{refused}");
    assert_eq!(stripe.all("refund").len(), 1);
    ops(&app, &format!("receive {code} {one}")).await.unwrap();
    assert_eq!(stripe.all("refund").len(), 1, "it is found");
    ops(&app, &format!("receive {code} {two}")).await.unwrap();
    let refunds = stripe.all("refund");
    assert_eq!((refunds.len(), &refunds[0]["amount"]), (2, &refunds[1]["amount"]), "they are of one amount");
    read_list(&app).await;
    books_agree(&app).await;
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
}

/// Otherwise the fee would go back, and the checkout would stay with the shop.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_whose_checkout_cannot_be_matched_is_not_called_off() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, GOOD).await;
    backups.take(&app).await;
    ann.bring_box(&app).await;
    ann.keep(2).await;
    ann.check_out("key").await.expect(200);
    let charge = newest_charge(&stripe);
    let paid = stripe.taken()[1];

    let app = back(&app, &stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    read_list(&app).await;
    assert_eq!(ann.status().await, "styling", "its fee is taken up");
    let code = ann.code().await;
    for command in ["cancel", "fraud"] {
        let refused = ops(&app, &format!("{command} {code}")).await.unwrap_err();
        assert!(refused.contains("was charged after the backup that was restored"), "{command}: {refused}");
    }
    assert_eq!(stripe.all("refund").len(), 0);
    refund_and_note(&app, &stripe, &charge, paid).await;
    ops(&app, &format!("cancel {code}")).await.unwrap();
    assert_eq!(stripe.taken(), [0; 0]);
}

/// The bank asked about a checkout when the backup was taken. The customer refused, and confirmed another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_waits_for_the_answer_about_the_one_before_it() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 2).await;
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    replace_card(&app, &mut ann, another(&stripe, ASKED)).await;
    ann.check_out("key").await.expect(202);
    let before = newest_charge(&stripe);
    backups.take(&app).await;
    stripe.answer(&before, false);
    let path = format!("/api/orders/{}/payment_check", ann.order);
    ann.browser.post(&path, json!({})).await.expect(200);
    ann.check_out("another-key").await.expect(202);
    let charge = newest_charge(&stripe);
    stripe.answer(&charge, true);
    ann.browser.post(&path, json!({})).await.expect(200);
    assert_eq!(app.count(PAID).await, 1);

    let app = back(&app, &stripe, &backups).await;
    let path: &'static str = format!("/{before}").leak();
    stripe.set_http_at(path, HttpFault::Down);
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert!(failed.contains("the payment before it is not settled yet"), "{failed}");
    stripe.set_http_at(path, HttpFault::None);
    read_list(&app).await;
    assert_eq!(app.count(PAID).await, 1);
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
    books_agree(&app).await;
}

/// The backup does not have what the customer has paid for.
#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_with_nothing_due_waits_like_any_other() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 0).await;
    backups.take(&app).await;
    let app = back(&app, &stripe, &backups).await;
    ann = again(&app, &ann, "ann@example.com").await;
    ann.check_out("key").await.refused(503, "payments_paused");
    read_list(&app).await;
    ann.check_out("another-key").await.expect(200);
}
