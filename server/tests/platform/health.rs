//! `health`: for orchestrators that run a command to see whether a server can serve.

use crate::doubles::http::HttpDouble;
#[cfg(target_os = "linux")]
use crate::support::Running;
use crate::support::TestApp;
use axum::Router;
use axum::http::StatusCode;
use std::process::{Command, Output};

fn health(listen: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(["health", "--listen", listen]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_serves_is_healthy() {
    let app = TestApp::start().await;
    let server = Running::start(app.state.settings.database_url.expose(), &[]);
    let output = health(server.address());
    assert_eq!((output.status.code(), output.stdout, output.stderr), (Some(0), Vec::new(), Vec::new()));
    // A container's server listens on all addresses.
    let port = server.address().rsplit(':').next().unwrap();
    assert_eq!(health(&format!("0.0.0.0:{port}")).status.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_serve_is_not() {
    let busy = HttpDouble::start(Router::new().fallback(async || StatusCode::SERVICE_UNAVAILABLE)).await;
    let address = busy.url().trim_start_matches("http://").to_owned();
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().to_string()
    };
    for (address, says) in [(&address, "cannot serve: it answers with 503."), (&gone, "does not answer.")] {
        let output = health(address);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert_eq!(text, format!("stylebox: The server on {address} {says}\n"));
    }
}
