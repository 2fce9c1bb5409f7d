//! Reviews at Yotpo: what it gets, and what happens to a review if it does not answer or refuses.

use super::reviews::{invited, post, review};
use super::yotpo_forgets::close;
use crate::doubles::http::HttpFault;
use crate::doubles::secrets::secret;
use crate::doubles::smtp::closed_port;
use crate::doubles::yotpo::{APP_KEY, PRODUCT_URL, SECRET, TOKEN, YotpoDouble, signature};
use crate::support::{Shopper, TestApp, log, ops};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::platform::config::BaseUrl;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::reviews::choice::ReviewsChoice;
use stylebox_server::providers::reviews::yotpo::settings::YotpoSettings;
use stylebox_server::service::mail::outbox::deliver;

pub const EMAIL: &str = "ann@example.com";
pub const MINUTE: Duration = Duration::from_secs(60);
pub const HOUR: Duration = Duration::from_secs(60 * 60);
pub const REVIEWS: &str = "/v1/widget/reviews";

pub async fn shop(yotpo: YotpoSettings) -> TestApp {
    TestApp::with(|settings| {
        settings.parties.reviews = ReviewsChoice::Yotpo(yotpo);
    })
    .await
}

/// A customer who has reviewed a box. Yotpo's behavior does not change the answer to the customer.
pub async fn reviewed(app: &TestApp, email: &str, changes: Value) -> Shopper {
    let (mut shopper, invitation) = invited(app, email).await;
    post(&mut shopper, review(&invitation, email, changes)).await.expect(201);
    shopper
}

/// Advances the clock and delivers the outbox.
pub async fn deliver_after(app: &TestApp, wait: Duration) {
    app.clock.advance(wait);
    deliver(&app.state).await.unwrap();
}

async fn reach(app: &TestApp) -> Reach {
    app.state.providers.reviews.reach().await
}

pub async fn attention(app: &TestApp) -> String {
    ops(app, "attention").await.unwrap()
}

/// How many reviews wait in the outbox.
async fn waiting(app: &TestApp) -> i64 {
    let sql = "SELECT COUNT(*) FROM outbox WHERE channel = 'review' AND sent_at IS NULL AND failed_at IS NULL";
    app.numbers(sql).await[0]
}

/// The fields of spec B, section 4, without those of the signature.
fn unsigned(email: &str) -> Value {
    json!({
        "appkey": APP_KEY, "domain": "stylebox.test", "sku": "STYLE-BOX", "product_title": "Stylebox by Marlowe",
        "product_url": PRODUCT_URL, "display_name": "Ann Larsen", "email": email, "review_content": "The boots!",
        "review_title": "Lovely", "review_score": 5,
    })
}

#[tokio::test]
async fn a_review_is_posted_once_with_the_documented_fields_and_signed() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    assert_eq!(double.posts(), 0, "the customer does not wait for Yotpo");
    deliver_after(&app, MINUTE).await;
    let sent_at = app.state.clock.now().seconds();
    let mut expected = unsigned(EMAIL);
    expected["time_stamp"] = json!(sent_at);
    expected["reviewer_type"] = json!("verified_reviewer");
    expected["signature"] = json!(signature(EMAIL, "verified_reviewer", sent_at));
    assert_eq!(double.reviews(), [expected]);
    for _ in 0..3 {
        deliver_after(&app, 24 * HOUR).await;
    }
    assert_eq!(double.posts(), 1);
    // The shop keeps the review, too.
    assert_eq!(app.numbers("SELECT COUNT(*) FROM reviews WHERE review_content = 'The boots!'").await, [1]);
}

#[tokio::test]
async fn a_reviews_signature_includes_the_display_name() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let (mut ann, invitation) = invited(&app, EMAIL).await;
    for unseen in ["", "\u{3164}", " \u{202e}\u{200b}"] {
        let refused = post(&mut ann, review(&invitation, EMAIL, json!({"display_name": unseen}))).await.expect(422);
        assert_eq!(
            (&refused["issues"][0]["field"], &refused["issues"][0]["code"]),
            (&json!("display_name"), &json!("required"))
        );
    }
    let name = " Ann\u{202e} Lar\u{3164}sen\u{1b}";
    post(&mut ann, review(&invitation, EMAIL, json!({"display_name": name}))).await.expect(201);
    deliver_after(&app, MINUTE).await;
    assert_eq!(double.reviews()[0]["display_name"], "Ann Larsen");
}

#[tokio::test]
async fn a_review_without_a_title_gets_the_products_title() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({"review_title": null, "review_score": 1})).await;
    deliver_after(&app, MINUTE).await;
    let told = double.reviews();
    assert_eq!((&told[0]["review_title"], &told[0]["review_score"]), (&json!("Stylebox by Marlowe"), &json!(1)));
}

#[tokio::test]
async fn a_review_without_text_or_stars_is_not_posted() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let lacking = [json!({"review_content": null}), json!({"review_score": null}), json!({"review_score": 0})];
    for (number, changes) in lacking.into_iter().enumerate() {
        reviewed(&app, &format!("ann{number}@example.com"), changes).await;
    }
    assert_eq!(waiting(&app).await, 0);
    deliver_after(&app, MINUTE).await;
    assert_eq!(double.posts(), 0);
}

#[tokio::test]
async fn a_review_is_signed_only_if_the_account_was_checked() {
    // A wrong secret.
    let double = YotpoDouble::start().await;
    let app = shop(YotpoSettings { secret: secret("another"), ..double.settings() }).await;
    reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    assert_eq!(double.reviews(), [unsigned(EMAIL)]);

    // As long as that is not known, the review waits.
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    double.set_at("/oauth/token", HttpFault::Down);
    deliver_after(&app, MINUTE).await;
    assert_eq!((double.posts(), waiting(&app).await), (0, 1));
    double.set(HttpFault::None);
    deliver_after(&app, HOUR).await;
    assert!(double.reviews()[0]["signature"].is_string());
    // An earlier answer counts while Yotpo does not answer.
    reviewed(&app, "ben@example.com", json!({})).await;
    double.set_at("/oauth/token", HttpFault::Down);
    assert_eq!(reach(&app).await, Reach::NotReachable);
    deliver_after(&app, MINUTE).await;
    assert!(double.reviews()[1]["signature"].is_string());
}

#[tokio::test]
async fn a_review_waits_if_the_answer_about_the_account_cannot_be_read() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    double.give_no_token(true);
    deliver_after(&app, MINUTE).await;
    assert_eq!((double.posts(), waiting(&app).await), (0, 1));
    double.give_no_token(false);
    deliver_after(&app, HOUR).await;
    assert!(double.reviews()[0]["signature"].is_string());
}

#[tokio::test]
async fn a_review_is_not_lost_if_the_database_fails_before_it_is_posted() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    app.execute("ALTER TABLE reviews RENAME TO reviews_elsewhere").await;
    deliver_after(&app, MINUTE).await;
    assert_eq!(double.posts(), 0);
    app.execute("ALTER TABLE reviews_elsewhere RENAME TO reviews").await;
    deliver_after(&app, HOUR).await;
    assert_eq!(double.reviews().len(), 1);
}

#[tokio::test]
async fn reviews_have_their_own_job_which_ends_at_the_first_refusal_of_the_account() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    for name in ["ann", "ben"] {
        reviewed(&app, &format!("{name}@example.com"), json!({})).await;
    }
    ops(&app, "jobs run outbox").await.unwrap();
    let emails = "SELECT COUNT(*) FROM outbox WHERE channel = 'email' AND sent_at IS NULL";
    assert_eq!((app.numbers(emails).await, double.posts(), waiting(&app).await), (vec![0], 0, 2));
    double.refuse_reviews(Some(403));
    ops(&app, "jobs run reviews").await.unwrap();
    assert_eq!(double.posts(), 2, "one review, signed and unsigned");
}

#[tokio::test]
async fn if_yotpo_accepts_no_signatures_the_review_is_posted_without_one() {
    let double = YotpoDouble::start().await;
    double.take_no_signatures();
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    assert_eq!(double.reviews(), [unsigned(EMAIL)]);
    assert_eq!(waiting(&app).await, 0);
}

#[tokio::test]
async fn a_review_whose_answer_is_lost_is_not_posted_again() {
    for fault in [HttpFault::LosesAnswer, HttpFault::DoesAndFails, HttpFault::HalfAnswer, HttpFault::Silent] {
        let double = YotpoDouble::start().await;
        let app = shop(double.settings()).await;
        reviewed(&app, EMAIL, json!({})).await;
        double.set_at(REVIEWS, fault);
        deliver_after(&app, MINUTE).await;
        double.set(HttpFault::None);
        for _ in 0..3 {
            deliver_after(&app, 24 * HOUR).await;
        }
        let taken = usize::from(fault != HttpFault::Silent);
        assert_eq!((double.reviews().len(), double.posts()), (taken, taken), "{fault:?}");
        assert_eq!(waiting(&app).await, 0, "{fault:?}");
    }
}

#[tokio::test]
async fn a_review_is_not_posted_again_if_the_server_was_killed_before_the_answer() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    app.execute("UPDATE outbox SET handed_over_at = created_at, claimed_until = created_at WHERE channel = 'review'")
        .await;
    let app = app.restart().await;
    deliver_after(&app, HOUR).await;
    assert_eq!((double.posts(), waiting(&app).await), (0, 0));
}

#[tokio::test]
async fn after_an_unknown_answer_the_other_events_wait_for_a_minute() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    for name in ["ann", "ben", "cleo"] {
        reviewed(&app, &format!("{name}@example.com"), json!({})).await;
        app.clock.advance(Duration::from_secs(1));
    }
    double.set_at(REVIEWS, HttpFault::Silent);
    deliver(&app.state).await.unwrap();
    double.set(HttpFault::None);
    deliver_after(&app, Duration::from_secs(59)).await;
    assert_eq!(double.posts(), 0);
    deliver_after(&app, HOUR).await;
    let told: Vec<Value> = double.reviews().iter().map(|review| review["email"].clone()).collect();
    assert_eq!(told, ["ben@example.com", "cleo@example.com"]);
}

#[tokio::test]
async fn a_review_waits_while_yotpo_is_down() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    double.set(HttpFault::Down);
    reviewed(&app, EMAIL, json!({})).await;
    for _ in 0..2 {
        deliver_after(&app, HOUR).await;
    }
    assert!(!attention(&app).await.contains("reviews are not sent"));
    deliver_after(&app, HOUR).await;
    let said = attention(&app).await;
    assert!(said.contains("1 reviews are not sent: the service that sends it does not answer"), "{said}");
    assert!(said.contains("party reviews") && !said.contains(EMAIL), "{said}");
    double.set(HttpFault::None);
    deliver_after(&app, HOUR).await;
    assert_eq!(double.reviews().len(), 1);
    let said = attention(&app).await;
    assert!(!said.contains("review"), "{said}");

    // A review is not lost if Yotpo cannot be reached.
    let url = BaseUrl::parse("--yotpo-url", &format!("http://127.0.0.1:{}", closed_port().await)).unwrap();
    let alone = shop(YotpoSettings { url, ..double.settings() }).await;
    reviewed(&alone, EMAIL, json!({})).await;
    deliver_after(&alone, HOUR).await;
    assert_eq!(waiting(&alone).await, 1);
}

#[tokio::test]
async fn a_review_that_is_refused_is_given_up_and_shown_until_staff_note_it() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    double.refuse_reviews(Some(422));
    let mut ann = reviewed(&app, EMAIL, json!({})).await;
    deliver_after(&app, MINUTE).await;
    let posts = double.posts();
    double.refuse_reviews(None);
    deliver_after(&app, 48 * HOUR).await;
    assert_eq!((double.posts(), double.reviews().len()), (posts, 0));
    let code = ann.code().await;
    let line = format!(
        "the reviews service refused its review on 2026-11-18: the service does not take it (422) (\"ops review noted {code}\")"
    );
    let said = attention(&app).await;
    assert!(said.contains(&line) && !said.contains("emails did not arrive"), "{said}");
    let command = format!("review noted {code}");
    assert_eq!(ops(&app, &command).await.unwrap(), format!("The refused review of order {code} is noted.\n"));
    assert!(!attention(&app).await.contains("refused its review"));
    assert_eq!(ops(&app, &command).await.unwrap_err(), format!("No review of order {code} was refused."));
}

#[tokio::test]
async fn if_the_account_is_refused_the_review_waits() {
    for status in [401, 403, 404] {
        let double = YotpoDouble::start().await;
        let app = shop(double.settings()).await;
        double.refuse_reviews(Some(status));
        reviewed(&app, EMAIL, json!({})).await;
        for _ in 0..3 {
            deliver_after(&app, HOUR).await;
        }
        let said = attention(&app).await;
        assert!(said.contains("1 reviews are not sent: the service does not take it at the moment"), "{said}");
        double.refuse_reviews(None);
        deliver_after(&app, HOUR).await;
        assert_eq!(double.reviews().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn waiting_reviews_are_given_up_if_yotpo_is_turned_off() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    reviewed(&app, EMAIL, json!({})).await;
    let own = TestApp::start().await;
    let turned_off = app.with_reviews(own.state.providers.reviews.clone());
    deliver(&turned_off).await.unwrap();
    assert_eq!(waiting(&app).await, 0);
    deliver_after(&app, HOUR).await;
    assert_eq!(double.posts(), 0);
}

#[tokio::test]
async fn a_check_asks_for_a_token() {
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    assert_eq!(reach(&app).await, Reach::Reached);
    let refused = Reach::Refused(
        "Yotpo does not take the app key and the secret (--yotpo-app-key, STYLEBOX_YOTPO_SECRET): it answers 401"
            .to_owned(),
    );
    let other = YotpoSettings { secret: secret("another"), ..double.settings() };
    assert_eq!(reach(&shop(other).await).await, refused);
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::HalfAnswer, HttpFault::LosesAnswer] {
        double.set(fault);
        assert_eq!(reach(&app).await, Reach::NotReachable, "{fault:?}");
    }
    assert_eq!(double.posts(), 0);
}

#[tokio::test]
async fn no_text_of_a_review_and_no_secret_is_logged() {
    const TEXT: &str = "Words that only this review has.";
    log::start_capture();
    let double = YotpoDouble::start().await;
    let app = shop(double.settings()).await;
    let faults = [HttpFault::None, HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::Silent];
    let mut emails = Vec::new();
    for (number, fault) in faults.into_iter().enumerate() {
        let email = format!("reviewer{number}@yotpo.example");
        let mut shopper = reviewed(&app, &email, json!({"review_content": TEXT})).await;
        double.set_at(REVIEWS, fault);
        deliver_after(&app, HOUR).await;
        double.set_at("/forget", fault);
        close(&app, &mut shopper).await;
        double.set(HttpFault::None);
        emails.push(email);
    }
    double.refuse_reviews(Some(400));
    reviewed(&app, "refused@yotpo.example", json!({"review_content": TEXT})).await;
    deliver_after(&app, HOUR).await;
    let said = attention(&app).await;
    let logged = log::captured();
    for words in ["whether a message was taken is unknown", "a review is given up", "Yotpo refuses a signed review"] {
        assert!(logged.contains(words), "{words}");
    }
    emails.push("refused@yotpo.example".to_owned());
    assert!(!logged.contains(TEXT));
    for email in &emails {
        assert!(!logged.contains(email.as_str()), "{email}");
    }
    for text in [logged, said, app.dump().await, format!("{:?}", app.state.settings)] {
        assert!(!text.contains(SECRET) && !text.contains(TOKEN));
    }
    let metrics = stylebox_server::platform::metrics::text().unwrap();
    assert!(metrics.contains("yotpo") && !metrics.contains(SECRET), "{metrics}");
}
