//! The program itself: what it says when it cannot start.

use crate::support::TestApp;
use std::net::TcpListener;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(arguments);
    command.output().unwrap()
}

#[track_caller]
fn says(output: &Output, code: i32, sentence: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(sentence), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
}

#[tokio::test]
async fn a_port_that_is_taken_is_said() {
    let app = TestApp::start().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let database = &app.state.settings.database_url;
    let output = run(&["--demo", "--log", "error", "--listen", &address.to_string(), "--database-url", database]);
    says(&output, 1, &format!("Port {} is taken by another program", address.port()));
}

#[test]
fn a_database_that_cannot_be_opened_is_said() {
    let inside_a_file = format!("sqlite:{}/stylebox.db", env!("CARGO_BIN_EXE_stylebox-server"));
    says(&run(&["migrate", "--log", "error", "--database-url", &inside_a_file]), 1, "cannot be opened: the folder");
    let nobody = "postgres://ann:secret@127.0.0.1:1/shop";
    let output = run(&["migrate", "--log", "error", "--database-url", nobody]);
    says(&output, 1, "The database postgres://ann@127.0.0.1:1/shop cannot be opened");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("secret"));
}

#[test]
fn a_flag_that_cannot_be_right_is_said() {
    says(&run(&["--listen", "everywhere"]), 2, "invalid value 'everywhere' for '--listen <ADDRESS:PORT>'");
    says(&run(&["--nonsense"]), 2, "unexpected argument '--nonsense'");
    says(&run(&["--demo", "--listen", "0.0.0.0:8080"]), 1, "Demo mode listens on this machine only");
    says(&run(&["--public-url", "nowhere"]), 1, "The public address \"nowhere\" is not of the form");
    says(&run(&[]), 1, "The sandbox payment gateway charges nobody");
    says(&run(&["--log", "a=b=c"]), 1, "The log filter \"a=b=c\" cannot be read");
}

#[test]
fn help_explains_every_flag() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    for flag in ["--listen", "--public-url", "--database-url", "--demo", "--trusted-proxies", "--rules-rate-limit"] {
        assert!(text.contains(flag), "{flag}: {text}");
    }
}
