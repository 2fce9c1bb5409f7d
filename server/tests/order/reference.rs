//! Theme boxes, stores, referrals, and suggested items.

use crate::support::{Client, Shopper, TestApp};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn everybody_can_read_the_nine_theme_boxes() {
    let app = TestApp::start().await;
    let mut visitor = app.client();
    let body = visitor.get("/api/current_themeboxes").await.expect(200);
    let boxes = body["results"].as_array().unwrap();
    assert_eq!(boxes.len(), 9);
    assert_eq!((&boxes[0]["theme"], &boxes[0]["label"]), (&json!("the_workweek"), &json!("The Workweek")));
    for one in boxes {
        assert!(one["description"].as_str().is_some_and(|text| !text.is_empty()), "{one}");
        let picture = visitor.get(one["attachment"]["href"].as_str().unwrap()).await;
        assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, Some("image/svg+xml")), "{one}");
    }
}

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

#[tokio::test]
async fn suggested_items_fit_the_customers_profile_and_are_not_in_the_box() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    assert_eq!(ann.read().await["suggested_items"], json!([]));
    ann.bring_box(&app).await;
    let order = ann.read().await;
    let suggested = order["suggested_items"].as_array().unwrap();
    assert_eq!(suggested.len(), 4, "{order}");
    for item in suggested {
        let id = item["id"].as_str().unwrap();
        let picture = json!(format!("/api/product_images/{id}"));
        assert_eq!(item["image_url"], picture);
        let in_box = order["line_items"].as_array().unwrap().iter().any(|line| line["image_url"] == picture);
        assert!(!in_box, "{id} is in the box");
    }
    assert_eq!(ann.read().await["suggested_items"], order["suggested_items"]);
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE").await;
    assert_eq!(ann.read().await["suggested_items"], json!([]));
}

#[tokio::test]
async fn a_click_on_a_suggestion_is_recorded() {
    let app = TestApp::start().await;
    let mut ann = Shopper::new(&app, "ann@example.com").await;
    let followed = ann.browser.get("/api/suggested_items/P051/click").await.expect(200);
    assert_eq!(followed, json!({"id": "P051", "url": "https://www.marlowe.example/shop/p051"}));
    ann.browser.get("/api/suggested_items/P999/click").await.refused(404, "not_found");
    app.client().get("/api/suggested_items/P051/click").await.refused(401, "not_authorized");
    let noted =
        app.dump().await.lines().filter(|line| line.contains("suggested_item_clicks") && line.contains("P051")).count();
    assert_eq!(noted, 1);
}
