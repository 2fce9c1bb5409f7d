//! Who signs a box: the program that composed it, or a person who has read what the customer wrote.

use crate::support::{GatewayBehaviour, Shopper, TestApp, live, ops};
use serde_json::{Value, json};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};

const NOTE: &str = "pregnant, allergic to wool, only dresses";
const COMPOSED: &str = "Chosen for you from your style profile.\n\nMarlowe";

async fn of_a_shop() -> TestApp {
    TestApp::with(live).await
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
    // In demo mode the program is the stylist, and the demo's button styles every box.
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
    // The signature stays with every later status and in every list.
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
async fn staff_see_what_the_customer_wrote_and_release_exactly_the_shown_pieces() {
    for in_profile in [false, true] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        if in_profile {
            ann.says(json!({"anything_else_notes": NOTE})).await;
        } else {
            writes(&mut ann, NOTE).await;
        }
        let code = ann.code().await;
        let stock = app.stock().await;
        let shown = ops(&app, &format!("style {code}")).await.unwrap();
        assert!(shown.contains(&format!("The customer wrote:\n    {NOTE}\n")), "{shown}");
        assert!(shown.contains("signed by who releases the box") && shown.contains("    NAME, Marlowe\n"), "{shown}");
        assert_eq!(
            (app.charged().await, app.stock().await),
            (vec![], stock),
            "nothing is charged, and no pieces are taken from stock"
        );
        assert_eq!(ann.read().await["stylist_note"], Value::Null);
        // The other steps are refused, too.
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
async fn pieces_that_differ_from_the_shown_ones_are_not_released() {
    for changed in ["sold out", "another note", "notes in the profile", "another size", "the note is gone"] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        writes(&mut ann, NOTE).await;
        let code = ann.code().await;
        let early = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
        assert!(early.starts_with(&format!("Nobody was shown the pieces of order {code} yet")), "{early}");
        ops(&app, &format!("style {code}")).await.unwrap();
        match changed {
            // The stock loses all garments of each kind except one.
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
async fn a_box_whose_customer_wrote_nothing_is_styled_by_the_program_immediately() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    // Blanks do not count, nor does the text that an old client appended.
    ann.says(json!({"anything_else_notes": "DateTime 2020-01-01", "never": "Ruffles"})).await;
    let code = ann.code().await;
    let said = ops(&app, &format!("style {code}")).await.unwrap();
    assert_eq!(said, format!("Order {code} is now styled.\n"));
    assert!(ann.read().await["stylist_note"].as_str().unwrap().ends_with(COMPOSED));
    assert_eq!(app.charged().await, [1_00]);
}

#[tokio::test]
async fn staff_can_look_at_any_box_first_and_ask_for_other_pieces() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
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
    let mark = mark_of(&proposals[5]);
    ops(&app, &format!("style {code} --as Linnea --pieces {mark}")).await.unwrap();
    for piece in pieces(&mut ann).await {
        assert!(proposals[5].contains(&piece), "the last proposal counts");
    }
    let letter = ann.read().await["stylist_note"].as_str().unwrap().to_owned();
    assert!(letter.ends_with("Linnea, Marlowe") && !letter.contains("You wrote"), "{letter}");
}

/// The mark of the pieces, from the end of the text that staff are shown.
fn mark_of(shown: &str) -> String {
    let (_, mark) = shown.split_once("--as \"YOUR NAME\" --pieces ").unwrap();
    mark.split('`').next().unwrap().to_owned()
}

/// Why other pieces are shown to somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meanwhile {
    /// Something sold out, and somebody looked again.
    SoldOut,
    /// The customer wrote something else, and somebody looked again.
    Wrote,
    /// Somebody asked for other pieces.
    AskedForOthers,
}

#[tokio::test]
async fn pieces_that_only_somebody_else_was_shown_cannot_be_released() {
    for meanwhile in [Meanwhile::SoldOut, Meanwhile::Wrote, Meanwhile::AskedForOthers] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        writes(&mut ann, NOTE).await;
        let code = ann.code().await;
        let seen_by_linnea = ops(&app, &format!("style {code}")).await.unwrap();
        let show = match meanwhile {
            Meanwhile::SoldOut => {
                let shown: Vec<&str> =
                    seen_by_linnea.split_whitespace().filter(|word| word.starts_with("P0")).collect();
                let sql = format!("UPDATE stock SET quantity = 0 WHERE product_id = '{}'", shown[0]);
                app.execute(String::leak(sql)).await;
                "style"
            }
            Meanwhile::Wrote => {
                writes(&mut ann, "no silk").await;
                "style"
            }
            Meanwhile::AskedForOthers => "style --show",
        };
        let mut seen_by_odd = seen_by_linnea.clone();
        // Another proposal may have the same pieces by chance.
        for _ in 0..10 {
            seen_by_odd = ops(&app, &format!("{show} {code}")).await.unwrap();
            if mark_of(&seen_by_odd) != mark_of(&seen_by_linnea) {
                break;
            }
        }
        assert_ne!(mark_of(&seen_by_odd), mark_of(&seen_by_linnea), "{meanwhile:?}");
        let unnamed = ops(&app, &format!("style {code} --as Linnea")).await.unwrap_err();
        assert!(
            unnamed.starts_with(&format!("Different pieces were shown for order {code}")),
            "{meanwhile:?}: {unnamed}"
        );
        let of_linnea = mark_of(&seen_by_linnea);
        let refused = ops(&app, &format!("style {code} --as Linnea --pieces {of_linnea}")).await.unwrap_err();
        assert!(refused.contains("does not name the pieces that were shown last"), "{meanwhile:?}: {refused}");
        assert_eq!((app.charged().await, ann.status().await), (vec![], "created".to_owned()), "{meanwhile:?}");
        let of_odd = mark_of(&seen_by_odd).to_uppercase();
        ops(&app, &format!("style {code} --as Odd --pieces {of_odd}")).await.unwrap();
        for piece in pieces(&mut ann).await {
            assert!(seen_by_odd.contains(&piece), "{piece} was not shown: {seen_by_odd}");
        }
        assert!(ann.read().await["stylist_note"].as_str().unwrap().ends_with("Odd, Marlowe"));
    }
}

#[tokio::test]
async fn the_same_pieces_are_shown_again_as_long_as_nothing_has_changed() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = ann.code().await;
    let first = ops(&app, &format!("style {code}")).await.unwrap();
    for _ in 0..4 {
        assert_eq!(ops(&app, &format!("style {code}")).await.unwrap(), first);
    }
    // Everybody has seen the same pieces, so the mark is not needed.
    ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
    for piece in pieces(&mut ann).await {
        assert!(first.contains(&piece), "{piece} was not shown: {first}");
    }
}

#[tokio::test]
async fn invisible_characters_are_removed_from_the_name_of_the_person_who_releases_a_box() {
    // A zero-width space, a mark of direction, a Hangul filler and a soft hyphen.
    for name in ["Lin\u{200b}nea", "\u{202e}Linnea", "Linnea\u{3164}", "Lin\u{ad}nea"] {
        let app = of_a_shop().await;
        let mut ann = Shopper::with_order(&app, "ann@example.com").await;
        writes(&mut ann, NOTE).await;
        let code = ann.code().await;
        ops(&app, &format!("style {code}")).await.unwrap();
        let said = ops(&app, &format!("style {code} --as {name}")).await.unwrap();
        assert_eq!(said, format!("Order {code} is now styled. The letter is signed by Linnea.\n"), "{name:?}");
        let letter = ann.read().await["stylist_note"].as_str().unwrap().to_owned();
        assert!(letter.ends_with("\n\nLinnea, Marlowe"), "{name:?}: {letter}");
    }
    // A name of invisible characters only is refused.
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap();
    let refused = ops(&app, &format!("style {code} --as \u{3164}\u{2066}")).await.unwrap_err();
    assert!(refused.starts_with("Nobody can sign with this name: "), "{refused}");
}

#[tokio::test]
async fn after_a_declined_fee_the_shown_pieces_can_still_be_released() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = ann.code().await;
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
async fn erasing_a_customer_removes_the_letter_and_the_name_in_it() {
    let app = of_a_shop().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    writes(&mut ann, NOTE).await;
    let code = ann.code().await;
    ops(&app, &format!("style {code}")).await.unwrap();
    ops(&app, &format!("style {code} --as Linnea")).await.unwrap();
    ops(&app, &format!("fraud {code}")).await.unwrap();
    ops(&app, "customer erase ann@example.com").await.unwrap();
    let left = "SELECT COUNT(*) FROM orders WHERE stylist_note IS NOT NULL OR released_by IS NOT NULL";
    assert_eq!(app.numbers(left).await, [0]);
}
