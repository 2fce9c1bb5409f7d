//! How often boxes come, and skipping one.

use crate::support::{Shopper, TestApp};
use serde_json::{Value, json};

fn every(days: &str) -> Value {
    json!({"customer": {"subscription_type": format!("subscription_{days}")}})
}

#[tokio::test]
async fn the_next_box_can_be_skipped_by_one_interval_and_the_skip_undone() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.patch("/api/account/skip_a_box", json!({})).await.refused(409, "skip_not_offered");
    for (type_, days) in [("30_day", 30), ("60_day", 60)] {
        client.patch("/api/account", every(type_)).await.expect(200);
        assert_eq!(client.patch("/api/account/skip_a_box", json!({})).await.expect(200)["skip_days"], days);
        client.patch("/api/account/skip_a_box", json!({})).await.refused(409, "skip_not_offered");
        assert_eq!(client.patch("/api/account/unskip_a_box", json!({})).await.expect(200)["skip_days"], 0);
        assert_eq!(client.patch("/api/account/unskip_a_box", json!({})).await.expect(200)["skip_days"], 0);
    }
    for type_ in ["90_day", "on_demand"] {
        client.patch("/api/account", every(type_)).await.expect(200);
        client.patch("/api/account/skip_a_box", json!({})).await.refused(409, "skip_not_offered");
    }
}

#[tokio::test]
async fn an_ordered_box_cannot_be_skipped() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    ann.browser.patch("/api/account/skip_a_box", json!({})).await.refused(409, "skip_not_offered");
    ann.browser.post(&format!("/api/orders/{}/cancel", ann.order), json!({})).await.expect(200);
    assert_eq!(ann.browser.patch("/api/account/skip_a_box", json!({})).await.expect(200)["skip_days"], 30);
}

#[tokio::test]
async fn choosing_another_subscription_undoes_the_skip_and_choosing_the_same_one_does_not() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    client.patch("/api/account", every("30_day")).await.expect(200);
    client.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    assert_eq!(client.patch("/api/account", every("30_day")).await.expect(200)["skip_days"], 30);
    assert_eq!(client.patch("/api/account", every("60_day")).await.expect(200)["skip_days"], 0);
}

#[tokio::test]
async fn another_answer_undoes_the_skip_and_clearing_it_does_not() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let profile = "/api/style_profiles/current";
    let answer = |answer: Value| json!({"responses": {"subscription_type": answer}});
    client.patch(profile, answer(json!("subscription_30_day"))).await.expect(200);
    client.patch("/api/account/skip_a_box", json!({})).await.expect(200);
    client.patch(profile, answer(json!("subscription_30_day"))).await.expect(200);
    assert_eq!(client.get("/api/account").await.expect(200)["skip_days"], 30);
    client.patch(profile, answer(json!("subscription_60_day"))).await.expect(200);
    for nothing in [json!(null), json!(""), json!([])] {
        client.patch(profile, answer(nothing)).await.expect(422);
    }
    let account = client.get("/api/account").await.expect(200);
    assert_eq!((&account["subscription_type"], &account["skip_days"]), (&json!("subscription_60_day"), &json!(0)));
}

#[tokio::test]
async fn sending_all_answers_again_does_not_undo_choices_in_the_account() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let profile = "/api/style_profiles/current";
    let said = json!({"responses": {
        "subscription_type": "subscription_30_day", "match_with_stylist": "Imani K.", "bottom_size": "8",
        "match_with_stylist_2": "Minnesota - Edina Galleria", "preferred_store": "Minnesota - Edina Galleria",
    }});
    client.patch(profile, said).await.expect(200);
    let chosen = json!({
        "subscription_type": "subscription_on_demand", "preferred_stylist": "Linnea S.", "assigned_location_id": "L02",
    });
    client.patch("/api/account", json!({"customer": chosen})).await.expect(200);
    // The page reads the answers, and sends all of them back with another size.
    let mut set = client.get(profile).await.expect(200)["data"]["responses"].clone();
    let store = "Minnesota - Grand Avenue";
    let expected = json!({
        "subscription_type": "subscription_on_demand", "match_with_stylist": "Linnea S.", "bottom_size": "8",
        "match_with_stylist_2": store, "preferred_store": "Minnesota - Edina Galleria",
    });
    // The box is shipped, so the store belongs to the question of a shipped box.
    assert_eq!(set, expected, "the answers contain the choice");
    set["bottom_size"] = json!("10");
    client.patch(profile, json!({"responses": set})).await.expect(200);
    let account = client.get("/api/account").await.expect(200);
    for (field, value) in chosen.as_object().unwrap() {
        assert_eq!(account[field], *value, "{field}");
    }
    // The answer does not undo a stylist either whom the question does not offer.
    client.patch("/api/account", json!({"customer": {"preferred_stylist": "Somebody"}})).await.expect(200);
    client.patch(profile, json!({"responses": set})).await.expect(200);
    assert_eq!(client.get("/api/account").await.expect(200)["preferred_stylist"], "Somebody");
    // A new answer counts, even if it is the same as an earlier one.
    client.patch(profile, json!({"responses": {"subscription_type": "subscription_30_day"}})).await.expect(200);
    assert_eq!(client.get("/api/account").await.expect(200)["subscription_type"], "subscription_30_day");
    let again = json!({"responses": {"match_with_stylist_2": "Minnesota - Edina Galleria"}});
    client.patch(profile, again).await.expect(200);
    client.patch(profile, json!({"responses": {"preferred_store": null}})).await.expect(200);
    assert_eq!(
        client.get("/api/account").await.expect(200)["assigned_location_id"],
        "L01",
        "no other answer was given"
    );
}

#[tokio::test]
async fn skipping_needs_a_session_and_its_anti_forgery_token() {
    let app = TestApp::start().await;
    for call in ["skip_a_box", "unskip_a_box"] {
        let path = format!("/api/account/{call}");
        app.client().patch(&path, json!({})).await.refused(401, "not_authorized");
        let mut client = app.client();
        client.register(&format!("{call}@example.com")).await;
        client.cookies.remove("XSRF-TOKEN");
        client.patch(&path, json!({})).await.refused(403, "not_authorized");
    }
}
