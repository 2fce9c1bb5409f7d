//! The stores: their search, their days, and the first day of a pick-up.

use crate::support::{Client, TestApp};
use serde_json::{Value, json};

async fn names(visitor: &mut Client, query: &str) -> Vec<String> {
    let body = visitor.get(&format!("/api/locations{query}")).await.expect(200);
    let name = |store: &Value| store["name"].as_str().unwrap().to_owned();
    body["locations"].as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn stores_are_found_by_state_and_by_search_text() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    assert_eq!(names(&mut visitor, "").await.len(), 31);
    assert_eq!(names(&mut visitor, "?state=&q=").await.len(), 31);
    assert_eq!(names(&mut visitor, "?state=wi").await, ["Third Ward", "Monroe Street", "Bayfield Mall"]);
    assert_eq!(names(&mut visitor, "?q=MAD").await, ["Monroe Street"]);
    assert_eq!(names(&mut visitor, "?q=55105").await, ["Grand Avenue"]);
    assert_eq!(names(&mut visitor, "?state=IL&q=park").await, ["Lincoln Park"]);
    // The search uses the same words as the page: the city, and the state's name or code, in any order.
    for query in ["St.+Paul", "saint%20paul,%20mn", "ST+PAUL", "paul+minnesota+st", "Grand+Ave+55105"] {
        assert_eq!(names(&mut visitor, &format!("?q={query}")).await, ["Grand Avenue"], "{query}");
    }
    assert_eq!(names(&mut visitor, "?q=Des+Moines,+IA").await, ["East Village"]);
    assert_eq!(names(&mut visitor, "?q=paul,+IL").await, Vec::<String>::new());
    // The name of a state is read as its code.
    let minnesota = names(&mut visitor, "?state=MN").await;
    assert_eq!(minnesota.len(), 6);
    assert_eq!(names(&mut visitor, "?state=Minnesota").await, minnesota);
    assert_eq!(names(&mut visitor, "?state=Nowhere").await, [""; 0]);
    visitor.get("/api/locations?q=%00").await.refused(422, "request_invalid");
}

#[tokio::test]
async fn a_store_has_its_name_as_a_choice_its_hours_and_whether_it_is_offered() {
    let app = TestApp::start().await;
    let body = app.client().get("/api/locations").await.expect(200);
    let stores = body["locations"].as_array().unwrap();
    let store = |id: &str| stores.iter().find(|store| store["id"] == id).unwrap();
    let edina = json!({
        "id": "L01", "name": "Edina Galleria", "label": "Minnesota - Edina Galleria",
        "address_line_1": "3510 Marlowe Lane", "address_city": "Edina", "address_state": "MN",
        "address_postal_code": "55435", "pickup": true, "hidden": false,
        "opening_hours": [
            {"days": "Monday to Saturday", "hours": "10am to 9pm"}, {"days": "Sunday", "hours": "11am to 6pm"},
        ],
        "store_days": {"transit_days": 0, "closed_dates": []},
    });
    assert_eq!(*store("L01"), edina);
    let grand_avenue = json!({"transit_days": 0, "closed_dates": ["2027-02-01", "2027-02-02"]});
    assert_eq!(store("L02")["store_days"], grand_avenue);
    // Wayzata is closed on Mondays. The calendar goes five months from today, 18 November.
    let mondays = store("L03")["store_days"]["closed_dates"].as_array().unwrap();
    assert_eq!((&mondays[0], &mondays[mondays.len() - 1]), (&json!("2026-11-23"), &json!("2027-04-12")));
    assert_eq!((mondays.len(), &store("L03")["store_days"]["transit_days"]), (21, &json!(1)));
    // "No Preference" and the stores of the list cannot be chosen (spec A, section 2).
    for (id, pickup, hidden) in [("L00", false, true), ("L02", true, false), ("L24", true, false), ("L25", false, true)]
    {
        assert_eq!((&store(id)["pickup"], &store(id)["hidden"]), (&json!(pickup), &json!(hidden)), "{id}");
    }
    let questionnaire = app.client().get("/api/questionnaire").await.expect(200);
    let questions = questionnaire["questions"]["delivery_questions"].as_array().unwrap();
    let asked = questions.iter().find(|question| question["ref"] == "preferred_store").unwrap();
    let choices = asked["properties"]["choices"].as_array().unwrap();
    assert_eq!(
        choices.iter().map(|choice| &choice["label"]).collect::<Vec<_>>(),
        stores.iter().map(|store| &store["label"]).collect::<Vec<_>>(),
    );
}

#[tokio::test]
async fn a_store_has_the_first_day_on_which_a_box_can_be_there() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let path = "/api/locations/L01/estimated_delivery_date";
    // A box reaches Edina on the day on which it leaves.
    let expected = json!({"location_id": "L01", "estimated_delivery_date": "2026-11-18"});
    assert_eq!(visitor.get(path).await.expect(200), expected);
    let cases = [
        // Wednesday before and after three in Chicago.
        ("2026-11-18T20:59:59Z", "L01", "2026-11-18"),
        ("2026-11-18T21:00:00Z", "L01", "2026-11-19"),
        // A box takes two days to Chicago and three to Clayton.
        ("2026-11-18T21:00:00Z", "L05", "2026-11-20"),
        ("2026-11-18T21:00:00Z", "L13", "2026-11-21"),
        // The last second of Wednesday and the first of Thursday in Chicago: Clayton is closed on Sundays.
        ("2026-11-19T05:59:59Z", "L13", "2026-11-21"),
        ("2026-11-19T06:00:00Z", "L13", "2026-11-23"),
        // A box ordered on Saturday leaves on Monday. Wayzata is closed on Mondays, so the box is there the day after.
        ("2026-11-21T18:00:00Z", "L01", "2026-11-23"),
        ("2026-11-21T18:00:00Z", "L03", "2026-11-24"),
        // No box leaves on Thanksgiving and the day after.
        ("2026-11-26T18:00:00Z", "L05", "2026-12-02"),
        // The stores hand out no boxes on Christmas Day.
        ("2026-12-22T18:00:00Z", "L11", "2026-12-26"),
        // Grand Avenue takes stock on the first two days of February.
        ("2027-02-01T18:00:00Z", "L02", "2027-02-03"),
    ];
    for (now, store, day) in cases {
        app.clock.set(now);
        let answer = visitor.get(&format!("/api/locations/{store}/estimated_delivery_date")).await.expect(200);
        assert_eq!(answer["estimated_delivery_date"], day, "{store} at {now}");
    }
    visitor.get("/api/locations/L99/estimated_delivery_date").await.refused(404, "not_found");
}
