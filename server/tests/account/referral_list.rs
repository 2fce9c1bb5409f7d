//! The list of a customer's referrals.

use crate::support::{Shopper, TestApp};
use serde_json::{Value, json};
use std::time::Duration;

/// Registers a friend with a code.
async fn friend(app: &TestApp, first_name: &str, last_name: &str, code: &str) {
    let mut browser = app.client();
    let token = browser.human().await;
    let mut form = crate::support::registration(&format!("{}@example.com", first_name.to_lowercase()), &token);
    form["customer"]["first_name"] = json!(first_name);
    form["customer"]["last_name"] = json!(last_name);
    form["customer"]["referred_by_code"] = json!(code);
    browser.post("/api/registrations", form).await.expect(201);
    app.clock.advance(Duration::from_secs(1));
}

async fn referrals(ann: &mut Shopper, query: &str) -> (Vec<String>, Value) {
    let body = ann.browser.get(&format!("/api/referrals{query}")).await.expect(200);
    let name = |friend: &Value| friend["customer_name"].as_str().unwrap().to_owned();
    (body["referrals"].as_array().unwrap().iter().map(name).collect(), body)
}

#[tokio::test]
async fn referrals_come_in_pages_with_shortened_names() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let code = ann.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    let nothing = json!({"earned": 0, "usable": 0, "use_before": null});
    assert_eq!(
        referrals(&mut ann, "").await.1,
        json!({"referrals": [], "page": 0, "limit": 10, "total": 0, "earnings": nothing})
    );
    for (first, last) in [("Ben", "Ångström"), ("Cleo", "de Vries"), ("Dora", "Mann")] {
        friend(&app, first, last, &format!(" {} ", code.to_lowercase())).await;
    }
    friend(&app, "Eve", "Other", "NOBODYS1").await;
    let all = ["Ben Å.", "Cleo D.", "Dora M."];
    let (names, body) = referrals(&mut ann, "").await;
    assert_eq!((names, &body["total"], &body["limit"]), (all.map(ToOwned::to_owned).to_vec(), &json!(3), &json!(10)));
    let query = "?page=0&limit=10&sort_field=created_at&sort_order=asc";
    assert_eq!(referrals(&mut ann, query).await.0, all);
    assert_eq!(referrals(&mut ann, "?limit=2&sort_order=desc").await.0, ["Dora M.", "Cleo D."]);
    let (names, body) = referrals(&mut ann, "?limit=2&page=1").await;
    assert_eq!((names, &body["page"], &body["total"]), (vec!["Dora M.".to_owned()], &json!(1), &json!(3)));
    for wrong in ["limit=0", "limit=101", "page=-1", "sort_field=email", "sort_order=up"] {
        ann.browser.get(&format!("/api/referrals?{wrong}")).await.refused(422, "request_invalid");
    }
    app.client().get("/api/referrals").await.refused(401, "not_authorized");
    // The list contains no id, address or full name of a friend, and no friends of others.
    let text = body.to_string();
    assert!(!text.contains("Mann") && !text.contains("example.com"), "{text}");
    let mut tx = app.state.db.read().await.unwrap();
    let dora =
        stylebox_server::store::account::customers::by_email(&mut tx, "dora@example.com").await.unwrap().unwrap();
    assert!(!text.contains(&dora.id));
    drop(tx);
    let mut bea = Shopper::new(&app, "bea@example.com").await;
    assert_eq!(referrals(&mut bea, "").await.0, [""; 0]);
}

#[tokio::test]
async fn a_referral_shows_the_reward_once_the_friend_has_checked_out() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let code = ann.browser.get("/api/account").await.expect(200)["referral_code"].as_str().unwrap().to_owned();
    friend(&app, "Ben", "Larsen", &code).await;
    assert_eq!(referrals(&mut ann, "").await.1["referrals"][0]["reward"], Value::Null);
    let mut ben = app.client();
    let token = ben.human().await;
    let form = json!({"customer": {"email": "ben@example.com", "password": crate::support::PASSWORD, "recaptchaToken": token}});
    ben.post("/api/sessions", form).await.expect(200);
    ben.patch("/api/style_profiles/current", json!({"responses": crate::support::answers()})).await.expect(200);
    let mut ben = Shopper { browser: ben, order: String::new() };
    ben.order = ben.save_card(crate::support::CARD).await.expect(201)["order_id"].as_str().unwrap().to_owned();
    ben.bring_box(&app).await;
    ben.keep(1).await;
    ben.check_out("k").await.expect(200);
    // 365 days after it was earned (spec B, section 9).
    let reward = |body: &Value| body["referrals"][0]["reward"].clone();
    let earned = reward(&referrals(&mut ann, "").await.1);
    let day = |moment: &Value| moment.as_str().unwrap().get(..10).unwrap().to_owned();
    assert_eq!(
        (day(&earned["earned_at"]), day(&earned["expires_at"])),
        ("2026-11-18".to_owned(), "2027-11-18".to_owned())
    );
    assert_eq!(earned["used_at"], Value::Null);

    app.execute("UPDATE referral_rewards SET used_at = 1801677600000000 WHERE earned_as = 'referrer'").await;
    let used = reward(&referrals(&mut ann, "").await.1);
    assert_eq!((&used["used_at"], &used["expires_at"]), (&json!("2027-02-03T18:00:00Z"), &earned["expires_at"]));
}
