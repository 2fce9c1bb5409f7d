//! In demo mode another host is refused, and origins are compared with their scheme.

use crate::support::TestApp;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, header};
use stylebox_server::app::router;
use tower::ServiceExt;

async fn status(router: &Router, request: Request<Body>) -> u16 {
    router.clone().oneshot(request).await.unwrap().status().as_u16()
}

fn get(path: &str, host: Option<&str>) -> Request<Body> {
    let request = Request::get(path);
    let request = match host {
        Some(host) => request.header(header::HOST, host),
        None => request,
    };
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_server_in_demo_mode_answers_only_to_its_own_names() {
    let app = TestApp::start().await;
    let demo = app.router();
    for path in ["/api/status", "/members/", "/dev/outbox", "/healthz", "/nowhere"] {
        let own = status(&demo, get(path, None)).await;
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "stylebox.test"] {
            assert_eq!(status(&demo, get(path, Some(host))).await, own, "{path} at {host}");
        }
        for host in ["evil.example", "evil.example:8080", "localhost.evil.example", "192.168.1.7", "stylebox.test.", ""]
        {
            assert_eq!(status(&demo, get(path, Some(host))).await, 421, "{path} at {host}");
        }
    }
    // A host in the request's address counts as well, and so do two Host headers.
    assert_eq!(status(&demo, get("http://evil.example/api/status", Some("localhost"))).await, 421);
    let mut doubled = get("/api/status", Some("localhost"));
    doubled.headers_mut().append(header::HOST, "evil.example".parse().unwrap());
    assert_eq!(status(&demo, doubled).await, 421);
    // A live shop is behind a proxy, which may use any name for it.
    let live = router(app.outside_demo_mode());
    assert_eq!(status(&live, get("/api/status", Some("shop.internal"))).await, 200);
}

#[tokio::test]
async fn the_same_host_under_another_scheme_is_another_site() {
    for (public_url, own, other) in [
        ("https://shop.example", "https://shop.example", "http://shop.example"),
        ("http://stylebox.test", "http://stylebox.test", "https://stylebox.test"),
    ] {
        let app = TestApp::with(|settings| {
            settings.public_url = stylebox_server::platform::config::PublicUrl::parse(public_url).unwrap();
        })
        .await;
        let host = public_url.split_once("://").unwrap().1;
        let post = |origin: &str| {
            Request::post("/api/passwords")
                .header(header::HOST, host)
                .header(header::ORIGIN, origin)
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(r#"{"customer": {"email": "ann@example.com"}}"#))
                .unwrap()
        };
        let router = app.router();
        assert_eq!(status(&router, post(own)).await, 204, "{own}");
        for other in [other, "null", "https://evil.example", &format!("ftp://{host}"), &format!("{own}:8443")] {
            assert_eq!(status(&router, post(other)).await, 403, "{other} at {public_url}");
        }
    }
}
