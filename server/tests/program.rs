//! The program itself: what it says when it cannot start.

use crate::support::TestApp;
use clap::CommandFactory;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use stylebox_server::cli::Cli;

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
    says(&run(&["--database-url", "sqlite::memory:"]), 1, "names no file");
    says(&run(&["--log", "a=b=c"]), 1, "The log filter \"a=b=c\" cannot be read");
}

#[test]
fn what_only_pretends_is_said_with_its_flag() {
    let output = run(&[]);
    let begins =
        "Real customers cannot be served by parts that only pretend: the sandbox gateway charges nobody (--payment)";
    says(&output, 1, begins);
    for flag in ["payment", "mail", "sms", "address", "tax"] {
        says(&output, 1, &format!("(--{flag})"));
    }
    // What is real without anybody else is not among them.
    for flag in ["human-check", "photos", "reviews", "fraud"] {
        assert!(!String::from_utf8_lossy(&output.stderr).contains(flag), "{flag}");
    }
    says(&run(&["--sms", "pigeon"]), 2, "invalid value 'pigeon' for '--sms <SMS>'");
    says(&run(&["--demo", "--listen", "0.0.0.0:1"]), 1, "Demo mode listens on this machine only");
}

#[test]
fn help_explains_every_flag() {
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    let flags = Cli::command();
    let flags: Vec<&clap::Arg> = flags.get_arguments().collect();
    assert!(flags.len() >= 13, "{}", flags.len());
    for flag in flags {
        let name = flag.get_long().unwrap();
        assert!(text.contains(&format!("--{name}")), "{name}: {text}");
        let words = flag.get_long_help().or(flag.get_help()).map(ToString::to_string).unwrap_or_default();
        assert!(words.len() > 20, "--{name} is not explained: {words}");
        let variable = flag.get_env().map(|variable| variable.to_string_lossy().into_owned()).unwrap_or_default();
        assert_eq!(variable, format!("STYLEBOX_{}", name.to_uppercase().replace('-', "_")));
    }
}

#[test]
fn ops_alone_says_what_it_can_do() {
    let output = run(&["ops"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    for command in ["list", "style", "ship", "deliver", "receive", "complete"] {
        assert!(text.contains(&format!("  {command} ")), "{command}: {text}");
    }
}

/// Kills a program when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_crash_leaves_no_dump_and_a_second_start_finds_everything() {
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.clone();
    for _ in 0..2 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
        command.env_clear().args(["--demo", "--listen", "127.0.0.1:0", "--database-url", &database]);
        let mut running = Running(command.stderr(Stdio::piped()).spawn().unwrap());
        let said = BufReader::new(running.0.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut said = said.skip_while(|line| !line.contains("serving"));
        assert!(said.next().is_some(), "it serves");
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", running.0.id())).unwrap();
        let dumps: Vec<&str> = limits.lines().filter(|line| line.starts_with("Max core file size")).collect();
        assert_eq!(dumps[0].split_whitespace().collect::<Vec<_>>()[4..6], ["0", "0"]);
        // Dropped here: killed as by `kill -9`.
    }
    let dump = app.dump().await;
    let dana = |line: &&str| line.starts_with("customers") && line.contains("email_key") && line.contains("dana@");
    assert_eq!(dump.lines().filter(dana).count(), 1);
}
