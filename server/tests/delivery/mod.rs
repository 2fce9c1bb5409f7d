//! Parcels with a carrier's service: labels, tracking, and what staff see. Also stores and ZIP codes.

mod calls;
mod claims;
mod labels;
mod postal_codes;
mod returns;
mod staff;
mod stores;
mod tracking;

use crate::doubles::shippo::Shippo;
use crate::support::{Client, Shopper, TestApp, ops};
use axum::body::Body;
use axum::http::Request;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::providers::carrier::choice::CarrierChoice;
use stylebox_server::providers::carrier::shippo::settings::CarrierSettings;
use stylebox_server::service::operation::webhooks::work_due;
use stylebox_server::store::mail::outbox::newest;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A shop that buys its labels from Shippo.
struct Shop {
    app: TestApp,
    shippo: Shippo,
}

impl Shop {
    async fn open() -> Self {
        Self::with(Shippo::carrier).await
    }

    /// The same, with signed webhooks.
    async fn with_signatures() -> Self {
        Self::with(Shippo::signing).await
    }

    async fn with(carrier: fn(&Shippo) -> CarrierSettings) -> Self {
        let shippo = Shippo::start().await;
        let settings = carrier(&shippo);
        let app = TestApp::with(|known| {
            known.parties.carrier = CarrierChoice::Shippo(settings);
        })
        .await;
        Self { app, shippo }
    }

    /// A customer with a styled order, and its code.
    async fn styled(&self) -> (Shopper, String) {
        let mut ann = Shopper::with_order(&self.app, "ann@example.com").await;
        steps::take(&self.app.state, &ann.order, Step::Style, Actor::Ops).await.unwrap();
        let code = ann.code().await;
        (ann, code)
    }

    /// The same, after packing.
    async fn packed(&self) -> (Shopper, String) {
        let (ann, code) = self.styled().await;
        self.ops(&format!("ship {code}")).await;
        (ann, code)
    }

    /// The same, after the delivery.
    async fn delivered(&self) -> (Shopper, String) {
        let (ann, code) = self.packed().await;
        self.shippo.sees(&self.shippo.codes(false)[0], "DELIVERED", "delivered", "2026-11-18T15:30:00Z");
        self.look_after(HOUR).await;
        (ann, code)
    }

    /// The same, checked out with some pieces to return. Also returns the code of the return's label.
    async fn checked_out(&self) -> (Shopper, String, String) {
        let (mut ann, code) = self.delivered().await;
        ann.keep(3).await;
        ann.check_out("key").await.expect(200);
        (ann, code, self.shippo.codes(true)[0].clone())
    }

    async fn ops(&self, line: &str) -> String {
        ops(&self.app, line).await.unwrap()
    }

    /// Runs a job. It fails in part while the carrier's service is not asked, after it was silent twice.
    async fn job(&self, name: &str) -> String {
        ops(&self.app, &format!("jobs run {name}")).await.unwrap_or_else(|said| {
            assert!(said.contains("the party carrier does not answer"), "{said}");
            said
        })
    }

    async fn attention(&self) -> String {
        self.ops("attention").await
    }

    /// Runs the labels job after `wait`.
    async fn labels_after(&self, wait: Duration) -> String {
        self.app.clock.advance(wait);
        self.job("labels").await
    }

    /// Runs the parcels job after `wait`.
    async fn look_after(&self, wait: Duration) -> String {
        self.app.clock.advance(wait);
        self.job("parcels").await
    }

    /// Delivers a webhook of Shippo, and runs the job that processes it.
    async fn told(&self, call: Request<Body>) {
        let mut shippo: Client = self.app.client();
        assert_eq!(shippo.send(call).await.status, 204);
        work_due(&self.app.state).await.unwrap();
        self.ops("jobs run parcels").await;
    }

    /// The kinds of the emails so far.
    async fn emails(&self) -> Vec<String> {
        let mut tx = self.app.state.db.read().await.unwrap();
        let mut kinds: Vec<String> = newest(&mut tx, 1000).await.unwrap().into_iter().map(|mail| mail.kind).collect();
        kinds.reverse();
        kinds
    }

    /// How many emails there are of a kind.
    async fn emails_of(&self, kind: &str) -> usize {
        self.emails().await.iter().filter(|known| *known == kind).count()
    }

    fn is_obeyed(&self) {
        assert_eq!(self.shippo.violations(), Vec::<String>::new());
    }
}
