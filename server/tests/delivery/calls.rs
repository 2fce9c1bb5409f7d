//! Shippo's webhooks: accepted with a proof, never trusted without asking Shippo, and stored without personal data.

use super::{DAY, Shop};
use crate::doubles::http::HttpFault;
use crate::doubles::shippo::Shippo;
use crate::doubles::shippo::controls::{SECRET, TOKEN};
use crate::support::{TestApp, log};
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use std::time::Duration;
use stylebox_server::providers::address::choice::AddressChoice;
use stylebox_server::providers::carrier::choice::CarrierChoice;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::service::operation::webhooks::work_due;

#[tokio::test]
async fn a_webhook_without_the_token_or_the_signature_is_refused() {
    let shop = Shop::open().await;
    shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    let mut caller = shop.app.client();
    for token in ["", "wrong", &TOKEN[1..]] {
        caller.send(shop.shippo.tells(&code, token)).await.refused(403, "not_authorized");
    }
    caller.send(shop.shippo.tells_signed(&code, SECRET)).await.refused(403, "not_authorized");
    assert_eq!(caller.send(shop.shippo.tells(&code, TOKEN)).await.status, 204);

    let shop = Shop::with_signatures().await;
    shop.packed().await;
    let mut caller = shop.app.client();
    caller.send(shop.shippo.tells(&code, TOKEN)).await.refused(403, "not_authorized");
    caller.send(shop.shippo.tells_signed(&code, "another secret")).await.refused(403, "not_authorized");
    let mut altered = shop.shippo.tells_signed(&code, SECRET);
    *altered.body_mut() = Body::from(json!({"event": "track_updated", "data": {"tracking_number": "1"}}).to_string());
    caller.send(altered).await.refused(403, "not_authorized");
    assert_eq!(caller.send(shop.shippo.tells_signed(&code, SECRET)).await.status, 204);
    assert_eq!(shop.app.numbers("SELECT COUNT(*) FROM webhook_events").await, [1]);
}

#[tokio::test]
async fn a_webhook_is_only_a_hint_to_ask_shippo() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    // Somebody who knows the token claims that the box was delivered.
    let forged = |number: &str| {
        let data = json!({"carrier": "usps", "tracking_number": number, "tracking_status": {"status": "DELIVERED"}});
        let body = json!({"event": "track_updated", "test": true, "data": data}).to_string();
        let request = Request::post(format!("/api/webhooks/shippo?token={TOKEN}"));
        request.header("content-type", "application/json").body(Body::from(body)).unwrap()
    };
    shop.told(forged(&code)).await;
    assert_eq!(ann.status().await, "ready_to_ship");
    assert_eq!(shop.shippo.looked(), 1, "Shippo was asked");
    // An unknown parcel, and other events.
    shop.told(forged("9999")).await;
    let mut caller = shop.app.client();
    for (body, status) in [
        (json!({"event": "transaction_created", "data": {}}), 204),
        (json!({"event": "track_updated", "data": {}}), 422),
        (json!([]), 422),
    ] {
        let request = Request::post(format!("/api/webhooks/shippo?token={TOKEN}"));
        let request = request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap();
        assert_eq!(caller.send(request).await.status, status, "{body}");
    }
}

#[tokio::test]
async fn a_webhook_that_comes_while_shippo_is_down_is_processed_later() {
    let shop = Shop::open().await;
    let (mut ann, _) = shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    shop.shippo.set(HttpFault::Down);
    shop.told(shop.shippo.tells(&code, TOKEN)).await;
    shop.shippo.set(HttpFault::None);
    shop.look_after(DAY).await;
    assert_eq!(ann.status().await, "in_transit_to_customer");
}

#[tokio::test]
async fn no_personal_data_of_webhooks_is_stored_or_logged() {
    let shop = Shop::open().await;
    shop.packed().await;
    let code = shop.shippo.codes(false)[0].clone();
    log::start_capture();
    shop.shippo.sees(&code, "TRANSIT", "package_accepted", "2026-11-18T15:30:00Z");
    let mut caller = shop.app.client();
    assert_eq!(caller.send(shop.shippo.tells(&code, TOKEN)).await.status, 204);
    caller.send(shop.shippo.tells(&code, "wrong")).await.refused(403, "not_authorized");
    work_due(&shop.app.state).await.unwrap();
    shop.ops("jobs run parcels").await;
    shop.ops("jobs run labels").await;
    let logged = log::captured();
    let event = shop.app.dump().await;
    let events: Vec<&str> = event.lines().filter(|line| line.contains("track") && line.contains(&code)).collect();
    for word in ["Harmon", "Larsen", "Left with", TOKEN] {
        assert!(!logged.contains(word), "{word}: {logged}");
        assert!(!event.contains("Left with"), "the carrier's message can contain names");
    }
    assert!(!events.iter().any(|line| line.contains("55403") && line.contains("parcel")), "{events:?}");
}

#[tokio::test]
async fn the_check_says_whether_shippo_can_be_used() {
    let shop = Shop::open().await;
    let reach = async || {
        let all = shop.app.state.providers.reach().await;
        all.into_iter().find(|(party, _)| *party == "carrier").unwrap().1
    };
    assert_eq!(reach().await, Reach::Reached);
    shop.shippo.set(HttpFault::Down);
    assert_eq!(reach().await, Reach::NotReachable);
}

/// A silent party does not delay the others.
#[tokio::test]
async fn all_parties_are_asked_at_the_same_time() {
    let [address, carrier] = [Shippo::start().await, Shippo::start().await];
    let (account, labels) = (address.settings(), carrier.carrier());
    let app = TestApp::with(|settings| {
        settings.parties.address = AddressChoice::Shippo(account);
        settings.parties.carrier = CarrierChoice::Shippo(labels);
    })
    .await;
    for party in [&address, &carrier] {
        party.http().hold_next();
    }
    let state = app.state.clone();
    let asked = tokio::spawn(async move { state.providers.reach().await });
    let both = async { tokio::join!(address.http().until_held(), carrier.http().until_held()) };
    tokio::time::timeout(Duration::from_secs(20), both).await.expect("both are asked");
    for party in [&address, &carrier] {
        party.http().release();
    }
    let said = asked.await.unwrap();
    for party in ["address", "carrier"] {
        assert!(said.contains(&(party, Reach::Reached)), "{party}: {said:?}");
    }
}
