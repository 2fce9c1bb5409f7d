//! Outside parties are asked to forget a customer whose account has ended.

use crate::support::{GatewayBehaviour, PASSWORD, Shopper, TestApp, confirm, newest_mail, ops, other_card};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_core::messages::forgetting::{NOBODY_KNOWS, OTHERS_KNOW, PartyKnowing};
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs;
use stylebox_server::jobs::runner::{self, JobOutcome};
use stylebox_server::platform::clock::Timestamp;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::providers::common::forgetting::Forgetting;
use stylebox_server::providers::payment::card::CardVerdict;
use stylebox_server::providers::payment::charge::{ChargeOutcome, ChargeRequest};
use stylebox_server::providers::reviews::{AuthoredReview, Invitation, NoAnswer, ReviewService};
use stylebox_server::service::account::forgetting;
use stylebox_server::state::AppState;

/// A reviews service of an outside party. It records whom it has to forget, and can be down.
struct Elsewhere {
    signs: Arc<dyn ReviewService>,
    is_down: Mutex<bool>,
    /// It does not answer about this author.
    silent_about: Mutex<String>,
    forgotten: Mutex<Vec<AuthoredReview>>,
}

impl ReviewService for Elsewhere {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn invite(&self, order_id: &str, now: Timestamp) -> Invitation {
        self.signs.invite(order_id, now)
    }

    fn order_of(&self, invitation: &Invitation, now: Timestamp) -> Option<String> {
        self.signs.order_of(invitation, now)
    }

    fn forget_author<'a>(&'a self, review: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async {
            if *self.is_down.lock().unwrap() || review.email == *self.silent_about.lock().unwrap() {
                return Err(NoAnswer);
            }
            self.forgotten.lock().unwrap().push(review.clone());
            Ok(())
        })
    }
}

fn with_reviews_elsewhere(app: &TestApp) -> (AppState, Arc<Elsewhere>) {
    let signs = app.state.providers.reviews.clone();
    let elsewhere = Arc::new(Elsewhere {
        signs,
        is_down: Mutex::new(false),
        silent_about: Mutex::default(),
        forgotten: Mutex::default(),
    });
    (app.with_reviews(elsewhere.clone()), elsewhere)
}

/// A customer at the server of `state` who has reviewed a box, has replaced a card, and has a third one waiting for a code.
async fn with_three_cards(app: &TestApp, state: &AppState) -> Shopper {
    let mut ann = Shopper::decided(app, "ann@example.com", 1).await;
    let mut browser = app.client_of(state.clone());
    browser.cookies = ann.browser.cookies.clone();
    ann.browser = browser;
    ann.check_out("key").await.expect(200);
    let mut review = ann.read().await["review_invitation"].clone();
    let written = json!({
        "display_name": "Ann Larsen", "email": "ann@example.com", "review_content": "The boots!", "review_title": "",
        "review_score": 5, "reviewer_type": "verified_reviewer",
    });
    review.as_object_mut().unwrap().extend(written.as_object().unwrap().clone());
    ann.browser.post("/api/reviews", review).await.expect(201);
    for step in [Step::Receive, Step::Complete] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    ann.browser.patch("/api/credit_cards", other_card("5555555555554444")).await.refused(403, "mfa_required");
    confirm(app, &mut ann.browser).await;
    // A code confirms further changes for ten minutes.
    app.clock.advance(Duration::from_secs(11 * 60));
    ann.browser.patch("/api/credit_cards", other_card("378282246310005")).await.refused(403, "mfa_required");
    ann
}

async fn close(ann: &mut Shopper) -> Value {
    ann.browser.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200)
}

async fn open_requests(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM forget_requests").await[0]
}

/// How many cards the gateway still knows.
async fn known_cards(app: &TestApp) -> i64 {
    app.numbers("SELECT COUNT(*) FROM sandbox_tokens WHERE last_four <> '' OR brand <> ''").await[0]
}

#[tokio::test]
async fn gateway_and_reviews_service_forget_a_customer_whose_account_ends() {
    let app = TestApp::start().await;
    let (state, elsewhere) = with_reviews_elsewhere(&app);
    let mut ann = with_three_cards(&app, &state).await;
    assert_eq!(known_cards(&app).await, 3);
    let charged = app.charged().await;
    let token = app.gateway.asked()[0].token.clone();
    // Another customer's card stays.
    Shopper::with_order(&app, "ben@example.com").await;
    assert_eq!(close(&mut ann).await, json!({"closing": null}));
    let mut forgotten = app.gateway.forgotten();
    forgotten.sort();
    forgotten.dedup();
    assert_eq!(forgotten.len(), 3, "the card, the replaced one and the one that waits for a code");
    assert_eq!(known_cards(&app).await, 1);
    assert_eq!(
        *elsewhere.forgotten.lock().unwrap(),
        [AuthoredReview { order_id: ann.order.clone(), email: "ann@example.com".to_owned() }]
    );
    assert_eq!(open_requests(&app).await, 0);
    // A forgotten card cannot be charged. Earlier charges stay in the gateway's books.
    let gateway = &app.state.providers.payment;
    assert_eq!(gateway.verify(&token).await, Ok(CardVerdict::Declined));
    let request = ChargeRequest { key: "another".to_owned(), token, ..app.gateway.asked()[0].clone() };
    assert!(matches!(gateway.charge(&request).await, Ok(ChargeOutcome::Declined { .. })));
    assert_eq!(app.charged().await, charged);
}

#[tokio::test]
async fn a_party_that_is_down_is_asked_until_it_has_forgotten() {
    let app = TestApp::start().await;
    let (state, elsewhere) = with_reviews_elsewhere(&app);
    let mut ann = with_three_cards(&app, &state).await;
    app.gateway.set(GatewayBehaviour::Unreachable);
    *elsewhere.is_down.lock().unwrap() = true;
    assert_eq!(close(&mut ann).await, json!({"closing": null}), "the account ends nevertheless");
    assert_eq!(open_requests(&app).await, 4);

    let run = async |app: &TestApp| {
        let job = jobs::find("forgetting").unwrap();
        runner::run_now(&app.with_reviews(elsewhere.clone()), job).await.unwrap()
    };
    let JobOutcome::InPart(said) = run(&app).await else { panic!("the job is not done") };
    assert!(said.contains("2 failed: ") && !said.contains("tok_") && !said.contains('@'), "{said}");
    let attention = ops(&app, "attention").await.unwrap();
    assert!(attention.contains("job forgetting"), "{attention}");
    // One party works again, after a restart of the server.
    let app = app.restart().await;
    assert!(matches!(run(&app).await, JobOutcome::InPart(_)));
    assert_eq!((known_cards(&app).await, open_requests(&app).await), (0, 1));
    *elsewhere.is_down.lock().unwrap() = false;
    let forgotten = "outside parties have forgotten 1 things that they had to".to_owned();
    assert_eq!(run(&app).await, JobOutcome::Done(forgotten));
    assert_eq!(elsewhere.forgotten.lock().unwrap().len(), 1);
    assert_eq!(open_requests(&app).await, 0);
    stylebox_server::service::mail::outbox::deliver(&app.state).await.unwrap();
    assert!(!app.dump().await.contains("ann@example.com"));
}

#[tokio::test]
async fn a_party_that_never_answers_about_one_author_still_forgets_the_others() {
    let app = TestApp::start().await;
    let (state, elsewhere) = with_reviews_elsewhere(&app);
    app.execute(
        "INSERT INTO forget_requests (id, party, reference, author_email, created_at, due_at) VALUES
            ('1', 'reviews', 'first', 'ann@example.com', 1795014000000000, 1795014000000000),
            ('2', 'reviews', 'second', 'ben@example.com', 1795014000000001, 1795014000000001),
            ('3', 'reviews', 'third', 'cat@example.com', 1795014000000002, 1795014000000002)",
    )
    .await;
    *elsewhere.silent_about.lock().unwrap() = "ann@example.com".to_owned();
    for _ in 0..2 {
        app.clock.advance(Duration::from_secs(60));
        assert!(forgetting::ask_again(&state).await.unwrap().failures().is_some());
    }
    let forgotten: Vec<String> = elsewhere.forgotten.lock().unwrap().iter().map(|one| one.email.clone()).collect();
    assert_eq!(forgotten, ["ben@example.com", "cat@example.com"]);
    assert_eq!(open_requests(&app).await, 1, "the party is asked about the first until it answers");
    elsewhere.silent_about.lock().unwrap().clear();
    assert_eq!(forgetting::ask_again(&state).await.unwrap(), 1);
    assert_eq!(open_requests(&app).await, 0);
}

/// A party in place of the reviews service, with this knowledge of customers.
struct Knowing(Forgetting);

impl ReviewService for Knowing {
    fn forgetting(&self) -> Forgetting {
        self.0
    }

    fn invite(&self, _: &str, _: Timestamp) -> Invitation {
        panic!("nobody is invited")
    }

    fn order_of(&self, _: &Invitation, _: Timestamp) -> Option<String> {
        None
    }

    fn forget_author<'a>(&'a self, _: &'a AuthoredReview) -> BoxFuture<'a, Result<(), NoAnswer>> {
        Box::pin(async { Ok(()) })
    }
}

/// The newest email about a closed account.
async fn last_email(app: &TestApp) -> String {
    newest_mail(app, "account_closed").await.unwrap().body
}

#[tokio::test]
async fn the_last_email_and_the_export_name_the_parties_that_know_the_customer_and_no_others() {
    let app = TestApp::start().await;
    let mut names = Vec::new();
    for party in [None].into_iter().chain(PartyKnowing::ALL.map(Some)) {
        let state = match party {
            None => app.state.clone(),
            Some(party) => app.with_reviews(Arc::new(Knowing(Forgetting::Keeps(party)))),
        };
        let mut ann = app.client_of(state);
        ann.register("ann@example.com").await;
        let words: Vec<&str> = party.iter().map(|party| party.words()).collect();
        assert_eq!(ann.get("/api/account/export").await.expect(200)["outside_parties"], json!(words));
        ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
        let body = last_email(&app).await;
        assert_eq!(body.contains(NOBODY_KNOWS), party.is_none(), "{body}");
        assert_eq!(body.contains(OTHERS_KNOW), party.is_some(), "{body}");
        for other in PartyKnowing::ALL {
            assert_eq!(body.contains(other.words()), party == Some(other), "{other:?}: {body}");
        }
        names.extend(words);
        app.clock.advance(Duration::from_secs(1));
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), PartyKnowing::ALL.len(), "each party has its own words");
    // A party that forgets, or that knows nobody, is not named.
    for silent in [Forgetting::WithTheAccount, Forgetting::KnowsNobody] {
        let mut ann = app.client_of(app.with_reviews(Arc::new(Knowing(silent))));
        ann.register("ann@example.com").await;
        assert_eq!(ann.get("/api/account/export").await.expect(200)["outside_parties"], json!([]));
        ann.post("/api/account/close", json!({"current_password": PASSWORD})).await.expect(200);
    }
}
