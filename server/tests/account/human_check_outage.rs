//! The proof of work that replaces a party's human check while the party is down, and in browsers in which the check does not work.

use super::human_check::{register, sign_in, start, widget};
use crate::doubles::http::HttpFault;
use crate::doubles::site_verify::{Party, SiteVerify, TEST_SECRET, Token};
use crate::support::{PASSWORD, TestApp, ops};
use altcha::Payload;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stylebox_server::jobs::party_watch;
use stylebox_server::providers::Providers;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::human_check::site_verify::StandIn;
use stylebox_server::providers::human_check::turnstile;

/// How many steps a proof of work took. The tests' server demands at most 2 steps, or at most 10 if the party is up.
fn steps(proof: &str) -> u32 {
    let payload: Payload = serde_json::from_slice(&STANDARD.decode(proof).unwrap()).unwrap();
    payload.solution.counter
}

#[tokio::test]
async fn while_the_party_is_down_a_proof_of_work_replaces_its_check() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut ann = app.client();
        for (number, fault) in [HttpFault::Down, HttpFault::LosesAnswer, HttpFault::HalfAnswer, HttpFault::DoesAndFails]
            .into_iter()
            .enumerate()
        {
            let shown = widget(&mut ann).await;
            assert_ne!(shown, Value::Null);
            double.set(fault);
            let email = format!("ann{number}@example.com");
            let token = double.token(Token::of("register"));
            register(&mut ann, &email, &token).await.refused(422, "human_check_failed");
            // The page asks again which check it has to show.
            assert_eq!(widget(&mut ann).await, Value::Null, "{fault:?}");
            let proof = ann.human().await;
            assert!(steps(&proof) < 2, "the proof is as hard as in a shop without a party");
            register(&mut ann, &email, &proof).await.expect(201);
            register(&mut ann, &email, &proof).await.refused(422, "human_check_failed");

            double.set(HttpFault::None);
            party_watch::look(&app.state).await;
            assert_eq!(widget(&mut ann).await, shown, "the outage ends when the party answers again");
            assert!(steps(&ann.human().await) >= 5);
        }
    }
}

#[tokio::test]
async fn a_party_that_reports_an_internal_error_counts_as_down() {
    let (double, app) = start(Party::Turnstile).await;
    double.refuse_all_with(Some(&["internal-error"]));
    let token = double.token(Token::of("register"));
    register(&mut app.client(), "ann@example.com", &token).await.refused(422, "human_check_failed");
    assert_eq!(widget(&mut app.client()).await, Value::Null);
}

#[tokio::test]
async fn a_silent_party_keeps_a_customer_waiting_for_its_timeout_only() {
    let double = SiteVerify::start(Party::Turnstile).await;
    let app = TestApp::start().await;
    let stand_in = StandIn {
        secrets: vec!["a key".to_owned()],
        steps: 2,
        clock: app.state.clock.clone(),
        random: app.state.random.clone(),
    };
    let check = turnstile::check(&double.site_verify(), "stylebox.test", stand_in).unwrap();
    let human_check = Arc::new(check.with_timeout(Duration::from_millis(200)));
    let mut ann = app.client_of(app.with_providers(Providers { human_check, ..app.state.providers.clone() }));
    let token = double.token(Token::of("register"));
    double.set(HttpFault::Silent);
    register(&mut ann, "ann@example.com", &token).await.refused(422, "human_check_failed");
    assert_eq!(widget(&mut ann).await, Value::Null);
    ann.register("ann@example.com").await;
}

#[tokio::test]
async fn the_watch_sees_an_outage_before_a_customer_does() {
    let (double, app) = start(Party::Recaptcha).await;
    let mut ann = app.client();
    double.set(HttpFault::Down);
    party_watch::look(&app.state).await;
    assert_eq!(TestApp::said_by(&app.state, "human-check"), Some("not reachable"));
    assert_eq!(widget(&mut ann).await, Value::Null);
    // A token from an open form is still sent to the party, and its answer ends the outage.
    double.set(HttpFault::None);
    register(&mut ann, "ann@example.com", &double.token(Token::of("register"))).await.expect(201);
    assert_ne!(widget(&mut ann).await, Value::Null);
}

#[tokio::test]
async fn an_outage_that_nobody_confirms_ends_by_itself() {
    let (double, app) = start(Party::Turnstile).await;
    double.set(HttpFault::Down);
    party_watch::look(&app.state).await;
    app.clock.advance(Duration::from_secs(299));
    assert_eq!(widget(&mut app.client()).await, Value::Null);
    app.clock.advance(Duration::from_secs(1));
    assert_ne!(widget(&mut app.client()).await, Value::Null);
}

#[tokio::test]
async fn a_form_that_was_begun_in_an_outage_can_be_sent_after_it() {
    let (double, app) = start(Party::Turnstile).await;
    let mut ann = app.client();
    double.set(HttpFault::Down);
    party_watch::look(&app.state).await;
    let [in_time, late] = [ann.human().await, ann.human().await];
    double.set(HttpFault::None);
    party_watch::look(&app.state).await;
    register(&mut ann, "ann@example.com", &in_time).await.expect(201);
    app.clock.advance(Duration::from_secs(20 * 60));
    register(&mut app.client(), "ben@example.com", &late).await.refused(422, "human_check_failed");
}

#[tokio::test]
async fn while_the_party_is_up_a_proof_of_work_costs_more() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut ann = app.client();
        // A challenge takes between half of the most steps and the most.
        for _ in 0..10 {
            let steps = steps(&ann.human().await);
            assert!((5..10).contains(&steps), "{steps}");
        }
        let proof = ann.human().await;
        register(&mut ann, "ann@example.com", &proof).await.expect(201);
        sign_in(&mut app.client(), "ann@example.com", &proof).await.refused(422, "human_check_failed");
        let mut unsolved: Value = serde_json::from_slice(&STANDARD.decode(ann.human().await).unwrap()).unwrap();
        unsolved["solution"]["derivedKey"] = json!("00".repeat(32));
        let guessed = STANDARD.encode(unsolved.to_string());
        sign_in(&mut app.client(), "ann@example.com", &guessed).await.refused(422, "human_check_failed");
        assert_eq!(double.asked().len(), 0, "a proof of work is not sent to the party");
    }
}

#[tokio::test]
async fn a_wrong_secret_is_shown_to_staff_and_keeps_no_customer_out() {
    for (party, name, variable) in [
        (Party::Turnstile, "Cloudflare", "STYLEBOX_TURNSTILE_SECRET"),
        (Party::Recaptcha, "Google", "STYLEBOX_RECAPTCHA_SECRET"),
    ] {
        let double = SiteVerify::start(party).await;
        let settings = double.settings_with("0x4AAAAAAA-other-secret", false);
        let app = TestApp::with(|server| server.parties.human_check = settings).await;
        let mut ann = app.client();
        let token = double.token(Token::of("register"));
        register(&mut ann, "ann@example.com", &token).await.refused(422, "human_check_failed");
        assert_eq!(widget(&mut ann).await, Value::Null);
        ann.register("ann@example.com").await;
        party_watch::look(&app.state).await;
        assert_eq!(TestApp::said_by(&app.state, "human-check"), Some("refused"));
        let said = ops(&app, "attention").await.unwrap();
        let expected =
            format!("refused: {name} does not take the secret ({variable}): the proof of work takes its place");
        assert!(said.contains(&expected) && !said.contains("other-secret"), "{said}");
    }
}

#[tokio::test]
async fn asking_whether_the_party_takes_the_secret_uses_nobodys_token() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let reach = async || app.state.providers.human_check.reach().await;
        assert_eq!(reach().await, Reach::Reached);
        assert_eq!(double.asked(), ["stylebox-check"]);
        // A good answer of reCAPTCHA is reused for half an hour.
        app.clock.advance(Duration::from_secs(30 * 60));
        double.refuse_all_with(Some(&["bad-request"]));
        let name = if party == Party::Turnstile { "Cloudflare" } else { "Google" };
        assert_eq!(reach().await, Reach::Refused(format!("{name} answers with bad-request")));
        double.set(HttpFault::Down);
        assert_eq!(reach().await, Reach::NotReachable);
        assert_eq!(double.violations(), [""; 0]);
    }
}

/// Google limits the calls of a month.
#[tokio::test]
async fn recaptcha_is_asked_every_half_hour_and_in_an_outage_every_minute() {
    let (double, app) = start(Party::Recaptcha).await;
    let minutes = async |minutes: u32| {
        for _ in 0..minutes {
            app.clock.advance(Duration::from_secs(60));
            party_watch::look(&app.state).await;
        }
        double.asked().len()
    };
    assert_eq!(minutes(1).await, 1);
    assert_eq!(minutes(29).await, 1);
    assert_eq!(TestApp::said_by(&app.state, "human-check"), Some("reached"));
    assert_eq!(minutes(1).await, 2);
    double.set(HttpFault::DoesAndFails);
    assert_eq!(minutes(29).await, 2);
    assert_eq!(minutes(5).await, 7, "from the first bad answer on");
    double.set(HttpFault::None);
    assert_eq!(minutes(10).await, 8);
}

#[tokio::test]
async fn a_strangers_token_does_not_cause_an_outage() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut stranger = app.client();
        for token in ["not a token", "%00", "<script>", "a+b/c=", "\u{e9}"] {
            register(&mut stranger, "ann@example.com", token).await.refused(422, "human_check_failed");
        }
        assert_eq!(double.asked().len(), 0, "nobody makes such tokens");
        for status in [500, 400, 403] {
            double.fail_at("poison", status);
            register(&mut stranger, "ann@example.com", "poison").await.refused(422, "human_check_failed");
            assert_ne!(widget(&mut stranger).await, Value::Null, "{status}");
        }
        // Before the service believes in an outage, it asks the party about a made-up token. A status that refuses is not an outage.
        assert_eq!(double.asked(), ["poison", "stylebox-check", "poison", "poison"]);
    }
}

#[tokio::test]
async fn while_a_party_is_down_a_token_makes_one_call() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut ann = app.client();
        double.set(HttpFault::DoesAndFails);
        for token in ["first", "second", "third"] {
            register(&mut ann, "ann@example.com", token).await.refused(422, "human_check_failed");
        }
        assert_eq!(double.asked(), ["first", "stylebox-check", "second", "third"]);
    }
}

#[tokio::test]
async fn an_unknown_test_secret_is_detected() {
    let double = SiteVerify::start(Party::Turnstile).await;
    let settings = double.test_settings();
    let app = TestApp::with(|server| server.parties.human_check = settings).await;
    assert_eq!(app.state.providers.human_check.reach().await, Reach::Reached, "in demo mode, where it is known");
    let settings = double.settings_with(TEST_SECRET, false);
    let app = TestApp::with(|server| server.parties.human_check = settings).await;
    let sentence = "Cloudflare takes any token: STYLEBOX_TURNSTILE_SECRET is a secret for tests".to_owned();
    assert_eq!(app.state.providers.human_check.reach().await, Reach::Refused(sentence));
}

#[tokio::test]
async fn password_guesses_with_proofs_of_work_are_limited_as_usual() {
    let (double, app) = start(Party::Turnstile).await;
    let mut ann = app.client();
    register(&mut ann, "ann@example.com", &double.token(Token::of("register"))).await.expect(201);
    let mut stranger = app.client();
    for _ in 0..10 {
        let proof = stranger.human().await;
        let guess = json!({"email": "ann@example.com", "password": format!("{PASSWORD}?"), "recaptchaToken": proof});
        stranger.post("/api/sessions", json!({"customer": guess})).await.refused(401, "credentials_invalid");
    }
    let proof = stranger.human().await;
    sign_in(&mut stranger, "ann@example.com", &proof).await.refused(429, "too_many_requests");
}
