//! Whether the collector can be reached, for `check`, the metrics and `ops attention`.

use crate::doubles::http::HttpFault;
use crate::doubles::otlp::{OtlpDouble, OtlpFault};
use crate::support::{TestApp, ops};
use axum::http::HeaderMap;
use stylebox_server::jobs::party_watch;
use stylebox_server::providers::common::reach::Reach;
use stylebox_server::providers::telemetry::choice::TelemetryChoice;
use stylebox_server::providers::telemetry::collector::TraceCollector;
use stylebox_server::providers::telemetry::otlp::Otlp;
use stylebox_server::providers::telemetry::otlp::settings::OtlpSettings;

#[tokio::test]
async fn the_collector_is_asked_with_an_export_without_spans() {
    let double = OtlpDouble::start().await;
    double.demand("k3y");
    let reach = async |settings: &OtlpSettings| Otlp::new(settings).unwrap().reach().await;
    let unknown = reach(&double.settings()).await;
    assert_eq!(unknown, Reach::Refused("the collector of traces answers 401.".to_owned()));
    let headers = HeaderMap::from_iter([("api-key".parse().unwrap(), "k3y".parse().unwrap())]);
    let known = OtlpSettings { headers, ..double.settings() };
    assert_eq!(reach(&known).await, Reach::Reached);
    assert_eq!((double.spans().len(), double.calls()), (0, 2));
    double.set(OtlpFault::Answers(404));
    assert_eq!(reach(&known).await, Reach::Refused("the collector of traces answers 404.".to_owned()));
    for fault in [HttpFault::Down, HttpFault::Silent, HttpFault::LosesAnswer] {
        double.set_http(fault);
        assert_eq!(reach(&known).await, Reach::NotReachable, "{fault:?}");
    }
}

#[tokio::test]
async fn a_server_without_its_collector_stays_ready_and_staff_are_told() {
    let double = OtlpDouble::start().await;
    let app = TestApp::with(|settings| {
        settings.parties.telemetry = TelemetryChoice::Otlp(double.settings());
    })
    .await;
    let mut client = app.client();
    for (fault, word) in [(HttpFault::None, "reached"), (HttpFault::Down, "not reachable")] {
        double.set_http(fault);
        party_watch::look(&app.state).await;
        client.get("/readyz").await.expect(200);
        assert_eq!(TestApp::said_by(&app.state, "telemetry"), Some(word), "{fault:?}");
    }
    let said = ops(&app, "attention").await.unwrap();
    assert!(said.contains("party telemetry  not reachable: traces are dropped"), "{said}");
}
