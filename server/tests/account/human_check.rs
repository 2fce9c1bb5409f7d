//! The human checks of outside parties: a token counts once, for its page and its form.

use crate::doubles::site_verify::{Party, SITE_KEY, SiteVerify, Token};
use crate::support::{Client, PASSWORD, Reply, TestApp, log, registration};
use serde_json::{Value, json};
use std::time::Duration;
use stylebox_server::providers::human_check::choice::HumanCheckChoice;
use stylebox_server::providers::human_check::recaptcha::settings::RecaptchaSettings;

/// An app with the human check of a party. The double uses the app's clock.
pub async fn start(party: Party) -> (SiteVerify, TestApp) {
    let double = SiteVerify::start(party).await;
    let settings = double.settings();
    let app = TestApp::with(|server| server.parties.human_check = settings).await;
    double.use_clock(app.clock.clone());
    (double, app)
}

pub async fn register(client: &mut Client, email: &str, token: &str) -> Reply {
    client.post("/api/registrations", registration(email, token)).await
}

pub async fn sign_in(client: &mut Client, email: &str, token: &str) -> Reply {
    let customer = json!({"email": email, "password": PASSWORD, "recaptchaToken": token});
    client.post("/api/sessions", json!({"customer": customer})).await
}

pub async fn widget(client: &mut Client) -> Value {
    client.get("/api/status").await.expect(200)["human_check"].take()
}

#[tokio::test]
async fn tokens_of_the_pages_widget_allow_registration_and_sign_in() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut ann = app.client();
        register(&mut ann, "ann@example.com", &double.token(Token::of("register"))).await.expect(201);
        let mut again = app.client();
        sign_in(&mut again, "ann@example.com", &double.token(Token::of("sign_in"))).await.expect(200);
        let in_store = json!({"customer": {
            "first_name": "Ben", "last_name": "Larsen", "email": "ben@example.com", "registration_postal_code": "55403",
            "registered_in_store": true, "recaptchaToken": double.token(Token::of("register")),
        }});
        app.client().post("/api/registrations", in_store).await.expect(201);
        assert_eq!(double.asked().len(), 3);
        assert_eq!(double.violations(), [""; 0], "{party:?}");
    }
}

#[tokio::test]
async fn the_status_says_which_partys_widget_the_page_shows() {
    for (party, kind) in [(Party::Turnstile, "turnstile"), (Party::Recaptcha, "recaptcha")] {
        let (_double, app) = start(party).await;
        let actions = json!({"sign_in": "sign_in", "register": "register", "forgot_password": "forgot_password"});
        let expected = json!({"kind": kind, "site_key": SITE_KEY, "actions": actions});
        assert_eq!(widget(&mut app.client()).await, expected);
    }
    let app = TestApp::start().await;
    assert_eq!(widget(&mut app.client()).await, Value::Null);
}

#[tokio::test]
async fn a_token_that_the_party_does_not_know_is_refused() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let mut ann = app.client();
        let made_up = "0.made-up";
        register(&mut ann, "ann@example.com", made_up).await.refused(422, "human_check_failed");
        assert_eq!(double.asked(), [made_up]);
        // The party is not asked about tokens that no widget makes: empty, with a blank, or too long.
        let long = "t".repeat(9_000);
        for token in ["", "a token", "jeton\u{e9}", &long] {
            register(&mut ann, "ann@example.com", token).await.refused(422, "human_check_failed");
        }
        assert_eq!(double.asked().len(), 1);
        // An unknown error code also refuses the token, and is not an outage.
        double.refuse_all_with(Some(&["browser-error"]));
        let token = double.token(Token::of("register"));
        register(&mut ann, "ann@example.com", &token).await.refused(422, "human_check_failed");
        assert_ne!(widget(&mut ann).await, Value::Null);
    }
}

#[tokio::test]
async fn a_token_counts_once_even_if_the_party_accepts_it_again() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let other = app.second_server().await;
        let token = double.token(Token { never_ends: true, ..Token::of("register") });
        register(&mut app.client(), "ann@example.com", &token).await.expect(201);
        for server in [&app, &other] {
            let refused = register(&mut server.client(), "ben@example.com", &token).await;
            refused.refused(422, "human_check_failed");
        }
        assert_eq!(double.asked().len(), 3, "the party was asked each time");
        // A token is used up even if the form is refused, and the party refuses it the next time.
        let token = double.token(Token::of("register"));
        register(&mut app.client(), "ann@example.com", &token).await.refused(422, "email_invalid");
        register(&mut app.client(), "ben@example.com", &token).await.refused(422, "human_check_failed");
        assert!(!app.dump().await.contains(&token), "the token itself is not stored");
    }
}

#[tokio::test]
async fn a_token_that_has_expired_at_the_party_is_refused() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let [in_time, late] = [(); 2].map(|()| double.token(Token::of("register")));
        app.clock.advance(party.lifetime());
        register(&mut app.client(), "ann@example.com", &in_time).await.expect(201);
        app.clock.advance(Duration::from_secs(1));
        register(&mut app.client(), "ben@example.com", &late).await.refused(422, "human_check_failed");
    }
}

#[tokio::test]
async fn a_token_whose_time_is_too_old_or_in_the_future_is_refused() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let endless = || double.token(Token { never_ends: true, ..Token::of("register") });
        let [old, just_in_time] = [endless(), endless()];
        // The clocks of two machines may differ by a minute.
        app.clock.advance(party.lifetime() + Duration::from_secs(60));
        register(&mut app.client(), "ann@example.com", &just_in_time).await.expect(201);
        app.clock.advance(Duration::from_secs(1));
        register(&mut app.client(), "ben@example.com", &old).await.refused(422, "human_check_failed");

        app.clock.set("2026-11-18T16:00:00Z");
        let [of_tomorrow, nearly_now] = [endless(), endless()];
        app.clock.set("2026-11-18T15:59:00Z");
        register(&mut app.client(), "ben@example.com", &nearly_now).await.expect(201);
        app.clock.set("2026-11-18T15:58:59Z");
        register(&mut app.client(), "cea@example.com", &of_tomorrow).await.refused(422, "human_check_failed");
    }
}

#[tokio::test]
async fn a_token_of_another_page_or_form_is_refused() {
    for party in Party::ALL {
        let (double, app) = start(party).await;
        let of = |token| double.token(token);
        for token in [
            of(Token { hostname: "other.example", ..Token::of("register") }),
            of(Token { hostname: "stylebox.test.other.example", ..Token::of("register") }),
            of(Token::of("sign_in")),
            of(Token { action: None, ..Token::of("register") }),
        ] {
            register(&mut app.client(), "ann@example.com", &token).await.refused(422, "human_check_failed");
        }
        register(&mut app.client(), "ann@example.com", &of(Token::of("register"))).await.expect(201);
        let for_another_form = of(Token::of("register"));
        sign_in(&mut app.client(), "ann@example.com", &for_another_form).await.refused(422, "human_check_failed");
    }
}

#[tokio::test]
async fn a_low_score_is_refused() {
    let double = SiteVerify::start(Party::Recaptcha).await;
    for (lowest_score, passing, failing) in [(0.5, 0.5, 0.4), (0.7, 0.7, 0.6)] {
        let site_verify = double.site_verify();
        let settings = HumanCheckChoice::Recaptcha(RecaptchaSettings { site_verify, lowest_score });
        let app = TestApp::with(|server| server.parties.human_check = settings).await;
        double.use_clock(app.clock.clone());
        let scored = |score| double.token(Token { score, ..Token::of("register") });
        for score in [Some(failing), Some(0.0), None] {
            let refused = register(&mut app.client(), "ann@example.com", &scored(score)).await;
            refused.refused(422, "human_check_failed");
        }
        register(&mut app.client(), "ann@example.com", &scored(Some(passing))).await.expect(201);
    }
}

#[tokio::test]
async fn a_published_test_key_accepts_every_token_in_demo_mode() {
    let double = SiteVerify::start(Party::Turnstile).await;
    let settings = double.test_settings();
    let app = TestApp::with(|server| server.parties.human_check = settings).await;
    let dummy = "XXXX.DUMMY.TOKEN.XXXX";
    register(&mut app.client(), "ann@example.com", dummy).await.expect(201);
    // The widget gives the same token every time.
    register(&mut app.client(), "ben@example.com", dummy).await.expect(201);
}

#[tokio::test]
async fn neither_token_nor_secret_is_logged() {
    let (double, app) = start(Party::Turnstile).await;
    let tokens =
        [Token::of("register"), Token::of("sign_in"), Token { hostname: "other.example", ..Token::of("register") }]
            .map(|token| double.token(token));
    log::start_capture();
    for token in &tokens {
        register(&mut app.client(), "ann@example.com", token).await;
    }
    let logged = log::captured();
    assert!(logged.contains("it is for another form") && logged.contains("it is of another host"), "{logged}");
    for hidden in ["0.double-", "double-secret"] {
        assert!(!logged.contains(hidden), "{logged}");
    }
}

#[tokio::test]
async fn the_content_policy_allows_what_the_widget_needs_and_nothing_more() {
    let policies = async |app: &TestApp| {
        let mut all = Vec::new();
        for path in ["/api/status", "/members/login"] {
            all.push(app.client().get(path).await.header("content-security-policy").unwrap().to_owned());
        }
        all
    };
    let before = policies(&TestApp::start().await).await;
    for (party, script, connect, frame) in [
        (Party::Turnstile, "https://challenges.cloudflare.com", "", "https://challenges.cloudflare.com"),
        (
            Party::Recaptcha,
            "https://www.google.com/recaptcha/api.js https://www.gstatic.com/recaptcha/releases/",
            " https://www.google.com/recaptcha/",
            "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
        ),
    ] {
        let (_double, app) = start(party).await;
        for (before, policy) in before.iter().zip(policies(&app).await) {
            let mut expected: Vec<String> = before
                .split("; ")
                .map(|one| match one.split(' ').next() {
                    Some("script-src") => format!("{one} {script}"),
                    Some("connect-src") => format!("{one}{connect}"),
                    _ => one.to_owned(),
                })
                .collect();
            expected.push(format!("frame-src {frame}"));
            assert_eq!(policy.split("; ").collect::<Vec<_>>(), expected, "{party:?}");
        }
    }
}
