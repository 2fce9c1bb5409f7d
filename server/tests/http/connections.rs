//! Connections: nobody is shut out by callers who send half of something, and nobody is cut off without being told.
//!
//! Where a test waits for a limit, it has made that limit short; all others are longer than a test lasts.

use crate::support::line::{self, Line, Listening, stopped};
use crate::support::{TestApp, camera};
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use stylebox_server::http::connections::{Accept, listen};
use tokio::net::{TcpListener, TcpStream};

/// A limit that a test waits for.
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

async fn half_a_head(listening: &Listening) -> Line {
    let mut line = listening.connect().await;
    line.send(HALF_A_HEAD).await;
    line
}

/// Where a customer may send a photo.
async fn upload(app: &TestApp) -> String {
    let mut ann = app.client();
    ann.register("ann@example.com").await;
    camera::link(&mut ann, "me.jpg").await.0
}

#[tokio::test]
async fn half_a_head_is_refused_once_its_time_is_over() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut line = half_a_head(&listening).await;
    let refused = line.answer().await;
    let words = refused.refused(408, "request_timeout");
    assert_eq!(words, "The request did not arrive in time. Please try again.");
    assert_eq!(refused.header("connection"), Some("close"));
    assert_eq!(refused.header("content-type"), Some("application/json"));
    line.is_closed().await;
    // A connection that has sent nothing is told nothing.
    listening.connect().await.is_closed().await;
}

#[tokio::test]
async fn a_head_has_its_time_as_a_whole_however_it_comes() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut line = half_a_head(&listening).await;
    // The first head was whole; the second comes byte by byte, and each byte in time.
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    kept.send(HALF_A_HEAD).await;
    let begun = Instant::now();
    let mut tick = tokio::time::interval(SHORT / 10);
    loop {
        tokio::select! {
            refused = line.answer() => {
                refused.refused(408, "request_timeout");
                break;
            }
            _ = tick.tick() => kept.send("a").await,
        }
        assert!(begun.elapsed() < 10 * SHORT, "it is still waited for");
    }
    kept.answer().await.refused(408, "request_timeout");
}

#[tokio::test]
async fn a_kept_connection_may_be_silent_for_longer_than_a_head_may_take() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.head = SHORT).await;
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    // Begun later, and over before: the kept one has been silent for longer than that.
    half_a_head(&listening).await.answer().await.refused(408, "request_timeout");
    kept.get("/api/status").await.expect(200);
}

#[tokio::test]
async fn a_kept_connection_that_stays_silent_is_closed_without_a_word() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.idle = SHORT).await;
    let mut kept = listening.connect().await;
    assert_eq!(kept.get("/api/status").await.header("connection"), None);
    kept.is_closed().await;
}

#[tokio::test]
async fn half_a_body_is_refused_once_too_little_of_it_comes() {
    let app = TestApp::start().await;
    let upload = upload(&app).await;
    let listening = app.listen(|limits| limits.body_window = SHORT).await;
    for call in ["POST /api/sessions", "POST /api/rules/mask.zip", &format!("PUT {upload}")] {
        let mut line = listening.connect().await;
        line.send(head(call, 1000)).await;
        line.send("{\"customer\": ").await;
        let refused = line.answer().await;
        refused.refused(408, "request_timeout");
        assert_eq!(refused.header("connection"), Some("close"), "{call}");
        line.is_closed().await;
    }
}

#[tokio::test]
async fn a_body_that_is_announced_as_too_large_is_refused_before_it_comes() {
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
            let mut line = listening.connect().await;
            line.send(head(call, length).replacen("\r\n", &format!("\r\n{expects}"), 1)).await;
            let refused = line.answer().await;
            refused.refused(413, "too_large");
            assert_eq!(refused.header("connection"), Some("close"), "{call}");
            line.is_closed().await;
        }
    }
    // Not announced, it is refused once it has come.
    let mut line = listening.connect().await;
    line.send("POST /api/sessions HTTP/1.1\r\nHost: stylebox.test\r\nContent-Type: application/json\r\n").await;
    line.send(format!("Transfer-Encoding: chunked\r\n\r\n10001\r\n{}\r\n", "a".repeat(0x10001))).await;
    line.answer().await.refused(413, "too_large");
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
    let mut line = listening.connect().await;
    for (call, status) in REFUSED_EARLY {
        // Small and whole: the connection goes on.
        line.send(head_of_type("text/plain", call, 40_000)).await;
        line.send("a".repeat(40_000)).await;
        let refused = line.answer().await;
        assert_eq!((refused.status.as_u16(), refused.header("connection")), (status, None), "{call}");
        // It does not come: the connection closes, and says so.
        let mut half = listening.connect().await;
        half.send(head_of_type("text/plain", call, 40_000) + "a").await;
        let refused = half.answer().await;
        assert_eq!((refused.status.as_u16(), refused.header("connection")), (status, Some("close")), "{call}");
        half.is_closed().await;
    }
    line.get("/api/status").await.expect(200);
}

#[tokio::test]
async fn a_caller_who_goes_on_sending_can_still_read_why_the_call_is_refused() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let mut line = listening.connect().await;
    let photo = vec![b'a'; 8 * 1024 * 1024];
    line.send(head("PUT /uploads/1?expires=1&signature=none", photo.len() as u64)).await;
    line.send(&photo).await;
    let refused = line.answer().await;
    refused.refused(403, "not_authorized");
    assert_eq!(refused.header("connection"), Some("close"));
    // The same for a head that is too large to be one.
    let mut line = listening.connect().await;
    line.send(format!("GET /{} HTTP/1.1\r\n", "a".repeat(1024 * 1024))).await;
    assert_eq!(line.answer().await.status, 431);
}

#[tokio::test]
async fn an_address_has_a_hundred_connections_and_leaves_the_others_theirs() {
    let app = TestApp::with(|settings| settings.trusted_proxies = vec!["127.0.0.9".parse().unwrap()]).await;
    let listening = app.listen(|_| {}).await;
    let mut lines = Vec::new();
    for _ in 0..100 {
        lines.push(listening.connect_from("127.0.0.2").await);
    }
    listening.connect_from("127.0.0.2").await.is_closed().await;
    listening.connect_from("127.0.0.3").await.get("/api/status").await.expect(200);
    // Each of the hundred can be used.
    for line in &mut lines {
        line.get("/api/status").await.expect(200);
    }
    // One that is given back is free again, as soon as the service has noticed.
    lines.pop();
    let free = async {
        loop {
            let mut line = listening.connect_from("127.0.0.2").await;
            line.send("GET /api/status HTTP/1.1\r\nHost: stylebox.test\r\n\r\n").await;
            if line.answers().await {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), free).await.expect("the place is not free again");
    // A proxy brings the calls of many.
    let mut proxied = Vec::new();
    for _ in 0..101 {
        proxied.push(listening.connect_from("127.0.0.9").await);
    }
    proxied[100].get("/api/status").await.expect(200);
}

#[tokio::test]
async fn when_all_places_are_taken_the_one_without_a_head_for_longest_makes_room() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.total = 4).await;
    // This one is at a call: nothing is waited for but its body.
    let mut calling = listening.connect().await;
    calling.send(head("POST /api/rules/mask.zip", 11)).await;
    let mut first = half_a_head(&listening).await;
    let mut second = half_a_head(&listening).await;
    // By its answer, all before it are accepted.
    let mut third = listening.connect().await;
    third.get("/api/status").await.expect(200);
    let mut fourth = listening.connect().await;
    fourth.get("/api/status").await.expect(200);
    first.is_closed().await;
    let mut fifth = listening.connect().await;
    fifth.get("/api/status").await.expect(200);
    second.is_closed().await;
    // Those that are left have lost nothing.
    calling.send(r#"{"text":""}"#).await;
    calling.answer().await.expect(200);
    for line in [&mut third, &mut fourth, &mut fifth] {
        line.get("/api/status").await.expect(200);
    }
}

#[tokio::test]
async fn a_call_whose_body_does_not_come_makes_room_if_no_other_can() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.total = 2).await;
    let mut lines = Vec::new();
    for _ in 0..2 {
        let mut line = listening.connect().await;
        line.send(head("POST /api/rules/mask.zip", 11) + "{").await;
        lines.push(line);
    }
    listening.connect().await.get("/api/status").await.expect(200);
    lines[0].is_closed().await;
    lines[1].send(r#""text":""}"#).await;
    lines[1].answer().await.expect(200);
}

#[tokio::test]
async fn what_has_sent_half_of_something_does_not_hold_up_the_end() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let mut lines = Vec::new();
    for number in 0..300 {
        let mut line = listening.connect_from(&format!("127.0.1.{}", number % 10)).await;
        line.send(HALF_A_HEAD).await;
        lines.push(line);
    }
    let mut kept = listening.connect().await;
    kept.get("/api/status").await.expect(200);
    kept.send(HALF_A_HEAD).await;
    stopped(listening.stop()).await;
    kept.is_closed().await;
    for line in &mut lines {
        line.is_closed().await;
    }
}

#[tokio::test]
async fn the_calls_under_way_are_finished_and_no_others_begun() {
    let app = TestApp::start().await;
    let listening = app.listen(|_| {}).await;
    let address = listening.address;
    let mut line = listening.connect().await;
    line.send(head("POST /api/rules/mask.zip", 11) + "{").await;
    // By this answer the one before is accepted.
    listening.connect().await.get("/api/status").await.expect(200);
    let served = listening.stop();
    while line::connect(address, "127.0.0.1").await.is_ok() {
        tokio::task::yield_now().await;
    }
    line.send(r#""text":""}"#).await;
    let answered = line.answer().await;
    answered.expect(200);
    assert_eq!(answered.header("connection"), Some("close"));
    line.is_closed().await;
    stopped(served).await;
}

#[tokio::test]
async fn the_end_does_not_wait_for_ever_for_the_calls_under_way() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.shutdown = SHORT).await;
    let mut line = listening.connect().await;
    line.send(head("POST /api/rules/mask.zip", 11) + "{").await;
    listening.connect().await.get("/api/status").await.expect(200);
    stopped(listening.stop()).await;
    line.is_closed().await;
}

#[tokio::test]
async fn a_caller_who_takes_nothing_of_an_answer_is_given_up() {
    let app = TestApp::start().await;
    let listening = app.listen(|limits| limits.stalled_answer = SHORT).await;
    let mut line = listening.connect().await;
    // More than the system keeps for a caller who does not read.
    line.send("GET /api/openapi.json HTTP/1.1\r\nHost: stylebox.test\r\n\r\n".repeat(500)).await;
    listening.connect().await.get("/api/status").await.expect(200);
    // What is left to be answered would hold this up.
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
async fn a_machine_that_has_run_out_of_files_is_given_a_moment() {
    let app = TestApp::start().await;
    let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let begun = Instant::now();
    let listening = app.listen_to(Failing { listener, failures: 3 }, address, |_| {});
    listening.connect().await.get("/api/status").await.expect(200);
    assert!(begun.elapsed() >= Duration::from_millis(300), "it has tried again at once: {:?}", begun.elapsed());
}

#[tokio::test]
async fn limits_count_the_address_at_the_other_end() {
    let app = TestApp::with(|settings| settings.rules_rate_limit = 1).await;
    let listening = app.listen(|_| {}).await;
    for (source, status) in [("127.0.0.2", 200), ("127.0.0.2", 429), ("127.0.0.3", 200)] {
        let mut line = listening.connect_from(source).await;
        line.send(head("POST /api/rules/mask.zip", 11) + r#"{"text":""}"#).await;
        line.answer().await.expect(status);
    }
}
