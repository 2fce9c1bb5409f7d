//! Addresses that Google suggests while a customer types, through calls of the service.

use crate::doubles::google_places::{ABROAD, Asked, FLAT, GooglePlacesDouble, IN_BOROUGH};
use crate::doubles::http::HttpFault;
use crate::support::{Client, TestApp};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use stylebox_server::providers::Providers;
use stylebox_server::providers::address_suggestions::choice::AddressSuggestionsChoice;
use stylebox_server::providers::address_suggestions::google_places::GooglePlaces;
use stylebox_server::providers::address_suggestions::{AddressSuggestions, Typed};
use stylebox_server::providers::common::reach::Reach;

/// The token of a session, as the page makes it.
const SESSION: &str = "0199a000-0000-4000-8000-00000000000a";

async fn start() -> (GooglePlacesDouble, TestApp, Client) {
    let google = GooglePlacesDouble::start().await;
    let settings = google.settings();
    let app = TestApp::with(|server| {
        server.parties.address_suggestions = AddressSuggestionsChoice::Google(settings);
    })
    .await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    (google, app, ann)
}

async fn suggest(client: &mut Client, text: &str) -> Value {
    let body = json!({"text": text, "session": SESSION});
    client.post("/api/address_suggestions", body).await.expect(200)["suggestions"].take()
}

async fn choose(client: &mut Client, id: &str) -> Value {
    let body = json!({"id": id, "session": SESSION});
    client.post("/api/address_suggestions/choice", body).await.expect(200)["address"].take()
}

#[tokio::test]
async fn addresses_are_suggested_and_one_is_chosen_in_the_same_session() {
    let (google, app, mut ann) = start().await;
    assert_eq!(app.client().get("/api/status").await.expect(200)["address_suggestions"], "Google Maps");
    let found = suggest(&mut ann, " 731 Mark ").await;
    assert_eq!(found.as_array().unwrap().len(), 5);
    assert_eq!(found[0], json!({"id": FLAT, "line": "731 Market Street", "place": "San Francisco, CA, USA"}));
    assert_eq!(found[1]["id"], IN_BOROUGH, "a suggestion that is not an address is left out");
    assert_eq!(found[2], json!({"id": "more1", "line": "1 Market Street", "place": ""}));
    let address = json!({
        "line_1": "731 Market Street", "line_2": "5", "city": "San Francisco", "state": "CA", "postal_code": "94103",
    });
    assert_eq!(choose(&mut ann, FLAT).await, address);
    let session = || SESSION.to_owned();
    let expected = [Asked::About("731 Mark".to_owned(), session()), Asked::For(FLAT.to_owned(), session())];
    assert_eq!(google.asked(), expected);
    assert_eq!(google.violations(), [""; 0]);
}

#[tokio::test]
async fn unknown_parts_are_empty_and_addresses_abroad_are_not_found() {
    let (_google, _app, mut ann) = start().await;
    let in_borough =
        json!({"line_1": "Market Street", "line_2": "", "city": "Brooklyn", "state": "NY", "postal_code": ""});
    assert_eq!(choose(&mut ann, IN_BOROUGH).await, in_borough);
    for id in [ABROAD, "made-up"] {
        assert_eq!(choose(&mut ann, id).await, Value::Null, "{id}");
    }
    assert_eq!(suggest(&mut ann, "nowhere").await, json!([]));
}

#[tokio::test]
async fn google_is_asked_only_for_customers_and_within_limits() {
    let (google, app, mut ann) = start().await;
    for text in ["", "  7 ", "73"] {
        assert_eq!(suggest(&mut ann, text).await, json!([]));
    }
    assert_eq!(google.asked(), []);
    suggest(&mut ann, &"é".repeat(300)).await;
    assert_eq!(google.asked(), [Asked::About("é".repeat(100), SESSION.to_owned())]);
    let body = json!({"text": "731 Mark", "session": SESSION});
    app.client().post("/api/address_suggestions", body.clone()).await.refused(401, "not_authorized");
    app.client().post("/api/address_suggestions/choice", json!({"id": FLAT, "session": SESSION})).await.expect(401);
    let long = json!({"text": "a".repeat(1001), "session": SESSION});
    ann.post("/api/address_suggestions", long).await.refused(422, "request_invalid");
    for (id, session) in [("../x", SESSION), (FLAT, "a b"), (FLAT, ""), ("", SESSION), (&"a".repeat(301), SESSION)] {
        let body = json!({"id": id, "session": session});
        ann.post("/api/address_suggestions/choice", body).await.refused(422, "request_invalid");
    }
    for _ in 0..299 {
        suggest(&mut ann, "731 Mark").await;
    }
    ann.post("/api/address_suggestions", body).await.expect(429);
    ann.post("/api/address_suggestions/choice", json!({"id": FLAT, "session": SESSION})).await.expect(429);
    assert_eq!(google.asked().len(), 300);
    // Another customer has their own limit.
    let mut bea = app.client();
    bea.register("bea@example.com").await;
    assert_ne!(suggest(&mut bea, "731 Mark").await, json!([]));
}

#[tokio::test]
async fn nothing_is_suggested_while_google_does_not_answer() {
    let (google, _app, mut ann) = start().await;
    for fault in [HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails] {
        google.set(fault);
        assert_eq!(suggest(&mut ann, "731 Mark").await, json!([]), "{fault:?}");
        assert_eq!(choose(&mut ann, FLAT).await, Value::Null, "{fault:?}");
    }
    google.set(HttpFault::None);
    assert_ne!(suggest(&mut ann, "731 Mark").await, json!([]));
}

#[tokio::test]
async fn a_silent_google_is_waited_for_only_until_its_timeout() {
    let google = GooglePlacesDouble::start().await;
    google.set(HttpFault::Silent);
    let places = GooglePlaces::new(&google.settings()).unwrap().with_timeout(Duration::from_millis(100));
    let begun = Instant::now();
    let typed = Typed { text: "731 Mark".to_owned(), session: SESSION.to_owned() };
    assert!(places.suggest(&typed).await.is_err());
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn asking_whether_google_accepts_the_key_is_not_billed() {
    let google = GooglePlacesDouble::start().await;
    let reach = async |key: &str| GooglePlaces::new(&google.settings_with(key)).unwrap().reach().await;
    assert_eq!(reach("double-key").await, Reach::Reached);
    let Reach::Refused(said) = reach("another").await else { panic!("a wrong key is accepted") };
    assert!(said.contains("STYLEBOX_GOOGLE_PLACES_KEY") && !said.contains("another"), "{said}");
    google.set(HttpFault::Down);
    assert_eq!(reach("double-key").await, Reach::NotReachable);
    assert_eq!(google.asked(), []);
}

#[tokio::test]
async fn without_a_provider_there_are_no_suggestions() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    assert_eq!(app.client().get("/api/status").await.expect(200)["address_suggestions"], Value::Null);
    assert_eq!(suggest(&mut ann, "731 Mark").await, json!([]));
    assert_eq!(choose(&mut ann, FLAT).await, Value::Null);
    let Providers { address_suggestions, .. } = &app.state.providers;
    assert!(address_suggestions.is_none());
}
