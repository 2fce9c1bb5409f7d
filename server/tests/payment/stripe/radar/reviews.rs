//! Reviews at Stripe, and actions of staff in Stripe's dashboard.

use super::super::{MINUTE, books_agree, ordered};
use super::{ELEVATED, HOUR, NOTHING, newest, shop, style, times};
use crate::doubles::http::HttpFault;
use crate::doubles::stripe::StripeFault;
use crate::support::{TestApp, ops};
use axum::body::Body;
use axum::http::Request;
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::service::payment::carry_out::resume_open;

async fn deliver(app: &TestApp, (body, proof): (String, String)) {
    let request = Request::post("/api/webhooks/stripe").header("stripe-signature", proof);
    assert_eq!(app.client().send(request.body(Body::from(body)).unwrap()).await.status, 204);
    work_due(&app.state).await.unwrap();
}

#[tokio::test]
async fn a_charge_in_review_is_held_and_taken_once_the_review_is_approved() {
    let (app, stripe) = shop().await;
    stripe.review_elevated();
    let mut ann = ordered(&app, &stripe, ELEVATED).await;
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.contains("an elevated risk (score 71), and the charge is in review there;"), "{refused}");
    let charge = newest(&stripe);
    // An event claims an approval of an open review. Stripe is asked, and its answer counts.
    let review = stripe.newest("review")["id"].as_str().unwrap().to_owned();
    deliver(&app, stripe.event("evt_1", "review.closed", &review)).await;
    assert_eq!(stripe.reserved(), [1_00]);
    assert_eq!(stripe.approve_review(&charge), review);
    assert_eq!(stripe.taken(), NOTHING, "approving takes no money");
    deliver(&app, stripe.event("evt_2", "review.closed", &review)).await;
    assert_eq!((ann.status().await.as_str(), stripe.taken(), times(&stripe, "/capture")), ("styling", vec![1_00], 1));
    assert_eq!(app.numbers("SELECT COUNT(*) FROM fraud_holds WHERE cleared_at IS NULL").await, [0]);
    deliver(&app, stripe.event("evt_3", "review.closed", &review)).await;
    assert_eq!(times(&stripe, "/capture"), 1);
    books_agree(&app).await;
}

/// Stripe also closes reviews for other reasons than an approval.
#[tokio::test]
async fn a_review_that_is_closed_without_approval_leaves_the_charge_held() {
    for reason in ["redacted", "payment_never_settled", "disputed"] {
        let (app, stripe) = shop().await;
        stripe.review_elevated();
        let ann = ordered(&app, &stripe, ELEVATED).await;
        style(&app, &ann).await.unwrap_err();
        let review = stripe.close_review(&newest(&stripe), reason);
        deliver(&app, stripe.event("evt_1", "review.closed", &review)).await;
        assert_eq!((stripe.reserved(), stripe.taken(), times(&stripe, "/capture")), (vec![1_00], NOTHING.to_vec(), 0));
        assert!(ops(&app, "attention").await.unwrap().contains("held by the fraud check"), "{reason}");
    }
}

#[tokio::test]
async fn a_charge_in_review_is_held_even_if_stripe_does_not_name_the_review() {
    let (app, stripe) = shop().await;
    stripe.review_elevated();
    stripe.set(StripeFault::HidesTheReview);
    let ann = ordered(&app, &stripe, ELEVATED).await;
    let refused = style(&app, &ann).await.unwrap_err();
    assert!(refused.contains(", and the charge is in review there;"), "{refused}");
}

#[tokio::test]
async fn the_job_finds_an_approval_without_an_event_within_an_hour() {
    let (app, stripe) = shop().await;
    stripe.review_elevated();
    let mut ann = ordered(&app, &stripe, ELEVATED).await;
    style(&app, &ann).await.unwrap_err();
    stripe.approve_review(&newest(&stripe));
    app.clock.advance(HOUR);
    assert_eq!(resume_open(&app.state).await.unwrap(), 1);
    assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
}

#[tokio::test]
async fn a_charge_that_staff_capture_in_stripes_dashboard_is_paid() {
    let (app, stripe) = shop().await;
    let mut ann = super::held(&app, &stripe).await;
    stripe.capture_by_hand(&newest(&stripe));
    deliver(&app, stripe.event("evt_1", "payment_intent.succeeded", &newest(&stripe))).await;
    assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
    assert_eq!(times(&stripe, "/capture"), 0);
    assert_eq!(app.numbers("SELECT COUNT(*) FROM fraud_holds WHERE cleared_at IS NULL").await, [0]);
    assert_eq!(ops(&app, "attention").await.unwrap(), "Nothing waits for you.\n");
    books_agree(&app).await;
}

/// The event about capturable money comes before the answer to the confirmation.
#[tokio::test]
async fn an_event_before_the_answer_takes_the_money_once() {
    let (app, stripe) = shop().await;
    let mut ann = ordered(&app, &stripe, super::GOOD).await;
    stripe.set_http_at("/confirm", HttpFault::LosesAnswer);
    style(&app, &ann).await.unwrap_err();
    assert_eq!((stripe.reserved(), stripe.taken()), (vec![1_00], NOTHING.to_vec()));
    deliver(&app, stripe.event("evt_1", "payment_intent.amount_capturable_updated", &newest(&stripe))).await;
    assert_eq!((ann.status().await.as_str(), stripe.taken()), ("styling", vec![1_00]));
    deliver(&app, stripe.event("evt_2", "payment_intent.amount_capturable_updated", &newest(&stripe))).await;
    app.clock.advance(MINUTE);
    assert_eq!(resume_open(&app.state).await.unwrap(), 0);
    assert_eq!((stripe.taken(), times(&stripe, "/capture")), (vec![1_00], 1));
}
