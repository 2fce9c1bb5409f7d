//! The parts of the questionnaire, and the daily deck.

use crate::support::{Client, TestApp};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::policy;
use stylebox_server::data::Deck;

const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn customer(app: &TestApp) -> Client {
    let mut client = app.client();
    client.register("ann@example.com").await;
    client
}

/// The ids of the cards in today's deck.
async fn deck(client: &mut Client) -> Vec<String> {
    cards_of(&client.get("/api/questionnaire?part=reshuffle").await.expect(200))
}

fn cards_of(questionnaire: &Value) -> Vec<String> {
    let cards = questionnaire["questions"]["reshuffle"].as_array().unwrap();
    cards.iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect()
}

async fn swipe(client: &mut Client, cards: &[String], swipe: &str) -> Value {
    let swipes: Map<String, Value> = cards.iter().map(|card| (card.clone(), json!(swipe))).collect();
    let body = json!({"responses": {"style_reshuffle": swipes}});
    client.patch("/api/style_profiles/current", body).await.expect(200)["responses"]["style_reshuffle"].clone()
}

#[tokio::test]
async fn the_questionnaire_can_be_read_completely_or_in_parts() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    client.patch("/api/style_profiles/current", json!({"responses": {"brand_1": "Marlowe"}})).await.expect(200);
    let whole = client.get("/api/questionnaire").await.expect(200);
    let parts: [(&str, &[&str]); 3] = [
        ("master", &["questions", "delivery_questions", "profile_questions"]),
        ("shuffle", &["shuffle"]),
        ("reshuffle", &["reshuffle", "more_tomorrow"]),
    ];
    for (part, lists) in parts {
        let body = client.get(&format!("/api/questionnaire?part={part}")).await.expect(200);
        let held: Vec<&String> = body["questions"].as_object().unwrap().keys().collect();
        assert_eq!(held, lists, "{part}");
        for list in lists {
            assert_eq!(body["questions"][list], whole["questions"][list]);
        }
        for field in ["responses", "stats", "id", "name"] {
            assert_eq!(body[field], whole[field], "{part}: {field}");
        }
    }
    assert_eq!(whole["responses"]["brand_1"], "Marlowe");
    for wrong in ["part=all", "part=", "part=master&part=shuffle", "part=%00"] {
        client.get(&format!("/api/questionnaire?{wrong}")).await.refused(422, "request_invalid");
    }
}

#[tokio::test]
async fn a_style_profile_has_only_its_current_version() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    let current = client.get("/api/style_profiles/current").await.expect(200);
    for version in ["?version=", "?version=current"] {
        assert_eq!(client.get(&format!("/api/style_profiles/current{version}")).await.expect(200), current);
    }
    client.get("/api/style_profiles/current?version=7").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_day_has_fourteen_new_cards_and_stays_the_same_all_day() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    let today = deck(&mut client).await;
    assert_eq!(today.len(), 14);
    assert_eq!(deck(&mut app.client()).await, today, "visitors see the first day's deck");
    assert_eq!(deck(&mut client).await, today);
    // It is nine in the morning, and the same day lasts until midnight in Chicago.
    app.clock.set("2026-11-19T05:59:59Z");
    assert_eq!(deck(&mut client).await, today);
    swipe(&mut client, &today[..2], "like").await;
    assert_eq!(deck(&mut client).await, today[2..], "answered cards are not replaced");
    swipe(&mut client, &today[2..], "dislike").await;
    assert!(deck(&mut client).await.is_empty());

    app.clock.set("2026-11-19T06:00:00Z");
    let tomorrow = deck(&mut client).await;
    assert_eq!(tomorrow.len(), 14);
    assert!(tomorrow.iter().all(|card| !today.contains(card)));
}

#[tokio::test]
async fn skipped_cards_come_again_and_answered_ones_never() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    let first = deck(&mut client).await;
    swipe(&mut client, &first[3..], "like").await;
    app.clock.advance(A_DAY);
    let second = deck(&mut client).await;
    assert_eq!((&second[..3], second.len()), (&first[..3], 14));

    let mut seen: HashSet<String> = first[3..].iter().cloned().collect();
    let mut days = 0;
    let mut is_more_promised = true;
    loop {
        let body = client.get("/api/questionnaire?part=reshuffle").await.expect(200);
        let cards = cards_of(&body);
        assert_eq!(is_more_promised, !cards.is_empty(), "day {days}");
        is_more_promised = body["questions"]["more_tomorrow"].as_bool().unwrap();
        if cards.is_empty() {
            break;
        }
        assert!(cards.iter().all(|card| seen.insert(card.clone())), "{cards:?}");
        swipe(&mut client, &cards, "dislike").await;
        app.clock.advance(A_DAY);
        days += 1;
    }
    assert!(!is_more_promised, "the last day announces no further cards");
    assert!(days >= 7, "{days}: there are cards for a week");
}

#[tokio::test]
async fn swipes_of_a_day_are_added_to_those_of_other_days() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    let first = deck(&mut client).await;
    swipe(&mut client, &first[..1], "like").await;
    app.clock.advance(A_DAY);
    let all = swipe(&mut client, &first[1..2], "dislike").await;
    assert_eq!(all, json!({&first[0]: "like", &first[1]: "dislike"}));
    // A second answer to the first card does not move it from yesterday.
    let all = swipe(&mut client, &first[..1], "dislike").await;
    assert_eq!(all, json!({&first[0]: "dislike", &first[1]: "dislike"}));
    assert_eq!(deck(&mut client).await.len(), 13);

    let taken_back = json!({"responses": {"style_reshuffle": null}});
    client.patch("/api/style_profiles/current", taken_back).await.expect(200);
    assert_eq!(deck(&mut client).await, first, "the deck starts again");
}

#[tokio::test]
async fn only_existing_cards_can_be_swiped() {
    let app = TestApp::start().await;
    let mut client = customer(&app).await;
    let card = deck(&mut client).await.remove(0);
    for wrong in
        [json!({"style_reshuffle": {&card: "like", "nothing": "like"}}), json!({"style_shuffle": {&card: "like"}})]
    {
        let body = client.patch("/api/style_profiles/current", json!({"responses": wrong})).await.expect(422);
        assert_eq!(body["issues"][0]["code"], "choice_unknown");
    }
    let wrong = json!({"responses": {"style_reshuffle": {&card: "love"}}});
    assert_eq!(
        client.patch("/api/style_profiles/current", wrong).await.expect(422)["issues"][0]["code"],
        "answer_malformed"
    );
    assert_eq!(deck(&mut client).await.len(), 14);
}

#[tokio::test]
async fn each_customer_has_their_own_deck() {
    let app = TestApp::start().await;
    let mut ann = customer(&app).await;
    let mut ben = app.client();
    ben.register("ben@example.com").await;
    let today = deck(&mut ann).await;
    swipe(&mut ann, &today, "like").await;
    assert!(deck(&mut ann).await.is_empty());
    assert_eq!(deck(&mut ben).await, today);
}

#[tokio::test]
async fn the_daily_deck_is_the_question_that_core_compares_by_its_parts() {
    let app = TestApp::start().await;
    let question = app.state.data.questionnaire.question(policy::DAILY_DECK_QUESTION).unwrap();
    assert_eq!(question.deck, Some(Deck::Reshuffle));
}
