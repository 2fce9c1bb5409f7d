//! The program with `--telemetry otlp`.

use crate::doubles::http::HttpFault;
use crate::doubles::otlp::OtlpDouble;
use crate::support::{TestDatabase, connection};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use stylebox_server::store::Db;

fn program(arguments: &[&str], url: &str, headers: Option<&str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(arguments).args(["--demo", "--telemetry", "otlp", "--otlp-url", url]);
    headers.map(|headers| command.env("STYLEBOX_OTLP_HEADERS", headers));
    command
}

/// Runs the command on another thread: the double answers on the test's own thread.
async fn output(mut command: Command) -> Output {
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_bad_setting_stops_the_start() {
    let said = async |arguments: &[&str], url, headers| {
        let output = output(program(arguments, url, headers)).await;
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let here = "http://localhost:4318";
    let outside = said(&[], "http://collector.example", None).await;
    assert!(outside.contains("The address \"http://collector.example\" of --otlp-url is not"), "{outside}");
    let part = said(&["--otlp-sampling", "2"], here, None).await;
    assert!(part.contains("The value \"2\" of --otlp-sampling is not a number from 0 to 1"), "{part}");
    let headers = said(&[], here, Some("s3cret")).await;
    assert!(headers.contains("STYLEBOX_OTLP_HEADERS is not of the form") && !headers.contains("s3cret"), "{headers}");
}

#[tokio::test]
async fn check_says_whether_the_collector_accepts_traces() {
    let double = OtlpDouble::start().await;
    double.demand("k3y");
    let database = TestDatabase::fresh().await;
    Db::open(&database.secret_url()).await.unwrap().close().await;
    let check = async |headers| {
        let arguments = ["check", "--log", "error", "--database-url", &database.url];
        let output = output(program(&arguments, &double.url(), headers)).await;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().find(|line| line.starts_with("telemetry")).unwrap_or_else(|| panic!("{said}"));
        let words = line.trim_start_matches("telemetry").trim().to_owned();
        (output.status.code(), words)
    };
    assert_eq!(check(Some("api-key=k3y")).await, (Some(0), "reached".to_owned()));
    let refused = "refused: the collector of traces answers 401.".to_owned();
    assert_eq!(check(Some("api-key=other")).await, (Some(1), refused));
    double.set_http(HttpFault::Down);
    assert_eq!(check(None).await, (Some(1), "not reachable".to_owned()));
}

#[tokio::test]
async fn a_server_that_stops_sends_its_last_traces() {
    let double = OtlpDouble::start().await;
    let database = TestDatabase::fresh().await;
    let arguments = ["--listen", "127.0.0.1:0", "--database-url", &database.url];
    let mut child = program(&arguments, &double.url(), None).stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let started = tokio::task::spawn_blocking(move || {
        let mut lines = log.lines().map_while(Result::ok);
        let serving = lines.find(|line| line.contains("serving")).unwrap();
        let address = serving.split("address=").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        // Read to the end, because a program that cannot log stops.
        std::thread::spawn(move || lines.for_each(drop));
        address
    });
    let address = started.await.unwrap();
    let trace = "4bf92f3577b34da6a3ce929d0e0e4755";
    let call =
        format!("GET /api/status HTTP/1.1\r\nhost: localhost\r\ntraceparent: 00-{trace}-00f067aa0ba902b7-00\r\n\r\n");
    let mut line = connection::connect(address.parse().unwrap(), "127.0.0.1").await.unwrap();
    line.send(&call).await;
    line.answer().await.expect(200);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let begun = Instant::now();
    let status = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
    assert!(status.success() && begun.elapsed() < Duration::from_secs(15), "{status}");
    let spans = double.spans();
    let request = spans.iter().find(|span| span.trace() == trace).unwrap();
    assert_eq!(request.name(), "GET /api/status");
    assert!(spans.iter().any(|span| span.name().starts_with("job ")));
}
