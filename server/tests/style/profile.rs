//! The questionnaire and the customer's answers.

use crate::support::{Client, TestApp};
use serde_json::{Map, Value, json};

async fn answer(client: &mut Client, responses: Value) -> Value {
    client.patch("/api/style_profiles/current", json!({"responses": responses})).await.expect(200)
}

#[tokio::test]
async fn anybody_may_read_the_questionnaire() {
    let app = TestApp::start().await;
    let body = app.client().get("/api/questionnaire").await.expect(200);
    let steps = body["questions"]["questions"].as_array().unwrap();
    assert!(steps.len() >= 12);
    assert_eq!(steps[10]["ref"], "style_shuffle");
    assert!(body["questions"]["shuffle"].as_array().unwrap().len() >= 10);
    assert!(!body["questions"]["reshuffle"].as_array().unwrap().is_empty());
    assert_eq!(body["questions"]["delivery_questions"][1]["ref"], "subscription_type");
    assert_eq!(body["responses"], json!({}));
    assert_eq!((&body["id"], &body["stats"], &body["name"]), (&Value::Null, &Value::Null, &json!("Style Profile")));
}

#[tokio::test]
async fn answers_are_stored() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let profile = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(profile["data"]["responses"], json!({}));
    assert_eq!(profile["data"]["stats"]["about"]["completion_percentage"], 0);

    let path = format!("/api/style_profiles/{}", profile["id"].as_str().unwrap());
    let one = client.patch(&path, json!({"responses": {"birthday": "1990-05-17"}})).await.expect(200);
    assert_eq!(one["responses"], json!({"birthday": "1990-05-17"}));
    let set = json!({"birthday": "1991-05-17", "weight": 140, "pierced_ears": false, "denim_spend": "$90 - $150",
        "style_shuffle": {"shuffle-01": "like", "shuffle-02": "dislike"}, "brand_1": "Marlowe"});
    answer(&mut client, set.clone()).await;
    let mut app_again = client.clone();
    let body = app_again.get("/api/questionnaire").await.expect(200);
    assert_eq!(body["responses"], set, "the last answer to a question counts");
    assert_eq!(body["id"], profile["id"]);

    answer(&mut client, json!({"weight": null})).await;
    let after = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(after["data"]["responses"].get("weight"), None);
}

#[tokio::test]
async fn the_stats_count_each_section() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    // About has six questions: birthday, profession, occasions, goals, adventure, about_me.
    let stats = answer(&mut client, json!({"birthday": "1990-05-17", "profession": "Baker"})).await["stats"].clone();
    assert_eq!(stats["about"], json!({"completion_percentage": 33}));
    assert_eq!(stats["size_and_fit"], json!({"completion_percentage": 0}));
}

/// An answer that fits the question.
fn fitting(question: &Value) -> Value {
    let properties = &question["properties"];
    let label = &properties["choices"][0]["label"];
    match question["type"].as_str().unwrap() {
        "date" => json!("1990-05-17"),
        "number" if properties["control"] == "range" => json!("$90 - $300"),
        "number" => properties["min"].clone(),
        "yes_or_no" => json!(true),
        "short_text" | "long_text" => json!("Words"),
        _ if properties["allow_multiple_selection"] == true => json!([label]),
        _ => label.clone(),
    }
}

/// Answers to the required questions of the quiz: first those that are not about shoes, and then those about shoes.
async fn required_answers(client: &mut Client) -> (Map<String, Value>, Map<String, Value>) {
    let body = client.get("/api/questionnaire").await.expect(200);
    let (mut required, mut shoes) = (Map::new(), Map::new());
    for step in body["questions"]["questions"].as_array().unwrap() {
        let alone = vec![step.clone()];
        let fields = step["properties"]["fields"].as_array().unwrap_or(&alone);
        // Shoe questions are for pick-ups only.
        let list = if step["properties"]["flow"] == "pickup" { &mut shoes } else { &mut required };
        for field in fields.iter().filter(|field| field["validations"]["required"] == true) {
            list.insert(field["ref"].as_str().unwrap().to_owned(), fitting(field));
        }
    }
    (required, shoes)
}

async fn is_complete(client: &mut Client) -> bool {
    client.get("/api/account").await.expect(200)["style_profile_complete"].as_bool().unwrap()
}

#[tokio::test]
async fn the_profile_is_complete_once_every_required_question_is_answered() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let (mut required, _) = required_answers(&mut client).await;
    assert!(required.len() >= 15, "{required:?}");
    let (last, value) = required.clone().into_iter().next_back().unwrap();
    required.remove(&last);
    answer(&mut client, Value::Object(required)).await;
    assert!(!is_complete(&mut client).await);
    answer(&mut client, json!({ last: value })).await;
    assert!(is_complete(&mut client).await);
}

#[tokio::test]
async fn shoe_questions_count_only_for_a_pick_up_with_shoes() {
    let app = TestApp::start().await;
    // The customer has signed up for a pick-up, or has chosen it in the delivery step.
    let flag = json!({"customer": {"dressing_room_to_go_signup": true}});
    let chosen = json!({"responses": {"delivery_style": "I will pick it up"}});
    for (email, path, body) in
        [("ann@example.com", "/api/account", flag), ("bea@example.com", "/api/style_profiles/current", chosen)]
    {
        let mut client = app.client();
        client.register(email).await;
        client.patch(path, body).await.expect(200);
        let (required, shoes) = required_answers(&mut client).await;
        // The section has two questions left, and three more about shoes (spec A, sections 2 and 4).
        let shipping = |body: Value| body["stats"]["shipping"]["completion_percentage"].clone();
        assert_eq!(shipping(answer(&mut client, Value::Object(required)).await), 50);
        assert!(is_complete(&mut client).await);
        assert_eq!(shipping(answer(&mut client, json!({"wants_shoes": false})).await), 50);
        assert!(is_complete(&mut client).await);
        assert_eq!(shipping(answer(&mut client, json!({"wants_shoes": true})).await), 20);
        assert!(!is_complete(&mut client).await);
        assert_eq!(shoes.len(), 2);
        assert_eq!(shipping(answer(&mut client, Value::Object(shoes)).await), 60);
        assert!(is_complete(&mut client).await);
    }
    // A shipped box needs no answers about shoes, whatever was answered before.
    let mut cleo = app.client();
    cleo.register("cleo@example.com").await;
    let (required, _) = required_answers(&mut cleo).await;
    answer(&mut cleo, json!({"wants_shoes": true, "delivery_style": "Send it to me"})).await;
    answer(&mut cleo, Value::Object(required)).await;
    assert!(is_complete(&mut cleo).await);
}

#[tokio::test]
async fn one_invalid_answer_refuses_the_whole_set() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let wrong = json!({"brand_1": "Marlowe", "top_size": "XXXXL", "weight": "heavy", "birthday": "17.5.1990"});
    let body = client.patch("/api/style_profiles/current", json!({"responses": wrong})).await.expect(422);
    let mut fields: Vec<_> =
        body["issues"].as_array().unwrap().iter().map(|issue| issue["field"].as_str().unwrap()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["birthday", "top_size", "weight"]);
    let unknown = json!({"responses": {"brand_1": "Marlowe", "shoe_color": "red"}});
    client.patch("/api/style_profiles/current", unknown).await.refused(422, "question_unknown");
    let profile = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(profile["data"]["responses"], json!({}), "neither answer was stored");
}

#[tokio::test]
async fn an_empty_answer_clears_the_answer_unless_it_is_required() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let given = json!({"weight": 140, "disliked_colors": ["Black"], "about_me": "Short", "top_size": "M"});
    answer(&mut client, given).await;
    let emptied = json!({"weight": null, "disliked_colors": [], "about_me": "  "});
    assert_eq!(answer(&mut client, emptied).await["responses"], json!({"top_size": "M"}));
    for nothing in [json!(null), json!(""), json!([])] {
        let body = json!({"responses": {"top_size": nothing, "weight": 150}});
        let refused = client.patch("/api/style_profiles/current", body).await.expect(422);
        assert_eq!(
            (&refused["issues"][0]["field"], &refused["issues"][0]["message"]),
            (&json!("top_size"), &json!("Required"))
        );
    }
    let profile = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(profile["data"]["responses"], json!({"top_size": "M"}), "none of the answers was stored");
}

#[tokio::test]
async fn the_description_says_which_answers_cannot_be_cleared() {
    let description = TestApp::start().await.client().get("/api/openapi.json").await.expect(200);
    let answers = &description["components"]["schemas"]["NewAnswers"]["properties"]["responses"]["description"];
    let said = answers.as_str().unwrap().replace('\n', " ");
    assert!(said.contains("take an answer back, but not from a required question"), "{said}");
    assert!(said.contains("its answer can be changed, not taken back, and they are refused as `Required`"), "{said}");
}

#[tokio::test]
async fn a_birthday_is_a_day_of_birth() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    // The test's day is 18 November 2026.
    let year = "Please enter a year between 1900 and 2026";
    for (day, message) in [
        ("0001-01-01", year),
        ("1890-06-15", year),
        ("1899-12-31", year),
        ("2027-01-01", year),
        ("9999-12-31", year),
        ("1985-02-29", "Please enter a day between 01 and 28"),
        ("1985-2-9", "Please enter a date."),
    ] {
        let body = json!({"responses": {"birthday": day, "weight": 140}});
        let refused = client.patch("/api/style_profiles/current", body).await.expect(422);
        let issues = refused["issues"].as_array().unwrap();
        assert_eq!((issues.len(), &issues[0]["field"]), (1, &json!("birthday")), "{day}");
        assert_eq!(issues[0]["message"], message, "{day}");
    }
    for day in ["1900-01-01", "2026-12-31", "1984-02-29"] {
        assert_eq!(answer(&mut client, json!({"birthday": day})).await["responses"], json!({"birthday": day}));
    }
    // In Chicago the new year has begun.
    app.clock.set("2027-01-01T06:00:00Z");
    let mut client = app.client();
    client.register("ben@example.com").await;
    answer(&mut client, json!({"birthday": "2027-01-01"})).await;
}

#[tokio::test]
async fn notes_end_at_their_marker_however_they_are_saved() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let notes = "Wool itches. DateTime 2026-11-18T15:00:00Z stylist";
    let alone = answer(&mut client, json!({"anything_else_notes": notes})).await;
    assert_eq!(alone["responses"], json!({"anything_else_notes": "Wool itches."}));
    let set =
        json!({"brand_1": "Saltmarsh", "about_me": "DateTime stays here", "anything_else_notes": "Linen. DateTime x"});
    answer(&mut client, set).await;
    let read = client.get("/api/style_profiles/current").await.expect(200);
    assert_eq!(read["data"]["responses"]["anything_else_notes"], "Linen.");
    assert_eq!(read["data"]["responses"]["about_me"], "DateTime stays here");
    let dump = app.dump().await;
    assert!(dump.contains("Linen.") && !dump.contains("DateTime x") && !dump.contains("DateTime 2026"));
    let emptied = answer(&mut client, json!({"anything_else_notes": "DateTime x"})).await;
    assert_eq!(emptied["responses"].get("anything_else_notes"), None, "the whole text was removed");
}

#[tokio::test]
async fn a_malformed_set_of_answers_is_refused() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    for wrong in [json!({}), json!({"responses": null}), json!({"responses": [1]}), json!({"responses": "brand_1"})] {
        client.patch("/api/style_profiles/current", wrong).await.refused(422, "request_invalid");
    }
    let unchanged = answer(&mut client, json!({})).await;
    assert_eq!(unchanged["responses"], json!({}));
    client.cookies.remove("XSRF-TOKEN");
    let body = json!({"responses": {"brand_1": "Marlowe"}});
    client.patch("/api/style_profiles/current", body).await.refused(403, "not_authorized");
}

#[tokio::test]
async fn answers_about_the_plan_change_the_account() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let responses = json!({"subscription_type": "subscription_90_day", "match_with_stylist": "Imani K.",
        "match_with_stylist_2": "Minnesota - Edina Galleria", "ship_by_date": "2026-12-01"});
    answer(&mut client, responses).await;
    let account = client.get("/api/account").await.expect(200);
    assert_eq!(account["subscription_type"], "subscription_90_day");
    assert_eq!(account["preferred_stylist"], "Imani K.");
    assert_eq!(account["assigned_location_id"], "L01");
    answer(&mut client, json!({"match_with_stylist_2": "No Preference"})).await;
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L00");
    let label = json!({"responses": {"subscription_type": "Every Month"}});
    client.patch("/api/style_profiles/current", label).await.expect(422);
}

#[tokio::test]
async fn the_stores_of_a_pick_up_and_of_a_shipped_box_are_separate_answers() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let (edina, grand) = ("Minnesota - Edina Galleria", "Minnesota - Grand Avenue");
    let chosen = json!({"delivery_style": "I will pick it up", "preferred_store": grand});
    answer(&mut client, chosen).await;
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L02");
    // The question of a shipped box does not change the store of the pick-up.
    let answered = answer(&mut client, json!({"match_with_stylist_2": edina})).await;
    assert_eq!(answered["responses"]["preferred_store"], grand);
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L02");
    // If the box is shipped, its answer counts, and the store of the pick-up stays stored.
    let answered = answer(&mut client, json!({"delivery_style": "Send it to me"})).await;
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L01");
    assert_eq!(answered["responses"]["preferred_store"], grand);
    let answered = answer(&mut client, json!({"preferred_store": "Minnesota - Wayzata Lakefront"})).await;
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L01");
    assert_eq!(answered["responses"]["match_with_stylist_2"], edina);
    // A choice in the account changes only the answer to the question that counts.
    client.patch("/api/account", json!({"customer": {"assigned_location_id": "L02"}})).await.expect(200);
    let responses = client.get("/api/style_profiles/current").await.expect(200)["data"]["responses"].clone();
    assert_eq!(
        (&responses["match_with_stylist_2"], &responses["preferred_store"]),
        (&json!(grand), &json!("Minnesota - Wayzata Lakefront"))
    );
}

#[tokio::test]
async fn the_store_of_a_pick_up_counts_once_the_customer_signs_up_for_a_pick_up() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    let (edina, grand) = ("Minnesota - Edina Galleria", "Minnesota - Grand Avenue");
    answer(&mut client, json!({"match_with_stylist_2": edina, "preferred_store": grand})).await;
    assert_eq!(client.get("/api/account").await.expect(200)["assigned_location_id"], "L01");
    let to_go = |is_one: bool| json!({"customer": {"dressing_room_to_go_signup": is_one}});
    assert_eq!(client.patch("/api/account", to_go(true)).await.expect(200)["assigned_location_id"], "L02");
    let responses = client.get("/api/style_profiles/current").await.expect(200)["data"]["responses"].clone();
    assert_eq!(responses, json!({"match_with_stylist_2": edina, "preferred_store": grand}), "both are as answered");
    assert_eq!(client.patch("/api/account", to_go(false)).await.expect(200)["assigned_location_id"], "L01");
}

#[tokio::test]
async fn an_answer_about_the_stylist_does_not_change_the_store() {
    let app = TestApp::start().await;
    let mut client = app.client();
    client.register("ann@example.com").await;
    answer(&mut client, json!({"preferred_store": "Minnesota - Grand Avenue"})).await;
    answer(&mut client, json!({"match_with_stylist": "Imani K."})).await;
    let account = client.get("/api/account").await.expect(200);
    assert_eq!((&account["assigned_location_id"], &account["preferred_stylist"]), (&json!("L02"), &json!("Imani K.")));
}

#[tokio::test]
async fn only_their_owner_writes_answers() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let path =
        format!("/api/style_profiles/{}", ann.get("/api/style_profiles/current").await.json()["id"].as_str().unwrap());
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    let body = json!({"responses": {"brand_1": "Mine"}});
    ben.patch(&path, body.clone()).await.refused(404, "not_found");
    app.client().patch(&path, body).await.refused(401, "not_authorized");
    app.client().get("/api/style_profiles/current").await.refused(401, "not_authorized");
    assert_eq!(ann.get("/api/style_profiles/current").await.expect(200)["data"]["responses"], json!({}));
}
