//! A backup is restored after more was charged and refunded: nothing is charged or refunded twice, and the books agree again.

use super::gateway_list::{attention, of_the_gateway};
use super::{ASKED, GOOD, OTHER, another, books_agree, decided, ordered, ordered_by, replace_card, shop};
use crate::account::sign_up_and_in::sign_in;
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeDouble;
use crate::platform::backup::{Backups, restored};
use crate::support::{PASSWORD, Shopper, TestApp, cents, issue_gift_card, ops, text};
use serde_json::json;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::find;
use stylebox_server::jobs::runner::{self, JobOutcome};
use stylebox_server::platform::clock::Clock;
use stylebox_server::providers::charging::Charging;
use stylebox_server::providers::fraud::choice::FraudChoice;
use stylebox_server::providers::payment::choice::PaymentChoice;
use stylebox_server::service::account::closing;
use stylebox_server::service::operation::restore;
use stylebox_server::service::payment::taking_up;
use stylebox_server::settings::{Mode, Settings};
use stylebox_server::store::Db;

/// The shop from its backup, at the same moment.
pub(super) async fn back(app: &TestApp, stripe: &StripeDouble, backups: &Backups) -> TestApp {
    let folder = restore::newest(&backups.0, app.clock.real_now()).unwrap();
    let (restored, _) = restored(app, &folder).await;
    stripe.follow(restored.clock.clone());
    restored
}

/// The same customer, who signs in again.
pub(super) async fn again(app: &TestApp, before: &Shopper, email: &str) -> Shopper {
    let mut browser = app.client();
    sign_in(&mut browser, email, PASSWORD).await.expect(200);
    Shopper { browser, order: before.order.clone() }
}

/// Litestream or PostgreSQL's log has put the database back, and staff say so.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_charged_either_after_another_program_has_put_the_database_back() {
    let (app, stripe) = shop().await;
    let ann = ordered(&app, &stripe, GOOD).await;
    restore::finish_for_other_program(&app.state, app.clock.real_now(), false).await.unwrap();
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.starts_with("A backup was restored: nothing is charged or refunded before "), "{refused}");
    read_list(&app).await;
    style(&app, &ann).await.unwrap();
    assert_eq!(stripe.taken(), [1_00]);
}

/// The backup has a job that ran shortly before, and is due in an hour.
#[tokio::test(flavor = "multi_thread")]
async fn the_gateways_list_is_read_as_soon_as_a_server_runs_again() {
    let (app, _stripe) = shop().await;
    read_list(&app).await;
    let run_if_due = async || runner::run_if_due(&app.state, find("gateway_list").unwrap()).await.unwrap();
    assert_eq!(run_if_due().await, JobOutcome::NotNow);
    restore::finish_for_other_program(&app.state, app.clock.real_now(), false).await.unwrap();
    assert!(matches!(run_if_due().await, JobOutcome::Done(_)));
    assert_eq!(run_if_due().await, JobOutcome::NotNow);
}

/// Another customer who has ordered with a good card.
async fn bea(app: &TestApp, stripe: &StripeDouble) -> Shopper {
    ordered_by(app, stripe, "bea@example.com", GOOD).await
}

pub(super) async fn style(app: &TestApp, shopper: &Shopper) -> Result<(), String> {
    steps::take(&app.state, &shopper.order, Step::Style, Actor::Ops).await.map_err(|error| error.to_string())
}

pub(super) async fn read_list(app: &TestApp) -> String {
    ops(app, "jobs run gateway_list").await.unwrap()
}

/// The job that reads what the gateway did fails for as long as the shop waits for a charge.
pub(super) async fn fail_for_an_hour(app: &TestApp) {
    for _ in 0..6 {
        ops(app, "jobs run gateway_list").await.unwrap_err();
        app.clock.advance(Duration::from_secs(10 * 60));
    }
}

/// Staff take these steps with a customer's order.
pub(super) async fn take(app: &TestApp, shopper: &Shopper, all: &[Step]) {
    for &step in all {
        steps::take(&app.state, &shopper.order, step, Actor::Ops).await.unwrap();
    }
}

/// Staff refund a charge that could not be matched, and note it.
pub(super) async fn refund_and_note(app: &TestApp, stripe: &StripeDouble, charge: &str, cents: i64) {
    stripe.refund_by_hand(charge, cents);
    assert_eq!(ops(app, &format!("payment noted {charge}")).await.unwrap(), "It is closed.\n");
}

/// The gateway's id of the newest charge.
pub(super) fn newest_charge(stripe: &StripeDouble) -> String {
    stripe.newest("payment_intent")["id"].as_str().unwrap().to_owned()
}

/// How many emails of a kind wait or were sent.
async fn emails(app: &TestApp, kind: &'static str) -> i64 {
    app.numbers(format!("SELECT COUNT(*) FROM outbox WHERE kind = '{kind}'").leak()).await[0]
}

/// With the sandbox in place of Stripe nothing would be held, and what was charged since the backup would be charged again.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_without_the_settings_of_the_server_is_refused_before_the_first_row() {
    let (app, _stripe) = shop().await;
    let backups = Backups::new();
    let taken = backups.take(&app).await;
    let database = app.elsewhere().await;
    let own = Settings { database_url: database.secret_url(), ..app.state.settings.clone() };
    let mut sandbox = own.clone();
    sandbox.parties.charging = Charging::new(PaymentChoice::Sandbox, FraudChoice::OwnRecords).unwrap();
    let refused = restore::put_back(&sandbox, &taken.folder, false).await.unwrap_err();
    assert!(
        refused.starts_with("The server that was backed up worked with --payment stripe, and this command would not: "),
        "{refused}"
    );
    // The shop was no demonstration.
    let manifest = taken.folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"--demo\": \"true\"", "\"--demo\": \"false\"")).unwrap();
    let unready = Settings { mode: Mode::new(false, None, 0), ..own };
    let refused = restore::put_back(&unready, &taken.folder, false).await.unwrap_err();
    assert!(refused.contains("--mail"), "{refused}");
    let look = Db::look(&database.secret_url()).await.unwrap();
    assert!(look.restore.is_none() && look.found.unwrap_or_default() == 0, "{look:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_charged_since_the_backup_is_taken_up_and_nobody_is_charged_twice() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    let bea = bea(&app, &stripe).await;
    backups.take(&app).await;
    // The backup has other decisions than those that are paid for.
    ann.keep(3).await;
    let paid = cents(&ann.invoice().await["totalDue"]);
    ann.check_out("key").await.expect(200);
    style(&app, &bea).await.unwrap();
    let taken = stripe.taken();
    assert_eq!(taken, [1_00, 1_00, paid]);

    let app = back(&app, &stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    let body = ann.check_out("key").await.refused(503, "payments_paused");
    let words = "We can't take payments right now. Nothing was charged, and your choices are saved. Please try again in a few minutes.";
    assert!(body.to_string().contains(words), "{body}");
    let refused = style(&app, &bea).await.unwrap_err();
    assert!(refused.contains("before the job gateway_list has read what the gateway did since it"), "{refused}");
    assert!(attention(&app).await.contains("a backup was restored: none begins before the job gateway_list"));
    assert_eq!(stripe.all("payment_intent").len(), 3);

    let said = read_list(&app).await;
    assert!(said.contains("Job gateway_list: 2 charges since the backup were taken up again; "), "{said}");
    assert!(said.contains("3 were found in the books, 0 were booked as the gateway's own, 0 wait."), "{said}");
    assert_eq!(ann.status().await, "checked_out_by_customer");
    let invoice = ann.invoice().await;
    assert_eq!((&invoice["status"], cents(&invoice["totalDue"])), (&json!("paid"), paid));
    let kept = ann.lines().await.iter().filter(|line| line["claimed_kept"] == true).count();
    assert_eq!(kept, 3);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM orders WHERE status = 'styling'").await, [1]);
    assert_eq!((emails(&app, "receipt").await, emails(&app, "being_styled").await), (1, 2));
    assert_eq!(of_the_gateway(&app).await, [0; 0]);
    books_agree(&app).await;
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");

    // Both go on, and nothing is charged again.
    ann.check_out_for(&invoice, "another-key", &json!({"expected_total_due": invoice["totalDue"]})).await.expect(200);
    style(&app, &bea).await.unwrap();
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (taken, 3));
    read_list(&app).await;
    assert_eq!(emails(&app, "receipt").await, 1);
    books_agree(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exchange_that_was_paid_for_since_the_backup_is_made() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    backups.take(&app).await;
    let place = ann.keep_all_and_exchange().await;
    let size = ann.lines().await[place]["exchange_size"].clone();
    ann.check_out("key").await.expect(200);
    let taken = stripe.taken();

    let app = back(&app, &stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    assert_eq!(ann.lines().await[place]["exchange_size"], json!(null));
    assert!(read_list(&app).await.contains("1 charge since the backup was taken up again; "));
    assert_eq!(ann.lines().await[place]["exchange_size"], size);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM exchanges").await, [1]);
    assert_eq!(stripe.taken(), taken);
    books_agree(&app).await;
}

/// The newest checkout is not taken up after the restore, and none is begun beside it.
async fn left_to_staff(app: &TestApp, stripe: &StripeDouble, backups: &Backups, ann: &Shopper, why: &str) {
    let taken = stripe.taken();
    let app = back(app, stripe, backups).await;
    let mut ann = again(&app, ann, "ann@example.com").await;
    read_list(&app).await;
    let shown = attention(&app).await;
    assert!(shown.contains(&format!("and {why}: no other is begun for it.")), "{shown}");
    ann.check_out("again").await.refused(409, "payment_to_be_matched");
    assert_eq!((stripe.taken(), app.reserved().await), (taken, 0));
    books_agree(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_by_a_card_that_the_backup_does_not_have_is_left_to_staff() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    // During the first box the card cannot be replaced.
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    backups.take(&app).await;
    replace_card(&app, &mut ann, another(&stripe, OTHER)).await;
    ann.check_out("key").await.expect(200);
    left_to_staff(&app, &stripe, &backups, &ann, "its card is not in the backup").await;
}

/// A restored shop in which ann's fee, charged since the backup by a card that it does not have, is not matched. Returns the charge, too.
async fn unmatched_fee(app: &TestApp, stripe: &StripeDouble) -> (TestApp, Shopper, String) {
    let backups = Backups::new();
    let mut ann = ordered(app, stripe, GOOD).await;
    app.execute("UPDATE customers SET first_timer = FALSE").await;
    backups.take(app).await;
    replace_card(app, &mut ann, another(stripe, OTHER)).await;
    style(app, &ann).await.unwrap();
    let charge = newest_charge(stripe);
    let app = back(app, stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    let refused = ops(&app, &format!("cancel {}", ann.code().await)).await.unwrap_err();
    assert!(refused.contains("nothing is charged or refunded before the job gateway_list"), "{refused}");
    read_list(&app).await;
    assert!(attention(&app).await.contains("and its card is not in the backup"), "{}", attention(&app).await);
    (app, ann, charge)
}

/// Otherwise the customer would read that nothing was charged, and the fee would stay with the shop.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_whose_fee_cannot_be_matched_is_not_canceled_before_it_is_noted() {
    let (before, stripe) = shop().await;
    let (app, mut ann, charge) = unmatched_fee(&before, &stripe).await;
    let cancel = format!("cancel {}", ann.code().await);
    let refused = ops(&app, &cancel).await.unwrap_err();
    assert!(refused.contains("was charged after the backup that was restored"), "{refused}");
    let path = format!("/api/orders/{}/cancel", ann.order);
    ann.browser.post(&path, json!({})).await.refused(409, "not_now");
    ops(&app, "jobs run fees").await.unwrap();
    assert_eq!(ann.read().await["status"], "created");
    refund_and_note(&app, &stripe, &charge, stripe.taken()[0]).await;
    ops(&app, &cancel).await.unwrap();
    assert_eq!(ann.read().await["status"], "cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_whose_fee_cannot_be_matched_is_closed_once_it_is_noted() {
    let (before, stripe) = shop().await;
    let (app, mut ann, charge) = unmatched_fee(&before, &stripe).await;
    let id = app.customer_id("ann@example.com").await;
    let said = closing::close_for_staff(&app.state, &id).await.unwrap_err().to_string();
    assert!(said.starts_with("The account is being closed, and is erased when all is settled."), "{said}");
    ops(&app, "jobs run closings").await.unwrap();
    assert_eq!(ann.read().await["status"], "created");
    refund_and_note(&app, &stripe, &charge, stripe.taken()[0]).await;
    ops(&app, "jobs run closings").await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM customers WHERE erased_at IS NOT NULL").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_whose_exchange_goes_to_another_address_is_left_to_staff() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    backups.take(&app).await;
    ann.keep_all_and_exchange().await;
    let invoice = ann.invoice().await;
    let address =
        json!({"line_1": "9 Elm", "city": "Edina", "state": "MN", "postal_code": "55435", "phone": "6125550142"});
    let body = json!({"expected_total_due": invoice["totalDue"], "exchange_address": address});
    ann.check_out_for(&invoice, "key", &body).await.expect(200);
    let why = "its exchange goes to an address that the backup does not have";
    left_to_staff(&app, &stripe, &backups, &ann, why).await;
}

/// The system checks out at noon, and the customer had checked out in the morning, after the backup.
#[tokio::test(flavor = "multi_thread")]
async fn the_checkout_at_noon_waits_until_the_list_is_read() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    for day in ["2026-11-21", "2026-11-22", "2026-11-23"] {
        app.clock.set(&format!("{day}T15:00:00Z"));
        for job in ["reminders", "outbox"] {
            ops(&app, &format!("jobs run {job}")).await.unwrap();
        }
    }
    backups.take(&app).await;
    ann.check_out("key").await.expect(200);
    let taken = stripe.taken();

    let app = back(&app, &stripe, &backups).await;
    app.clock.set("2026-11-24T18:00:00Z");
    let waits = "Job system_checkout: 0 orders were checked out, 0 wait.\n";
    assert_eq!(ops(&app, "jobs run system_checkout").await.unwrap(), waits);
    assert_eq!(stripe.taken(), taken);
    // The gateway does not answer at first.
    stripe.set_http_at("/v1/payment_intents", HttpFault::Down);
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert!(
        failed.contains("what the gateway did since the backup that was restored: the payment gateway"),
        "{failed}"
    );
    assert_eq!(ops(&app, "jobs run system_checkout").await.unwrap(), waits);
    // However long that takes, nothing is booked as the gateway's.
    app.clock.advance(Duration::from_secs(2 * 60 * 60));
    ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert_eq!(of_the_gateway(&app).await, [0; 0]);
    stripe.set_http_at("/v1/payment_intents", HttpFault::None);
    app.clock.advance(Duration::from_secs(61));
    // Nobody waits for the next turn of that job.
    ops(&app, "jobs run payments").await.unwrap();
    ops(&app, "jobs run system_checkout").await.unwrap();
    assert_eq!(app.numbers("SELECT COUNT(*) FROM orders WHERE status = 'checked_out_by_customer'").await, [1]);
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (taken, 2));
    books_agree(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_at_the_same_time_take_a_charge_up_once() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    let bea = bea(&app, &stripe).await;
    backups.take(&app).await;
    ann.check_out("key").await.expect(200);
    style(&app, &bea).await.unwrap();
    let app = back(&app, &stripe, &backups).await;
    let other = app.another_server().await;
    let (one, two) = tokio::join!(taking_up::run(&app.state), taking_up::run(&other));
    assert!(one.unwrap().failures().is_none() && two.unwrap().failures().is_none());
    assert_eq!(app.numbers("SELECT COUNT(*) FROM payment_attempts WHERE status = 'succeeded'").await, [3]);
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
    books_agree(&app).await;
}

/// A gift card was entered after the backup, and one order came.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_cannot_be_matched_is_the_gateways_and_holds_its_order_back_until_it_is_noted() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = decided(&app, &stripe, 4).await;
    let number = issue_gift_card(&app, "5.00").await;
    backups.take(&app).await;
    let path = format!("/api/invoices/{}/gift_cards", ann.invoice().await["id"].as_str().unwrap());
    let invoice = ann.browser.post(&path, json!({"code": number})).await.expect(200);
    let paid = cents(&invoice["totalDue"]);
    ann.check_out("key").await.expect(200);
    let charge = newest_charge(&stripe);
    let bea = bea(&app, &stripe).await;
    style(&app, &bea).await.unwrap();
    let code = ann.code().await;

    let app = back(&app, &stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    let said = read_list(&app).await;
    assert!(said.contains("1 were booked as the gateway's own, 1 wait."), "{said}");
    assert_eq!(of_the_gateway(&app).await, [paid], "that of an order of the backup at once");
    books_agree(&app).await;
    let shown = attention(&app).await;
    let words = format!(
        "{code}  its checkout of ${} was charged after the backup that was restored (at the gateway {charge}), and the total is ${} now: no \
         other is begun for it.",
        text(paid),
        text(paid + 5_00),
    );
    assert!(shown.contains(&words) && !shown.contains("txn_"), "{shown}");
    let body = ann.check_out("again").await.refused(409, "payment_to_be_matched");
    let words = "We already have a payment for this box, and are matching it. Nothing more was charged, and your choices are saved. If this takes long, please contact customer support.";
    assert!(body.to_string().contains(words), "{body}");
    let refused = ops(&app, &format!("checkout {code}")).await.unwrap_err();
    assert!(refused.contains("was charged after the backup that was restored"), "{refused}");

    app.clock.advance(Duration::from_secs(60 * 60));
    read_list(&app).await;
    let shown = attention(&app).await;
    let words = "A charge of this service that its database does not have, as after a restored backup: $1.00 on Wednesday, November 18. It \
                 stands in the ledger as the gateway's; its order came after the backup: refund it at the gateway";
    assert!(shown.contains(words), "{shown}");
    // Staff refund it, and the customer pays again.
    refund_and_note(&app, &stripe, &charge, paid).await;
    assert!(!attention(&app).await.contains(&charge), "{}", attention(&app).await);
    ann.check_out("again").await.expect(200);
    assert_eq!(stripe.taken(), [1_00, 1_00, paid + 5_00]);
    app.clock.advance(Duration::from_secs(60 * 60));
    read_list(&app).await;
    books_agree(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_since_the_backup_is_not_made_again() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let mut ann = ordered(&app, &stripe, GOOD).await;
    style(&app, &ann).await.unwrap();
    let code = ann.code().await;
    backups.take(&app).await;
    ops(&app, &format!("fraud {code}")).await.unwrap();
    assert_eq!((stripe.taken(), stripe.all("refund").len()), (vec![], 1));
    let key = stripe.newest("refund")["metadata"]["attempt"].as_str().unwrap().to_owned();

    let first = back(&app, &stripe, &backups).await;
    let refused = ops(&first, &format!("fraud {code}")).await.unwrap_err();
    assert!(refused.contains("nothing is charged or refunded before the job gateway_list"), "{refused}");
    read_list(&first).await;
    let shown = attention(&first).await;
    assert!(shown.contains(&format!("{code}  $1.00 went back after the backup that was restored")), "{shown}");
    first.clock.advance(Duration::from_secs(2 * 60 * 60));
    read_list(&first).await;
    assert_eq!(of_the_gateway(&first).await, [0; 0], "it waits to be made again");
    books_agree(&first).await;
    ops(&first, &format!("fraud {code}")).await.unwrap();
    assert_eq!(stripe.all("refund").len(), 1);
    read_list(&first).await;
    books_agree(&first).await;
    assert_eq!(first.numbers("SELECT CAST(SUM(amount) AS BIGINT) FROM ledger WHERE kind = 'refund'").await, [-1_00]);
    assert_eq!(attention(&first).await, "Nothing waits for you.\n");

    // Or staff say that it is not to be made again.
    let second = back(&app, &stripe, &backups).await;
    read_list(&second).await;
    assert_eq!(ops(&second, &format!("payment noted {key}")).await.unwrap(), "It is closed.\n");
    read_list(&second).await;
    assert_eq!(of_the_gateway(&second).await, [-1_00]);
    assert_eq!(attention(&second).await, "Nothing waits for you.\n");
    books_agree(&second).await;
}

/// A fee that went back since: the customer may have canceled. And one that the bank wanted confirmed.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_refunded_since_or_was_never_paid_is_not_taken_up() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let ann = ordered(&app, &stripe, ASKED).await;
    let mut bea = bea(&app, &stripe).await;
    let code = bea.code().await;
    backups.take(&app).await;
    style(&app, &ann).await.unwrap_err();
    assert_eq!(stripe.newest("payment_intent")["status"], "requires_payment_method");
    style(&app, &bea).await.unwrap();
    ops(&app, &format!("fraud {code}")).await.unwrap();
    assert_eq!(stripe.taken(), [0; 0]);

    let app = back(&app, &stripe, &backups).await;
    let mut ann = again(&app, &ann, "ann@example.com").await;
    read_list(&app).await;
    let intents = stripe.all("payment_intent");
    assert_eq!(intents[0]["status"], "canceled", "nobody waits for it");
    let shown = attention(&app).await;
    assert!(shown.contains(&format!("{code}  its styling fee of $1.00 was charged")), "{shown}");
    assert!(shown.contains("and money of it went back since: no other is begun for it."), "{shown}");
    let refused = style(&app, &bea).await.unwrap_err();
    assert!(refused.contains(&format!("Order {code} was charged after the backup that was restored")), "{refused}");
    // Ann is asked again.
    assert_eq!(ann.status().await, "created");
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.starts_with("The bank wants the customer to confirm the styling fee of $1.00."), "{refused}");
    assert_eq!((stripe.taken(), stripe.all("payment_intent").len()), (vec![], 3));
    books_agree(&app).await;
}

/// Nobody waits for it, and the bank must not take money for an order that is not there.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_waits_for_the_bank_is_called_off_though_its_order_came_after_the_backup() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    backups.take(&app).await;
    let ann = ordered(&app, &stripe, ASKED).await;
    style(&app, &ann).await.unwrap_err();
    let app = back(&app, &stripe, &backups).await;
    read_list(&app).await;
    assert_eq!(stripe.newest("payment_intent")["status"], "canceled");
    assert_eq!(attention(&app).await, "Nothing waits for you.\n");
}

/// The row of one order cannot be read: the others go on, and after an hour that one is left to staff.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_fails_does_not_hold_the_shop_up() {
    let (app, stripe) = shop().await;
    let backups = Backups::new();
    let ann = ordered(&app, &stripe, GOOD).await;
    let mut bea = bea(&app, &stripe).await;
    let (code, order) = (bea.code().await, bea.order.clone());
    backups.take(&app).await;
    style(&app, &bea).await.unwrap();
    style(&app, &ann).await.unwrap();

    let app = back(&app, &stripe, &backups).await;
    app.execute(format!("UPDATE orders SET ship_by_date = 'on ' || ship_by_date WHERE id = '{order}'").leak()).await;
    // The servers start in the morning, and the gateway is silent until noon. The hour begins with the first charge that fails.
    stripe.set_http_at("/v1/payment_intents", HttpFault::Down);
    app.clock.advance(Duration::from_secs(2 * 60 * 60));
    ops(&app, "jobs run gateway_list").await.unwrap_err();
    stripe.set_http_at("/v1/payment_intents", HttpFault::None);
    app.clock.advance(Duration::from_secs(2 * 60 * 60));
    let failed = ops(&app, "jobs run gateway_list").await.unwrap_err();
    assert!(failed.contains(&format!("of the order {order}: ")), "{failed}");
    let mut ann = again(&app, &ann, "ann@example.com").await;
    assert_eq!(ann.status().await, "styling");
    let tried_after = async |minutes: u64| {
        app.clock.advance(Duration::from_secs(60 * minutes));
        ops(&app, "jobs run gateway_list").await
    };
    for _ in 0..5 {
        tried_after(10).await.unwrap_err();
    }
    // The gateway is silent for long once more. The charge is not tried meanwhile, and that does not count.
    stripe.set_http_at("/v1/payment_intents", HttpFault::Down);
    tried_after(120).await.unwrap_err();
    stripe.set_http_at("/v1/payment_intents", HttpFault::None);
    tried_after(1).await.unwrap_err();
    // A short silence changes nothing.
    stripe.set_http_at("/v1/payment_intents", HttpFault::Down);
    tried_after(5).await.unwrap_err();
    stripe.set_http_at("/v1/payment_intents", HttpFault::None);
    tried_after(4).await.unwrap_err();
    tried_after(1).await.unwrap();
    app.execute(format!("UPDATE orders SET ship_by_date = SUBSTR(ship_by_date, 4) WHERE id = '{order}'").leak()).await;
    let refused = style(&app, &bea).await.unwrap_err();
    assert!(refused.contains(&format!("Order {code} was charged after the backup that was restored")), "{refused}");
    let shown = attention(&app).await;
    assert!(shown.contains(&format!("{code}  its styling fee of $1.00 was charged")), "{shown}");
    assert_eq!(stripe.taken(), [1_00, 1_00]);
    books_agree(&app).await;
}
