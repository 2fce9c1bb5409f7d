//! A waiting payment that is confirmed with another card than the one on file does not count as a payment.

use super::confirmation::{answer, asked_about_fee, asked_at_checkout, newest};
use super::{ASKED, Judge, books_agree, check, ordered, payment_secret, shop, shop_of};
use crate::doubles::stripe::StripeDouble;
use crate::support::newest_mail;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

/// A prepaid card, which is refused when it is saved.
const PREPAID: &str = "5105105105105100";
const NOTHING: [i64; 0] = [];

fn confirm_with(stripe: &StripeDouble, number: &str) {
    assert!(stripe.confirm_with_another_card(newest(stripe)["id"].as_str().unwrap(), number));
}

#[tokio::test]
async fn a_checkout_that_another_card_has_paid_is_refunded_completely() {
    let (app, stripe) = shop().await;
    let mut ann = asked_at_checkout(&app, &stripe).await;
    ann.check_out("key").await.expect(202);
    confirm_with(&stripe, PREPAID);
    check(&mut ann).await;
    let open = ann.invoice().await;
    let words = "This was paid with a card other than your card on file, so it was refunded.";
    assert_eq!(open["status"], "open");
    assert!(open["declined"].as_str().unwrap().starts_with(words), "{open}");
    let email = newest_mail(&app, "payment_given_back").await.unwrap();
    assert!(email.subject == "Your payment was refunded" && email.body.contains(words), "{}", email.body);
    assert!(newest_mail(&app, "card_declined").await.is_none(), "no card was declined");
    assert_eq!(stripe.taken(), [1_00], "only the fee is kept");
    assert_eq!(stripe.newest("refund")["payment_intent"], newest(&stripe)["id"]);
    ann.check_out("key").await.refused(402, "paid_with_another_card");
    books_agree(&app).await;
    ann.check_out("again").await.expect(202);
    answer(&stripe, true);
    check(&mut ann).await;
    assert_eq!(ann.invoice().await["status"], "paid");
    books_agree(&app).await;
}

#[tokio::test]
async fn a_fee_that_another_card_has_paid_does_not_start_styling() {
    let (app, stripe) = shop().await;
    let mut ann = asked_about_fee(&app, &stripe).await;
    payment_secret(&mut ann).await;
    confirm_with(&stripe, PREPAID);
    assert_eq!(check(&mut ann).await["status"], "created");
    assert_eq!(stripe.taken(), NOTHING);
    let reason =
        "SELECT COUNT(*) FROM payment_attempts WHERE decline_reason = 'another_card_was_charged_and_given_back'";
    assert_eq!(app.numbers(reason).await, [1]);
    books_agree(&app).await;
}

#[tokio::test]
async fn money_that_is_reserved_on_another_card_is_released_and_never_taken() {
    let (app, stripe) = shop_of(Judge::Radar, |_| {}).await;
    let mut ann = ordered(&app, &stripe, ASKED).await;
    steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err();
    payment_secret(&mut ann).await;
    confirm_with(&stripe, PREPAID);
    assert_eq!(stripe.reserved(), [1_00]);
    assert_eq!(check(&mut ann).await["status"], "created");
    assert_eq!((stripe.reserved(), stripe.taken()), (NOTHING.to_vec(), NOTHING.to_vec()));
    assert_eq!((newest(&stripe)["status"].as_str(), stripe.all("refund").len()), (Some("canceled"), 0));
    books_agree(&app).await;
}
