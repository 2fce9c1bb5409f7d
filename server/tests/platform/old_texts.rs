//! Texts that an earlier version has stored: the search words of garments, and names with invisible characters.

use crate::support::{Shopper, TestApp};
use serde_json::{Value, json};
use stylebox_server::service::operation::old_texts::{rewrite, rewrite_in_batches};

async fn found(ann: &mut Shopper, query: &str) -> usize {
    let body = ann.browser.get(&format!("/api/orders/all?q={query}")).await.expect(200);
    body["orders"].as_array().unwrap().len()
}

/// The garments as an earlier version stored them: description and brand in lower case, with their accents.
const OLD_FOLDING: &str =
    "UPDATE line_items SET description = 'Bouclé coat', brand = 'Maison Évry', searched = 'bouclé coat maison évry'";

#[tokio::test]
async fn garments_that_were_stored_under_the_old_folding_are_found() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_box(&app, "ann@example.com").await;
    let mut bea = Shopper::with_box(&app, "bea@example.com").await;
    app.execute(OLD_FOLDING).await;
    assert_eq!(found(&mut ann, "boucle").await, 0);
    // A batch is smaller than a box.
    rewrite_in_batches(&app.state, 2).await.unwrap();
    for query in ["boucle", "evry+boucle", "%C3%89VRY", "coat+mais"] {
        assert_eq!((found(&mut ann, query).await, found(&mut bea, query).await), (1, 1), "{query}");
    }
    let left = app.count("SELECT COUNT(*) FROM line_items WHERE searched <> ' boucle coat evry maison'").await;
    assert_eq!(left, 0);
    // It runs once: the next start changes nothing.
    app.execute(OLD_FOLDING).await;
    rewrite(&app.state).await.unwrap();
    assert_eq!(found(&mut ann, "boucle").await, 0);
}

#[tokio::test]
async fn invisible_characters_are_removed_from_stored_names() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let mut bea = Shopper::with_order(&app, "bea@example.com").await;
    app.execute("UPDATE customers SET first_name = 'A\u{3164}nn\u{202e}', last_name = '\u{200b}\u{1b}Lee' WHERE email = 'ann@example.com'").await;
    app.execute(
        "UPDATE customers SET first_name = '\u{3164}', last_name = 'Ali\u{200c}Reza' WHERE email = 'bea@example.com'",
    )
    .await;
    app.execute("UPDATE shipping_addresses SET name = 'Ann\u{202e} Lee', line_1 = '\u{feff}9 Elm', line_2 = '\u{3164}', city = 'Edina\u{9b}'").await;
    app.execute("UPDATE cards SET cardholder_name = 'Ann\u{ad} Lee', street_address1 = '9 Elm\u{200e}', street_address2 = 'Apt\u{fe0f} 4', city = '\u{2066}Edina'").await;
    rewrite_in_batches(&app.state, 1).await.unwrap();
    let account = ann.browser.get("/api/account").await.expect(200);
    assert_eq!((&account["first_name"], &account["last_name"]), (&json!("Ann"), &json!("Lee")));
    let address = &account["shipping_addresses"][0];
    assert_eq!((&address["name"], &address["shipping_line_1"]), (&json!("Ann Lee"), &json!("9 Elm")));
    assert_eq!((&address["shipping_line_2"], &address["shipping_city"]), (&Value::Null, &json!("Edina")));
    let holder = ann.browser.get("/api/credit_card").await.expect(200)["data"]["cardholder"].clone();
    assert_eq!((&holder["name"], &holder["street_address1"]), (&json!("Ann Lee"), &json!("9 Elm")));
    assert_eq!((&holder["street_address2"], &holder["city"]), (&json!("Apt 4"), &json!("Edina")));
    let other = bea.browser.get("/api/account").await.expect(200);
    assert_eq!(other["last_name"], "Ali\u{200c}Reza", "a joiner between letters stays");
    assert_eq!(
        other["first_name"], "\u{3164}",
        "a name of invisible characters only stays, because a start cannot ask for another one"
    );
}
