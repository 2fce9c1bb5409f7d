//! Yotpo is asked to forget the author of reviews whose account ends.

use super::yotpo::{EMAIL, HOUR, MINUTE, REVIEWS, attention, deliver_after, reviewed, shop};
use crate::doubles::http::HttpFault;
use crate::doubles::yotpo::YotpoDouble;
use crate::support::{PASSWORD, Shopper, TestApp};
use serde_json::json;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs;
use stylebox_server::jobs::runner::{self, JobOutcome};
use stylebox_server::providers::reviews::AuthoredReview;
use stylebox_server::providers::reviews::yotpo::settings::YotpoSettings;
use stylebox_server::service::mail::outbox::deliver;

/// Closes the account of a customer who still has their box.
pub async fn close(app: &TestApp, shopper: &mut Shopper) {
    for step in [Step::Receive, Step::Complete] {
        steps::take(&app.state, &shopper.order, step, Actor::Ops).await.unwrap();
    }
    let closed = shopper.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    assert_eq!(closed, json!({"closing": null}));
}

async fn open_requests(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM forget_requests").await[0]
}

#[tokio::test]
async fn yotpo_forgets_a_customer_whose_account_ends() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    close(&app, &mut ann).await;
    assert_eq!(double.forgotten(), [json!({"email": [EMAIL]})]);
    assert_eq!(open_requests(&app).await, 0);
}

#[tokio::test]
async fn yotpo_is_asked_to_forget_until_it_answers() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    double.set_at("/forget", HttpFault::LosesAnswer);
    close(&app, &mut ann).await;
    assert_eq!(open_requests(&app).await, 1);
    let job = jobs::find("forgetting").unwrap();
    for fault in [HttpFault::Down, HttpFault::DoesAndFails] {
        double.set_at("/forget", fault);
        let outcome = runner::run_now(&app.state, job).await.unwrap();
        let JobOutcome::InPart(said) = outcome else { panic!("{outcome:?}") };
        assert!(!said.contains('@'), "{said}");
    }
    double.set_at("/oauth/token", HttpFault::Down);
    assert!(matches!(runner::run_now(&app.state, job).await.unwrap(), JobOutcome::InPart(_)));
    assert!(attention(&app).await.contains("job forgetting"));
    double.set(HttpFault::None);
    let done = JobOutcome::Done("outside parties have forgotten 1 things that they had to".to_owned());
    assert_eq!(runner::run_now(&app.state, job).await.unwrap(), done);
    assert_eq!(open_requests(&app).await, 0);
    deliver(&app.state).await.unwrap();
    assert!(!app.dump().await.contains(EMAIL));
}

#[tokio::test]
async fn a_refused_request_to_forget_counts_as_not_done() {
    let double = YotpoDouble::start().await;
    let app = shop(YotpoSettings { erasure_path: "/v1/another/path".to_owned(), ..double.settings() }).await;
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    close(&app, &mut ann).await;
    assert_eq!((open_requests(&app).await, double.erasures()), (1, 0));
}

#[tokio::test]
async fn a_customer_with_several_reviews_is_named_once() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let forget = async |order: &str, email: &str| {
        let review = AuthoredReview { order_id: order.to_owned(), email: email.to_owned() };
        app.state.providers.reviews.forget_author(&review).await.unwrap();
    };
    forget("one", EMAIL).await;
    forget("other", EMAIL).await;
    assert_eq!(double.erasures(), 1);
    forget("third", "ben@example.com").await;
    assert_eq!(double.erasures(), 2);
    // Somebody may register with the address again later.
    forget("fourth", "ben@example.com").await;
    app.clock.advance(10 * MINUTE);
    forget("fifth", "ben@example.com").await;
    assert_eq!(double.erasures(), 3);
}

#[tokio::test]
async fn a_review_that_still_waits_when_the_account_ends_is_never_posted() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    double.set_at(REVIEWS, HttpFault::Down);
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    close(&app, &mut ann).await;
    double.set(HttpFault::None);
    deliver_after(&app, 24 * HOUR).await;
    assert_eq!(double.posts(), 0);
    assert_eq!(double.forgotten(), [json!({"email": [EMAIL]})]);
}

/// A server has claimed the review when the account ends, so Yotpo may still get it.
#[tokio::test]
async fn a_review_that_is_posted_while_the_account_ends_is_forgotten_afterwards() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    app.execute("UPDATE outbox SET claimed_until = created_at + 3600000000 WHERE channel = 'review'").await;
    close(&app, &mut ann).await;
    assert_eq!((double.erasures(), open_requests(&app).await), (0, 1));
    let job = jobs::find("forgetting").unwrap();
    for (wait, erasures) in [(MINUTE, 0), (MINUTE, 1)] {
        app.clock.advance(wait);
        runner::run_now(&app.state, job).await.unwrap();
        assert_eq!(double.erasures(), erasures);
    }
    assert_eq!(double.forgotten(), [json!({"email": [EMAIL]})]);
}

/// A server was killed while it posted the review, or Yotpo has refused it for good.
#[tokio::test]
async fn a_review_that_is_not_posted_any_more_is_forgotten_immediately() {
    for is_refused in [false, true] {
        let double = YotpoDouble::start().await;
        let app = shop(double.settings()).await;
        let mut ann = reviewed(&app, EMAIL, json!({})).await;
        if is_refused {
            double.refuse_reviews(Some(400));
            deliver_after(&app, MINUTE).await;
        } else {
            app.execute("UPDATE outbox SET claimed_until = created_at WHERE channel = 'review'").await;
        }
        let posts = double.posts();
        close(&app, &mut ann).await;
        assert_eq!((double.erasures(), open_requests(&app).await), (1, 0), "{is_refused}");
        double.refuse_reviews(None);
        deliver_after(&app, 24 * HOUR).await;
        assert_eq!(double.posts(), posts, "{is_refused}");
    }
}
