//! Reviews that the page posts to the embedded reviews service.

use crate::support::{Reply, Shopper, TestApp, two_transactions};
use serde_json::{Value, json};
use std::time::Duration;

/// A customer who has checked out, and the order's invitation to review.
pub async fn invited(app: &TestApp, email: &str) -> (Shopper, Value) {
    let mut shopper = Shopper::decided(app, email, 1).await;
    assert_eq!(shopper.read().await["review_invitation"], Value::Null, "nothing to review before the checkout");
    shopper.check_out("a-key").await.expect(200);
    let invitation = shopper.read().await["review_invitation"].clone();
    (shopper, invitation)
}

/// The review as the page posts it, with some fields changed.
pub fn review(invitation: &Value, email: &str, changes: Value) -> Value {
    let mut body = invitation.clone();
    let written = json!({
        "display_name": "Ann Larsen", "email": email, "review_content": "The boots!", "review_title": "Lovely",
        "review_score": 5, "reviewer_type": "verified_reviewer",
    });
    for fields in [written, changes] {
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    }
    body
}

pub async fn post(shopper: &mut Shopper, body: Value) -> Reply {
    shopper.browser.post("/api/reviews", body).await
}

#[tokio::test]
async fn a_customer_reviews_a_box_once() {
    let app = TestApp::start().await;
    let (mut ann, invitation) = invited(&app, "ann@example.com").await;
    assert_eq!(invitation["domain"], "stylebox.test");
    assert_eq!(invitation["time_stamp"], app.state.clock.now().seconds());
    let body = review(&invitation, "ann@example.com", json!({}));
    let id = post(&mut ann, body.clone()).await.expect(201)["id"].clone();
    assert!(app.dump().await.contains(id.as_str().unwrap()) && app.dump().await.contains("The boots!"));
    post(&mut ann, body).await.refused(409, "reviewed_already");
    // A later signature is for the same box.
    app.clock.advance(Duration::from_secs(60));
    let again = ann.read().await["review_invitation"].clone();
    assert_ne!(again["signature"], invitation["signature"]);
    post(&mut ann, review(&again, "ann@example.com", json!({}))).await.refused(409, "reviewed_already");
}

#[tokio::test]
async fn of_two_simultaneous_reviews_one_is_kept() {
    let app = TestApp::with(two_transactions).await;
    let (ann, invitation) = invited(&app, "ann@example.com").await;
    let (mut one, mut other) = (ann.browser.clone(), ann.browser);
    let body = review(&invitation, "ann@example.com", json!({}));
    let both = tokio::join!(one.post("/api/reviews", body.clone()), other.post("/api/reviews", body));
    let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn an_invitation_must_be_signed_and_is_valid_for_a_day() {
    let app = TestApp::start().await;
    let (mut ann, invitation) = invited(&app, "ann@example.com").await;
    let signature = invitation["signature"].as_str().unwrap();
    let (order, digits) = signature.split_once('.').unwrap();
    assert_eq!(order, ann.order);
    for wrong in [
        json!({"signature": ""}),
        json!({"signature": digits}),
        json!({"signature": format!("{order}.")}),
        json!({"signature": format!("{order}.{}", "0".repeat(64))}),
        json!({"signature": format!("other.{digits}")}),
        json!({"time_stamp": invitation["time_stamp"].as_i64().unwrap() - 1}),
        json!({"time_stamp": i64::MAX}),
        json!({"time_stamp": i64::MIN}),
        json!({"site_key": "another"}),
        json!({"domain": "evil.example"}),
        json!({"sku": "SOMETHING"}),
        json!({"product_title": "Something else"}),
    ] {
        let reply = post(&mut ann, review(&invitation, "ann@example.com", wrong.clone())).await;
        assert_eq!(reply.status, 422, "{wrong}");
        reply.refused(422, "signature_invalid");
        app.clock.advance(Duration::from_secs(60));
    }
    app.clock.advance(Duration::from_secs(24 * 60 * 60 - 12 * 60));
    post(&mut ann, review(&invitation, "ann@example.com", json!({}))).await.refused(422, "signature_invalid");
    let fresh = ann.read().await["review_invitation"].clone();
    post(&mut ann, review(&fresh, "ann@example.com", json!({}))).await.expect(201);
}

#[tokio::test]
async fn each_field_of_a_review_is_checked() {
    let app = TestApp::start().await;
    let (mut ann, invitation) = invited(&app, "ann@example.com").await;
    for (changes, field, code) in [
        (json!({"display_name": " "}), "display_name", "required"),
        (json!({"display_name": "x".repeat(201)}), "display_name", "too_long"),
        (json!({"email": "bea@example.com"}), "email", "email_mismatch"),
        (json!({"review_title": "x".repeat(201)}), "review_title", "too_long"),
        (json!({"review_content": "x".repeat(5001)}), "review_content", "too_long"),
        (json!({"review_content": " ", "review_score": null}), "review_content", "required"),
        (json!({"review_score": 6}), "review_score", "number_too_large"),
    ] {
        let body = post(&mut ann, review(&invitation, "ann@example.com", changes)).await.expect(422);
        let issues = body["issues"].as_array().unwrap();
        assert_eq!((issues.len(), &issues[0]["field"], &issues[0]["code"]), (1, &json!(field), &json!(code)));
    }
    for wrong in [json!({"reviewer_type": "anybody"}), json!({"review_score": "N/A"}), json!({"sku": null})] {
        post(&mut ann, review(&invitation, "ann@example.com", wrong)).await.refused(422, "request_invalid");
    }
    // A rating without a text is a review. A text without a rating is not.
    let stars = json!({"review_content": null, "review_title": null, "review_score": 0, "email": "ANN@example.com"});
    post(&mut ann, review(&invitation, "ann@example.com", stars)).await.expect(201);
}

#[tokio::test]
async fn only_the_customer_who_had_the_box_can_review_it() {
    let app = TestApp::start().await;
    let (mut ann, invitation) = invited(&app, "ann@example.com").await;
    let (mut bea, _) = invited(&app, "bea@example.com").await;
    post(&mut bea, review(&invitation, "bea@example.com", json!({}))).await.refused(404, "not_found");
    let body = review(&invitation, "ann@example.com", json!({}));
    app.client().post("/api/reviews", body.clone()).await.refused(401, "not_authorized");
    post(&mut ann, body).await.expect(201);
}
