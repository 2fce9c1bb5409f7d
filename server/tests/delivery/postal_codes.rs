//! ZIP codes: city and state, and the nearest stores.

use crate::support::{Client, TestApp};
use serde_json::{Value, json};

async fn look_up(visitor: &mut Client, code: &str) -> Value {
    visitor.get(&format!("/api/postal_codes/{code}")).await.expect(200)
}

#[tokio::test]
async fn a_zip_code_is_found_with_its_city_and_state() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let cases = [
        // The first and the last of them, the White House, and codes that everybody knows.
        ("00501", "Holtsville", "NY"),
        ("99950", "Ketchikan", "AK"),
        ("20500", "Washington", "DC"),
        ("10001", "New York", "NY"),
        ("12345", "Schenectady", "NY"),
        ("90210", "Beverly Hills", "CA"),
        ("55105", "Saint Paul", "MN"),
        ("96813", "Honolulu", "HI"),
        // The armed forces in the Americas, the only ones whose state a form takes (spec A, section 5).
        ("34002", "APO", "AA"),
    ];
    for (code, city, state) in cases {
        let place = look_up(&mut visitor, code).await;
        assert_eq!(
            (&place["postal_code"], &place["city"], &place["state"]),
            (&json!(code), &json!(city), &json!(state))
        );
    }
    // Nine digits name a part of the same place.
    let whole = look_up(&mut visitor, "55105").await;
    for nine in ["55105-1234", "551051234", "%2055105%20"] {
        assert_eq!(look_up(&mut visitor, nine).await, whole, "{nine}");
    }
}

#[tokio::test]
async fn an_unknown_zip_code_is_not_found_and_a_malformed_one_is_refused() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    // No such code; Puerto Rico, the armed forces in Europe and the Pacific, the Marshall Islands: states that no form takes.
    for unknown in ["00000", "99999", "00901", "09001", "96201", "96960"] {
        visitor.get(&format!("/api/postal_codes/{unknown}")).await.refused(404, "not_found");
    }
    for wrong in ["5510", "551055", "55105-12", "ABCDE", "५५१०५", "%20"] {
        let refused = visitor.get(&format!("/api/postal_codes/{wrong}")).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["issues"][0]["field"]),
            (422, &json!("postal_code")),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn stores_are_sorted_by_distance() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    // Downtown Minneapolis, 44.983 north, 93.268 west. A degree is 69.09 miles to the north, and 48.9 to the west at this latitude:
    // Saint Paul (44.935, 93.165) is √(3.3² + 5.0²) miles away, Edina (44.873, 93.335) √(7.6² + 3.3²), Wayzata (44.985, 93.542)
    // √(0.1² + 13.4²), Rochester (44.003, 92.484) √(67.7² + 38.6²).
    let stores = look_up(&mut visitor, "55401").await["stores"].clone();
    let nearest = json!([
        {"id": "L02", "miles": 6}, {"id": "L01", "miles": 8}, {"id": "L03", "miles": 13}, {"id": "L04", "miles": 78},
    ]);
    assert_eq!(json!(stores.as_array().unwrap()[..4]), nearest);
    // All offered stores are listed, but neither the studio nor the malls.
    let offered = visitor.get("/api/locations").await.expect(200);
    let ids = |stores: &Value, is_of: fn(&Value) -> bool| {
        let stores = stores.as_array().unwrap().iter().filter(|store| is_of(store));
        let mut ids: Vec<_> = stores.map(|store| store["id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&stores, |_| true), ids(&offered["locations"], |store| store["hidden"] == false));
    // The first is the store's own ZIP code. From Boston Common it is √(4.4² + 11.8²) miles to Wellesley.
    assert_eq!(look_up(&mut visitor, "55435").await["stores"][0], json!({"id": "L01", "miles": 0}));
    assert_eq!(look_up(&mut visitor, "02108").await["stores"][0], json!({"id": "L23", "miles": 13}));
    // From Alaska and from Hawaii to Seattle. The place of a post office of the armed forces is unknown.
    assert_eq!(look_up(&mut visitor, "99501").await["stores"][0]["id"], "L22");
    assert_eq!(look_up(&mut visitor, "96813").await["stores"][0]["id"], "L22");
    assert_eq!(look_up(&mut visitor, "34002").await["stores"], json!([]));
}

#[tokio::test]
async fn answers_about_zip_codes_may_be_cached_by_anybody() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let answer = visitor.get("/api/postal_codes/55105").await;
    assert_eq!(answer.header("cache-control"), Some("public, max-age=86400"));
    // A customer who has lost the readable cookie gets it again from another call, because this answer may be cached for others.
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    ann.cookies.remove("XSRF-TOKEN");
    for path in ["/api/postal_codes/55105", "/api/product_images/P001"] {
        let answer = ann.get(path).await;
        assert_eq!(
            (answer.header("cache-control"), answer.header("set-cookie")),
            (Some("public, max-age=86400"), None),
            "{path}"
        );
    }
    assert!(ann.get("/api/account").await.header("set-cookie").is_some());
    // An unknown ZIP code is not cached, because it may be known tomorrow.
    assert_eq!(visitor.get("/api/postal_codes/00000").await.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_look_up_writes_nothing() {
    let app = TestApp::start().await;
    let before = app.dump().await;
    look_up(&mut app.client(), "55105").await;
    assert!(app.dump().await == before);
}
