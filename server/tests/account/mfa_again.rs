//! The second factor: a change that is sent again together with its code.

use super::mfa::{other_card, sign_in, to, waiting, with_code, wrong};
use crate::support::{Shopper, TestApp, code};
use serde_json::{Value, json};
use std::time::Duration;

/// The change with a code in the same body.
fn again_with(mut change: Value, code: &str) -> Value {
    change["customer"]["mfa_code"] = json!(code);
    change
}

#[tokio::test]
async fn a_change_sent_again_with_the_code_is_made() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let change = json!({"customer": {"email": "anna@example.com", "last_name": "Lund", "mfa_type": "email"}});
    ann.browser.patch("/api/account", change.clone()).await.refused(403, "mfa_required");
    let code = code(&app, &mut ann.browser, "email").await;
    let refused = ann.browser.patch("/api/account", again_with(change.clone(), &wrong(&code))).await;
    assert_eq!(refused.refused(422, "mfa_code_invalid"), "mfa error: code invalid");
    let account = ann.browser.patch("/api/account", again_with(change, &code)).await.expect(200);
    assert_eq!(account["pending_email"], "anna@example.com");
    assert_eq!(account["last_name"], "Lund");
}

#[tokio::test]
async fn a_code_does_not_confirm_a_change_that_it_was_not_sent_for() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let before = ann.browser.get("/api/account").await.expect(200);
    let first = code(&app, &mut ann.browser, "email").await;
    let more = json!({"customer": {"email": "anna@example.com", "last_name": "Lund"}});
    for other in [to("eve@example.com"), more.clone()] {
        ann.browser.patch("/api/account", again_with(other, &first)).await.refused(403, "mfa_required");
    }
    assert_eq!(ann.browser.get("/api/account").await.expect(200), before);
    let refused = ann.browser.patch("/api/account", again_with(more.clone(), &first)).await;
    assert_eq!(refused.refused(422, "mfa_code_expired"), "mfa error", "the code ended with its change");
    let second = code(&app, &mut ann.browser, "email").await;
    let account = ann.browser.patch("/api/account", again_with(more, &second)).await.expect(200);
    assert_eq!((&account["pending_email"], &account["last_name"]), (&json!("anna@example.com"), &json!("Lund")));
}

#[tokio::test]
async fn another_tabs_change_is_not_confirmed_by_an_earlier_code() {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 1).await;
    ann.check_out("key").await.expect(200);
    let before = ann.browser.get("/api/account").await.expect(200);
    let mut tab = ann.browser.clone();
    for (path, swapped) in [
        ("/api/account", to("eve@example.com")),
        ("/api/account", json!({"customer": {"password": "Another#1"}})),
        ("/api/credit_cards", other_card("5555555555554444")),
    ] {
        ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
        let code = code(&app, &mut ann.browser, "email").await;
        tab.patch(path, swapped).await.refused(403, "mfa_required");
        let refused = ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await;
        assert_eq!(refused.refused(422, "mfa_code_expired"), "mfa error");
        assert_eq!(ann.browser.get("/api/account").await.expect(200), before);
        app.clock.advance(Duration::from_secs(15 * 60));
    }
}

/// It would hold even if the code's row were left behind.
#[tokio::test]
async fn the_hash_of_a_code_includes_its_change() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let code = code(&app, &mut ann.browser, "email").await;
    app.execute("UPDATE pending_changes SET change = REPLACE(change, 'anna@', 'eve@')").await;
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.refused(422, "mfa_code_invalid");
    app.execute("UPDATE pending_changes SET change = REPLACE(change, 'eve@', 'anna@')").await;
    ann.browser.post("/api/mfa_resubmissions", with_code(&code)).await.expect(200);
}

#[tokio::test]
async fn the_same_change_again_keeps_its_code() {
    let app = TestApp::start().await;
    let mut ann = waiting(&app).await;
    let sent = code(&app, &mut ann.browser, "email").await;
    for _ in 0..5 {
        ann.browser.post("/api/mfa_resubmissions", with_code(&wrong(&sent))).await.refused(422, "mfa_code_invalid");
    }
    ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    let late = ann.browser.post("/api/mfa_resubmissions", with_code(&sent)).await;
    late.refused(422, "mfa_tries_used_up");
    let newer = code(&app, &mut ann.browser, "email").await;
    ann.browser.patch("/api/account", to("anna@example.com")).await.refused(403, "mfa_required");
    ann.browser.post("/api/mfa_resubmissions", with_code(&newer)).await.expect(200);
}

#[tokio::test]
async fn a_new_password_sent_again_with_the_code_is_made_and_another_one_is_not() {
    let app = TestApp::start().await;
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    let change = |password: &str| json!({"customer": {"password": password, "password_confirmation": password}});
    ann.patch("/api/account", change("Another#1")).await.refused(403, "mfa_required");
    let first = code(&app, &mut ann, "email").await;
    ann.patch("/api/account", again_with(change("Evil#1234"), &first)).await.refused(403, "mfa_required");
    ann.post("/api/mfa_resubmissions", with_code(&first)).await.refused(422, "mfa_code_expired");
    ann.patch("/api/account", change("Another#1")).await.refused(403, "mfa_required");
    let second = code(&app, &mut ann, "email").await;
    ann.patch("/api/account", change("Another#1")).await.refused(403, "mfa_required");
    ann.patch("/api/account", again_with(change("Another#1"), &second)).await.expect(200);
    sign_in(&mut app.client(), "Another#1").await.expect(200);
}
