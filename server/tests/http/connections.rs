//! Connections: incomplete calls shut nobody out, and no call in progress is cut off without an answer.
//!
//! A test that waits for a limit makes it short; all other limits are longer than a test lasts.

use crate::support::connection::{self, Connection, Listening, stopped};
use crate::support::{TestApp, camera};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use stylebox_server::http::connections::{Accept, listen};
use tokio::net::{TcpListener, TcpStream};

/// The length of a limit that a test waits for.
const SHORT: Duration = Duration::from_millis(300);
/// A part of a request's head.
const HALF_A_HEAD: &str = "GET /api/status HTTP/1.1\r\nHost: style";

/// The head of a request with a JSON body of so many bytes.
fn head(call: &str, length: u64) -> String {
    head_of_type("application/json", call, length)
}

fn head_of_type(media_type: &str, call: &str, length: u64) -> String {
    format!("{call} HTTP/1.1\r\nHost: stylebox.test\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\r\n")
}

async fn half_a_head(listening: &Listening) -> Connection {
    let mut connection = listening.connect().await;
    connection.send(HALF_A_HEAD).await;
    connection
}

/// An upload link of a customer.
async fn upload(app: &TestApp) -> String {
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    camera::link(&mut ann, "me.jpg").await.0
}

#[tokio::test]
async fn an_incomplete_head_is_refused_after_its_time_limit() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut connection = half_a_head(&listening).await;
    let refused = connection.answer().await;
    let words = refused.refused(408, "request_timeout");
    assert_eq!(words, "The request did not arrive in time. Please try again.");
    assert_eq!(refused.header("connection"), Some("close"));
    assert_eq!(refused.header("content-type"), Some("application/json"));
    connection.is_closed().await;
    // A connection that has sent nothing is closed without an answer.
    listening.connect().await.is_closed().await;
}

#[tokio::test]
async fn the_time_limit_of_a_head_is_for_the_whole_head() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut connection = half_a_head(&listening).await;
    // The first head is complete; the second comes byte by byte, each within the time.
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    kept.send(HALF_A_HEAD).await;
    let begun = Instant::now();
    let mut tick = tokio::time::interval(SHORT / 10);
    loop {
        tokio::select! {
            refused = connection.answer() => {
                refused.refused(408, "request_timeout");
                break;
            }
            _ = tick.tick() => kept.send("a").await,
        }
        assert!(begun.elapsed() < 10 * SHORT, "the server still waits for the head");
    }
    kept.answer().await.refused(408, "request_timeout");
}

#[tokio::test]
async fn an_idle_connection_may_be_silent_for_longer_than_a_head_may_take() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    // This incomplete head began later and was refused earlier, so the idle connection has been silent for longer than that
    // limit.
    half_a_head(&listening).await.answer().await.refused(408, "request_timeout");
    kept.get("/api/status").await.expect(200);
}

#[tokio::test]
async fn a_connection_that_stays_idle_is_closed_without_an_answer() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.idle = SHORT).await;
    let mut kept = listening.connect().await;
    assert_eq!(kept.get("/api/status").await.header("connection"), None);
    kept.is_closed().await;
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_is_refused() {
    let app = TestApp::start().await;
    let upload = upload(&app).await;
    let listening = app.listen(|limits| limits.body_window = SHORT).await;
    for call in ["POST /api/sessions", "POST /api/rules/mask.zip", &format!("PUT {upload}")] {
        let mut connection = listening.connect().await;
        connection.send(head(call, 1000)).await;
        connection.send("{\"customer\": ").await;
        let refused = connection.answer().await;
        refused.refused(408, "request_timeout");
        assert_eq!(refused.header("connection"), Some("close"), "{call}");
        connection.is_closed().await;
    }
}

#[tokio::test]
async fn a_body_that_is_announced_as_too_large_is_refused_before_it_is_read() {
    let app = TestApp::start().await;
    let upload = upload(&app).await;
    let listening = app.listen(|_| {}).await;
    let photo = format!("PUT {upload}");
    for (call, length) in [
        ("POST /api/sessions", 9_000_000_000),
        ("POST /api/rules/mask.zip", 64 * 1024 + 1),
        ("POST /api/orders/1/cancel", 9_000_000_000),
        (&photo, 9_000_000_000),
        (&photo, 10 * 1024 * 1024 + 1),
    ] {
        for expects in ["", "Expect: 100-continue\r\n"] {
            let mut connection = listening.connect().await;
            connection.send(head(call, length).replacen("\r\n", &format!("\r\n{expects}"), 1)).await;
            let refused = connection.answer().await;
            refused.refused(413, "too_large");
            assert_eq!(refused.header("connection"), Some("close"), "{call}");
            connection.is_closed().await;
        }
    }
    // A body without an announced length is refused once it is too large.
    let mut connection = listening.connect().await;
    connection.send("POST /api/sessions HTTP/1.1\r\nHost: stylebox.test\r\nContent-Type: application/json\r\n").await;
    connection.send(format!("Transfer-Encoding: chunked\r\n\r\n10001\r\n{}\r\n", "a".repeat(0x10001))).await;
    connection.answer().await.refused(413, "too_large");
}

/// Calls that are refused before their body is read.
const REFUSED_EARLY: [(&str, u16); 6] = [
    ("POST /api/orders", 401),
    ("PUT /uploads/1?expires=1&signature=none", 403),
    ("POST /api/nothing", 404),
    ("PUT /nothing", 404),
    ("DELETE /api/status", 405),
    ("POST /api/sessions", 415),
];

#[tokio::test]
async fn a_call_that_is_refused_before_its_body_is_read_says_that_the_connection_closes() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let mut connection = listening.connect().await;
    for (call, status) in REFUSED_EARLY {
        // A small complete body: the connection stays open.
        connection.send(head_of_type("text/plain", call, 40_000)).await;
        connection.send("a".repeat(40_000)).await;
        let refused = connection.answer().await;
        assert_eq!((refused.status.as_u16(), refused.header("connection")), (status, None), "{call}");
        // The body does not come: the connection closes, and the answer says so.
        let mut half = listening.connect().await;
        half.send(head_of_type("text/plain", call, 40_000) + "a").await;
        let refused = half.answer().await;
        assert_eq!((refused.status.as_u16(), refused.header("connection")), (status, Some("close")), "{call}");
        half.is_closed().await;
    }
    connection.get("/api/status").await.expect(200);
}

#[tokio::test]
async fn a_caller_who_keeps_sending_can_still_read_the_refusal() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let mut connection = listening.connect().await;
    let photo = vec![b'a'; 8 * 1024 * 1024];
    connection.send(head("PUT /uploads/1?expires=1&signature=none", photo.len() as u64)).await;
    connection.send(&photo).await;
    let refused = connection.answer().await;
    refused.refused(403, "not_authorized");
    assert_eq!(refused.header("connection"), Some("close"));
    // The same for a head that is too large.
    let mut connection = listening.connect().await;
    connection.send(format!("GET /{} HTTP/1.1\r\n", "a".repeat(1024 * 1024))).await;
    assert_eq!(connection.answer().await.status, 431);
}

#[tokio::test]
async fn an_address_may_have_a_hundred_connections() {
    let app = TestApp::with(|settings| settings.trusted_proxies = vec!["127.0.0.9".parse().unwrap()]).await;
    let listening = app.listen(|_| {}).await;
    let mut opened = Vec::new();
    for _ in 0..100 {
        opened.push(listening.connect_from("127.0.0.2").await);
    }
    listening.connect_from("127.0.0.2").await.is_closed().await;
    listening.connect_from("127.0.0.3").await.get("/api/status").await.expect(200);
    // Each of the hundred can be used.
    for connection in &mut opened {
        connection.get("/api/status").await.expect(200);
    }
    // A closed connection is free again as soon as the service has noticed.
    opened.pop();
    let free = async {
        loop {
            let mut connection = listening.connect_from("127.0.0.2").await;
            connection.send("GET /api/status HTTP/1.1\r\nHost: stylebox.test\r\n\r\n").await;
            if connection.answers().await {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), free).await.expect("a closed connection still counts");
    // A trusted proxy has no such limit.
    let mut proxied = Vec::new();
    for _ in 0..101 {
        proxied.push(listening.connect_from("127.0.0.9").await);
    }
    proxied[100].get("/api/status").await.expect(200);
}

#[tokio::test]
async fn when_the_server_is_full_the_connection_that_waits_longest_for_a_head_is_closed() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.total = 4).await;
    // The head of this call is complete; only its body is missing.
    let mut calling = listening.connect().await;
    calling.send(head("POST /api/rules/mask.zip", 11)).await;
    let mut first = half_a_head(&listening).await;
    let mut second = half_a_head(&listening).await;
    // Once this call is answered, all earlier connections are accepted.
    let mut third = listening.connect().await;
    third.get("/api/status").await.expect(200);
    let mut fourth = listening.connect().await;
    fourth.get("/api/status").await.expect(200);
    first.is_closed().await;
    let mut fifth = listening.connect().await;
    fifth.get("/api/status").await.expect(200);
    second.is_closed().await;
    // The other connections still work.
    calling.send(r#"{"text":""}"#).await;
    calling.answer().await.expect(200);
    for connection in [&mut third, &mut fourth, &mut fifth] {
        connection.get("/api/status").await.expect(200);
    }
}

#[tokio::test]
async fn when_the_server_is_full_a_call_without_its_body_is_closed_last() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.total = 2).await;
    let mut opened = Vec::new();
    for _ in 0..2 {
        let mut connection = listening.connect().await;
        connection.send(head("POST /api/rules/mask.zip", 11) + "{").await;
        opened.push(connection);
    }
    listening.connect().await.get("/api/status").await.expect(200);
    opened[0].is_closed().await;
    opened[1].send(r#""text":""}"#).await;
    opened[1].answer().await.expect(200);
}

#[tokio::test]
async fn incomplete_calls_do_not_delay_the_shutdown() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let mut opened = Vec::new();
    for number in 0..300 {
        let mut connection = listening.connect_from(&format!("127.0.1.{}", number % 10)).await;
        connection.send(HALF_A_HEAD).await;
        opened.push(connection);
    }
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    kept.send(HALF_A_HEAD).await;
    stopped(listening.stop()).await;
    kept.is_closed().await;
    for connection in &mut opened {
        connection.is_closed().await;
    }
}

#[tokio::test]
async fn a_shutdown_finishes_calls_in_progress_and_accepts_no_others() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let address = listening.address;
    let mut connection = listening.connect().await;
    connection.send(head("POST /api/rules/mask.zip", 11) + "{").await;
    // Once this call is answered, the earlier connection is accepted.
    listening.connect().await.get("/api/status").await.expect(200);
    let served = listening.stop();
    while connection::connect(address, "127.0.0.1").await.is_ok() {
        tokio::task::yield_now().await;
    }
    connection.send(r#""text":""}"#).await;
    let answered = connection.answer().await;
    answered.expect(200);
    assert_eq!(answered.header("connection"), Some("close"));
    connection.is_closed().await;
    stopped(served).await;
}

#[tokio::test]
async fn the_shutdown_does_not_wait_forever_for_calls_in_progress() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.shutdown = SHORT).await;
    let mut connection = listening.connect().await;
    connection.send(head("POST /api/rules/mask.zip", 11) + "{").await;
    listening.connect().await.get("/api/status").await.expect(200);
    stopped(listening.stop()).await;
    connection.is_closed().await;
}

#[tokio::test]
async fn a_connection_whose_caller_does_not_read_the_answer_is_closed() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.stalled_answer = SHORT).await;
    let mut connection = listening.connect().await;
    // More than the system's buffers hold for a caller who does not read.
    connection.send("GET /api/openapi.json HTTP/1.1\r\nHost: stylebox.test\r\n\r\n".repeat(500)).await;
    listening.connect().await.get("/api/status").await.expect(200);
    // A shutdown would wait for an unfinished answer.
    stopped(listening.stop()).await;
}

/// A listener that fails a few times before it works.
struct Failing {
    listener: TcpListener,
    failures: u32,
}

impl Accept for Failing {
    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        if self.failures > 0 {
            self.failures -= 1;
            // EMFILE: too many open files.
            return Err(io::Error::from_raw_os_error(24));
        }
        Accept::accept(&mut self.listener).await
    }
}

#[tokio::test]
async fn the_listener_goes_on_after_it_ran_out_of_files() {
    let app = TestApp::start().await;
    let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let begun = Instant::now();
    let listening = app.listen_to(Failing { listener, failures: 3 }, address, |_| {});
    listening.connect().await.get("/api/status").await.expect(200);
    assert!(begun.elapsed() >= Duration::from_millis(300), "it has tried again immediately: {:?}", begun.elapsed());
}

#[tokio::test]
async fn rate_limits_count_the_connections_source_address() {
    let app = TestApp::with(|settings| settings.rules_rate_limit = 1).await;
    let listening = app.listen(|_| {}).await;
    for (source, status) in [("127.0.0.2", 200), ("127.0.0.2", 429), ("127.0.0.3", 200)] {
        let mut connection = listening.connect_from(source).await;
        connection.send(head("POST /api/rules/mask.zip", 11) + r#"{"text":""}"#).await;
        connection.answer().await.expect(status);
    }
}
