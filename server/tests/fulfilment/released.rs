//! Who stands behind a box: the program that composed it, or a person who has seen what its customer wrote.

use crate::support::{GatewayBehaviour, Shopper, TestApp, ops};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

const NOTE: &str = "pregnant, allergic to wool, only dresses";
const COMPOSED: &str = "Chosen for you from your style profile.\n\nMarlowe";

async fn of_a_shop() -> TestApp {
    TestApp::with(|settings| settings.demo = false).await
}

async fn code(ann: &mut Shopper) -> String {
    ann.read().await["code"].as_str().unwrap().to_owned()
}

async fn writes(ann: &mut Shopper, note: &str) {
    let change = json!({"order": {"on_demand_customer_msg": note}});
    ann.browser.patch(&format!("/api/orders/{}", ann.order), change).await.expect(200);
}

/// The pieces of the order's box, each once.
async fn pieces(ann: &mut Shopper) -> Vec<String> {
    ann.lines().await.iter().map(|line| line["description"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_composed_box_is_signed_by_the_retailer_and_quotes_nobody() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let own_words = json!({
        "anything_else_notes": "Silk gives me a rash", "never": "Ruffles", "about_me": "Always in navy",
        "profession": "A beekeeper", "match_with_stylist": "Linnea S.",
    });
    ann.says(own_words).await;
    writes(&mut ann, NOTE).await;
    // In demo mode the program is the stylist, and its button takes every box on.
    ann.browser.post("/api/demo/advance", json!({})).await.expect(200);
    let order = ann.read().await;
    let letter = order["stylist_note"].as_str().unwrap();
    assert!(letter.starts_with("Dear Ann,\n\n") && letter.ends_with(COMPOSED), "{letter}");
    let texts: Vec<&str> =
        order["outfits"].as_array().unwrap().iter().map(|outfit| outfit["stylist_note"].as_str().unwrap()).collect();
    for words in ["allergic", "pregnant", "rash", "Ruffles", "navy", "beekeeper", "Linnea", "stylist", "“"] {
        assert!(
            !letter.contains(words) && texts.iter().all(|text| !text.contains(words)),
            "{words}: {letter} {texts:?}"
        );
    }
    let export = ann.browser.get("/api/account/export").await.expect(200);
    assert_eq!(export["orders"][0]["stylist_note"], letter, "{export}");
    assert_eq!(export["orders"][0]["message_to_stylist"], NOTE);
    // Whatever becomes of it, and in every list.
    ann.bring_on(&app, &[Step::Ship, Step::Deliver]).await;
    ann.keep(1).await;
    ann.check_out("key").await.expect(200);
    ann.bring_on(&app, &[Step::Receive, Step::Complete]).await;
    for list in ["/api/orders", "/api/orders/all?limit=10&sort=delivery_date&order=desc"] {
        let listed = ann.browser.get(list).await.expect(200)["orders"][0].clone();
        assert_eq!((&listed["status"], &listed["stylist_note"]), (&json!("completed"), &json!(letter)));
    }
}

impl Shopper {
    async fn bring_on(&self, app: &TestApp, taken: &[Step]) {
        for step in taken {
            steps::take(&app.state, &self.order, *step, Actor::Ops).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_a_customer_wrote_is_shown_first_and_a_person_releases_exactly_what_was_shown() {
    for in_profile in [false, true] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        if in_profile {
            ann.says(json!({"anything_else_notes": NOTE})).await;
        } else {
            writes(&mut ann, NOTE).await;
        }
        let code = code(&mut ann).await;
        let stock = app.stock().await;
        let shown = ops(&app, &format!("style {code}")).await.unwrap();
        assert!(shown.contains(&format!("The customer wrote:\n    {NOTE}\n")), "{shown}");
        assert!(shown.contains("signed by who releases the box") && shown.contains("    NAME, Marlowe\n"), "{shown}");
        assert_eq!((app.charged().await, app.stock().await), (vec![], stock), "nothing is charged, nothing is taken");
        assert_eq!(ann.read().await["stylist_note"], Value::Null);
        // Not the other steps either.
        let refused = steps::take(&app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap_err().to_string();
        assert!(refused.contains("wrote something that a person has to read"), "{refused}");
        assert_eq!(ann.status().await, "created");

        let said = ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
        assert_eq!(said, format!("Order {code} is now styled. The letter is signed by Linnea.\n"));
        assert_eq!(app.charged().await, [1_00]);
        for piece in pieces(&mut ann).await {
            assert!(shown.contains(&piece), "{piece} was not shown: {shown}");
        }
        let shown_pieces = shown.lines().filter(|line| line.contains("  size ")).count();
        assert_eq!(ann.lines().await.len(), shown_pieces, "{shown}");
        let letter = ann.read().await["stylist_note"].as_str().unwrap().to_owned();
        assert!(letter.ends_with("Chosen for you from your style profile.\n\nLinnea, Marlowe"), "{letter}");
        assert!(letter.contains(&format!("You wrote “{NOTE}”. I read it before this box was packed.")), "{letter}");
        for line in letter.lines().filter(|line| !line.is_empty() && !line.contains("Linnea")) {
            assert!(shown.contains(&format!("    {line}\n")), "the letter that was released was shown: {line}");
        }
        let again = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
        assert_eq!(again, format!("Order {code} is styled and cannot be styled."));
    }
}

#[tokio::test]
async fn nothing_is_released_that_is_not_what_was_shown() {
    for changed in ["sold out", "another note", "notes in the profile", "another size", "the note is gone"] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        writes(&mut ann, NOTE).await;
        let code = code(&mut ann).await;
        let early = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
        assert!(early.starts_with(&format!("Nobody was shown the pieces of order {code} yet")), "{early}");
        ops(&app, &format!("style {code}")).await.unwrap();
        match changed {
            // All but one garment of each kind go.
            "sold out" => app.execute("UPDATE stock SET quantity = 0 WHERE product_id < 'P040'").await,
            "another note" => writes(&mut ann, "no wool").await,
            "notes in the profile" => ann.says(json!({"anything_else_notes": "No silk"})).await,
            "another size" => ann.says(json!({"top_size": "L"})).await,
            _ => writes(&mut ann, "").await,
        }
        let refused = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
        let is_said =
            refused.contains("are not those that were shown any more") || refused.contains("Too little is in stock");
        assert!(is_said, "{changed}: {refused}");
        assert_eq!((app.charged().await, ann.status().await), (vec![], "created".to_owned()), "{changed}");
    }
}

#[tokio::test]
async fn a_box_whose_customer_wrote_nothing_is_styled_by_the_program_at_once() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    // Blanks are no words, nor is what an old client appended.
    ann.says(json!({"anything_else_notes": "DateTime 2020-01-01", "never": "Ruffles"})).await;
    let code = code(&mut ann).await;
    let said = ops(&app, &format!("style {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now styled.\n"));
    assert!(ann.read().await["stylist_note"].as_str().unwrap().ends_with(COMPOSED));
    assert_eq!(app.charged().await, [1_00]);
}

#[tokio::test]
async fn any_box_can_be_looked_at_first_and_other_pieces_asked_for() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = code(&mut ann).await;
    let mut proposals = Vec::new();
    for _ in 0..6 {
        proposals.push(ops(&app, &format!("style {code} --show")).await.unwrap());
    }
    assert!(proposals[0].contains("The customer wrote nothing."), "{}", proposals[0]);
    assert!(proposals.iter().any(|shown| *shown != proposals[0]), "each time it proposes other pieces");
    for wrong in ["X", "www.example.com", "42"] {
        let refused = ops(&app, &format!("style {code} --as {wrong}")).await.unwrap_err();
        assert!(refused.starts_with("Nobody can sign with this name: "), "{refused}");
    }
    assert_eq!(app.charged().await, Vec::<i64>::new());
    ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
    for piece in pieces(&mut ann).await {
        assert!(proposals[5].contains(&piece), "the last proposal counts");
    }
    let letter = ann.read().await["stylist_note"].as_str().unwrap().to_owned();
    assert!(letter.ends_with("Linnea, Marlowe") && !letter.contains("You wrote"), "{letter}");
}

#[tokio::test]
async fn a_declined_fee_keeps_what_was_shown() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = code(&mut ann).await;
    let shown = ops(&app, &format!("style {code}")).await.unwrap();
    app.gateway.set(GatewayBehaviour::Declines);
    let refused = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
    assert!(refused.contains("was declined"), "{refused}");
    assert_eq!(ann.status().await, "created");
    app.gateway.set(GatewayBehaviour::Works);
    ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
    for piece in pieces(&mut ann).await {
        assert!(shown.contains(&piece), "{piece} was not shown: {shown}");
    }
}

#[tokio::test]
async fn an_erased_customer_leaves_no_letter_and_no_name() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = code(&mut ann).await;
    ops(&app, &format!("style {code}")).await.unwrap();
    ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
    ops(&app, &format!("fraud {code}")).await.unwrap();
    ops(&app, "customer erase ann@example.com").await.unwrap();
    let left = "SELECT COUNT(*) FROM orders WHERE stylist_note IS NOT NULL OR released_by IS NOT NULL";
    assert_eq!(app.numbers(left).await, [0]);
}
