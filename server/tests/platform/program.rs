//! The program itself: starting, failing to start, and stopping.

use crate::support::{Shopper, TestApp, connection};
use clap::CommandFactory;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use stylebox_server::cli::Cli;
use stylebox_server::providers::sms::choice::SmsChoice;
use stylebox_server::settings::Settings;
use stylebox_server::store::operation::shop_facts;

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
async fn a_taken_port_is_reported() {
    let app = TestApp::start().await;
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let database = app.state.settings.database_url.expose();
    let output = run(&["--demo", "--log", "error", "--listen", &address.to_string(), "--database-url", database]);
    says(&output, 1, &format!("Port {} is taken by another program", address.port()));
}

#[test]
fn a_database_that_cannot_be_opened_is_reported() {
    let inside_a_file = format!("sqlite:{}/stylebox.db", env!("CARGO_BIN_EXE_stylebox-server"));
    says(&run(&["migrate", "--log", "error", "--database-url", &inside_a_file]), 1, "cannot be opened: the folder");
    let nobody = "postgres://ann:secret@127.0.0.1:1/shop";
    let output = run(&["migrate", "--log", "error", "--database-url", nobody]);
    says(&output, 1, "The database postgres://ann@127.0.0.1:1/shop cannot be opened");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("secret"));
}

#[test]
fn an_invalid_flag_is_reported() {
    says(&run(&["--listen", "everywhere"]), 2, "invalid value 'everywhere' for '--listen <ADDRESS:PORT>'");
    says(&run(&["--nonsense"]), 2, "unexpected argument '--nonsense'");
    says(&run(&["--demo", "--listen", "0.0.0.0:8080"]), 1, "Demo mode listens on this machine only");
    says(&run(&["--public-url", "nowhere"]), 1, "The public address \"nowhere\" is not of the form");
    says(&run(&["--database-url", "sqlite::memory:"]), 1, "names no file");
    says(&run(&["--log", "a=b=c"]), 1, "The log filter \"a=b=c\" cannot be read");
}

#[test]
fn fake_providers_are_listed_with_their_flags() {
    let output = run(&[]);
    let begins = "Real customers cannot be served by fake providers: the sandbox gateway charges nobody (--payment)";
    says(&output, 1, begins);
    for flag in ["payment", "mail", "sms", "tax"] {
        says(&output, 1, &format!("(--{flag})"));
    }
    // Embedded defaults that really work are not listed.
    for flag in ["human-check", "photos", "reviews", "fraud"] {
        assert!(!String::from_utf8_lossy(&output.stderr).contains(flag), "{flag}");
    }
    says(&run(&["--sms", "pigeon"]), 2, "invalid value 'pigeon' for '--sms <SMS>'");
    says(&run(&["--demo", "--listen", "0.0.0.0:1"]), 1, "Demo mode listens on this machine only");
}

#[tokio::test]
async fn check_warns_about_providers_that_a_real_shop_lacks() {
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.expose();
    let check =
        |arguments: &[&str]| run(&[&["check", "--log", "error", "--database-url", database], arguments].concat());
    let said = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    // `check` reports the parties, although `serve` would not start with these fakes.
    let live = check(&[]);
    says(&live, 1, "Real customers cannot be served by fake providers");
    let live = said(&live);
    let warning = live.lines().find(|line| line.starts_with("warning ")).unwrap_or_else(|| panic!("{live}"));
    assert!(warning.contains("addresses are looked up nowhere"), "{warning}");
    assert!(live.contains("name the demonstration's retailer"), "{live}");
    let demo = check(&["--demo"]);
    assert_eq!(demo.status.code(), Some(0));
    assert!(!said(&demo).contains("warning"));
}

#[test]
fn an_operators_tax_table_may_serve_customers_and_a_bad_entry_in_it_stops_the_start() {
    let folder = std::env::temp_dir().join(format!("stylebox-tax-table-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let demonstration = include_str!("../../data/tax_rates.json");
    let good = write("good.json", demonstration);
    let output = run(&["--tax", "table", "--tax-table", &good]);
    says(&output, 1, "Real customers cannot be served by fake providers");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("(--tax)"), "that table is not a fake");
    let bad = write("bad.json", &demonstration.replace("\"WY\": \"0.04\"", "\"WY\": \"4%\""));
    let database = format!("sqlite:{}", folder.join("stylebox.db").display());
    assert_eq!(run(&["migrate", "--log", "error", "--database-url", &database]).status.code(), Some(0));
    let output = run(&["check", "--log", "error", "--demo", "--database-url", &database, "--tax-table", &bad]);
    let sentence =
        format!("The file {bad:?} of --tax-table: the rate of WY is not of the form 0.06875 (it is \"4%\").");
    says(&output, 1, &sentence);
    let without_key = run(&["check", "--demo", "--database-url", &database, "--tax", "stripe-tax"]);
    says(&without_key, 1, "--tax stripe-tax needs STYLEBOX_STRIPE_SECRET_KEY.");
    fs::remove_dir_all(&folder).unwrap();
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

/// The sample environment, `deploy/stylebox.env`, with one variable per line.
fn sample_environment() -> (&'static str, Vec<(&'static str, &'static str)>) {
    let sample = include_str!("../../../deploy/stylebox.env");
    let lines = sample.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    (sample, lines.map(|line| line.split_once('=').unwrap()).collect())
}

#[test]
fn no_value_of_the_sample_environment_needs_quotes() {
    let (sample, variables) = sample_environment();
    assert!(variables.len() > 12, "{variables:?}");
    for (name, value) in &variables {
        assert!(name.starts_with("STYLEBOX_") && !value.is_empty(), "{name}");
        // No blank, and no sign that has a meaning for a shell, Docker or systemd.
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_-./:@,=…".contains(sign);
        assert!(value.chars().all(is_plain), "{name}={value}");
    }
    // A shell reads the same values as Docker and systemd, which take them literally.
    let file = std::env::temp_dir().join(format!("stylebox-sample-{}.env", std::process::id()));
    fs::write(&file, sample).unwrap();
    let mut shell = Command::new("sh");
    let read = shell.env_clear().arg("-ec").arg("set -a; . \"$0\"; /usr/bin/env").arg(&file).output().unwrap();
    fs::remove_file(&file).unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&read.stdout), String::from_utf8_lossy(&read.stderr));
    assert!(read.status.success() && wrong.is_empty(), "{wrong}");
    for (name, value) in &variables {
        assert!(said.lines().any(|line| line == format!("{name}={value}")), "{name}: {said}");
    }
}

#[test]
fn ops_without_a_command_lists_the_commands() {
    let output = run(&["ops"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    for command in ["list", "style", "ship", "deliver", "receive", "complete"] {
        assert!(text.contains(&format!("  {command} ")), "{command}: {text}");
    }
}

/// Starts the program in demo mode on a database. Returns it with the address that it listens on.
fn serve(database: &str, arguments: &[&str]) -> (Running, SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(["--demo", "--listen", "127.0.0.1:0", "--database-url", database]).args(arguments);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut running = Running { log: BufReader::new(child.stderr.take().unwrap()), child };
    let line = running.log.by_ref().lines().map_while(Result::ok).find(|line| line.contains("serving"));
    let Some(line) = line else { panic!("it does not serve") };
    let address = line.split("address=").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    (running, address.parse().unwrap())
}

/// The head of a call whose body does not come.
#[cfg(target_os = "linux")]
const HALF_A_BODY: &str = "POST /api/sessions HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_stops_in_time_despite_incomplete_calls() {
    let app = TestApp::start().await;
    let (mut running, address) = serve(app.state.settings.database_url.expose(), &["--shutdown-seconds", "1"]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", running.child.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let files: Vec<&str> = files.split_whitespace().collect();
    assert_eq!(files[3], files[4], "the limit of open files is raised to the maximum");
    let mut lines = Vec::new();
    for number in 0..300 {
        let mut line = connection::connect(address, &format!("127.0.1.{}", number % 10)).await.unwrap();
        let half = if number % 2 == 0 { "GET /api/sta" } else { HALF_A_BODY };
        line.send(half).await;
        lines.push(line);
    }
    // Once this call is answered, all earlier connections are accepted.
    connection::connect(address, "127.0.0.1").await.unwrap().get("/api/status").await.expect(200);
    kill_process(Pid::from_child(&running.child), Signal::TERM).unwrap();
    let waited = Instant::now();
    let status = loop {
        if let Some(status) = running.child.try_wait().unwrap() {
            break status;
        }
        // The limit for bodies is ten seconds, so it does not end these calls.
        assert!(waited.elapsed() < Duration::from_secs(8), "it does not stop");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(status.success(), "{status}");
}

#[tokio::test]
async fn links_in_emails_of_ops_go_to_the_servers_address() {
    let app = TestApp::start().await;
    let mut ann = Shopper::with_order(&app, "ann@example.com").await;
    let code = ann.code().await;
    let database = app.state.settings.database_url.expose().to_owned();
    let ops = |arguments: &[&str]| {
        let always = ["ops", "--log", "error", "--demo", "--database-url", &database];
        run(&[&always[..], arguments].concat())
    };
    // The test's app has stored no address, as if no server had started on the database.
    says(&ops(&["list"]), 1, "The address for links in mails is not known yet: start the server once");
    assert!(ops(&["list", "--public-url", "https://localhost:7443"]).status.success());

    drop(serve(&database, &["--public-url", "https://localhost:8443"]));
    for step in ["style", "ship", "deliver"] {
        let output = ops(&[step, &code]);
        assert!(output.status.success(), "{step}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let sent = app.dump().await;
    assert!(sent.contains("https://localhost:8443/members/checkout/stylist-note"), "{sent}");
    assert!(!sent.contains("http://localhost"), "{sent}");

    // The server gets another address.
    drop(serve(&database, &["--public-url", "https://127.0.0.1:9443"]));
    let mut tx = app.state.db.read().await.unwrap();
    let kept = shop_facts::public_url(&mut tx).await.unwrap().unwrap();
    assert_eq!(kept, "https://127.0.0.1:9443");
}

#[tokio::test]
async fn ops_works_only_with_the_same_parties_as_the_server() {
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.expose().to_owned();
    let ops = |arguments: &[&str]| {
        run(&[&["ops", "list", "--log", "error", "--database-url", &database], arguments].concat())
    };
    // No server has started here yet.
    let fakes = "Real customers cannot be served by fake providers";
    says(&ops(&["--public-url", "https://shop.example"]), 1, fakes);

    drop(serve(&database, &["--sms", "none"]));
    // Demo mode comes from the server. A party that only visitors use, such as the theme boxes, may differ.
    assert!(ops(&["--sms", "none", "--theme-boxes", "built-in"]).status.success());
    let refused = "The server on this database works with --sms none, and this command would not";
    says(&ops(&["--demo"]), 1, refused);
    let mut live = Settings::clone(&app.state.settings);
    crate::support::live(&mut live);
    live.parties.sms = SmsChoice::None;
    let mut tx = app.state.db.write().await.unwrap();
    shop_facts::set_choices(&mut tx, &live.choices(), app.state.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    let refused = "The server on this database works without --demo, and this command would not";
    says(&ops(&["--demo", "--sms", "none"]), 1, refused);
}

#[tokio::test]
async fn a_running_server_follows_the_demo_clock() {
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.expose().to_owned();
    let (_running, address) = serve(&database, &[]);
    let output = run(&["ops", "--log", "error", "--demo", "--database-url", &database, "clock", "+1"]);
    assert!(String::from_utf8_lossy(&output.stdout).ends_with(": 1 days ahead.\n"), "{output:?}");
    let tomorrow = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + Duration::from_secs(24 * 60 * 60 - 60);
    let waited = Instant::now();
    loop {
        let status = connection::connect(address, "127.0.0.1").await.unwrap().get("/api/status").await.expect(200);
        let now: stylebox_core::values::business_time::Instant = status["now"].as_str().unwrap().parse().unwrap();
        if now.unix_micros() > i64::try_from(tomorrow.as_micros()).unwrap() {
            break;
        }
        assert!(waited.elapsed() < Duration::from_secs(10), "the server does not follow: {now}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn the_last_stored_public_address_is_used() {
    let app = TestApp::start().await;
    let mut tx = app.state.db.write().await.unwrap();
    for address in ["https://old.example", "https://shop.example:8443"] {
        shop_facts::set_public_url(&mut tx, address, app.state.clock.now()).await.unwrap();
        assert_eq!(shop_facts::public_url(&mut tx).await.unwrap().as_deref(), Some(address));
    }
}

/// Kills a program when the test ends.
struct Running {
    child: Child,
    /// Kept open, because a program that cannot log stops.
    log: BufReader<ChildStderr>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_crash_leaves_no_dump_and_a_second_start_finds_everything() {
    let app = TestApp::start().await;
    let database = app.state.settings.database_url.expose().to_owned();
    for _ in 0..2 {
        let (running, _) = serve(&database, &[]);
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", running.child.id())).unwrap();
        let dumps: Vec<&str> = limits.lines().filter(|line| line.starts_with("Max core file size")).collect();
        assert_eq!(dumps[0].split_whitespace().collect::<Vec<_>>()[4..6], ["0", "0"]);
        // Dropped here: killed as by `kill -9`.
    }
    let dump = app.dump().await;
    let dana = |line: &&str| line.starts_with("customers") && line.contains("email_key") && line.contains("dana@");
    assert_eq!(dump.lines().filter(dana).count(), 1);
}
