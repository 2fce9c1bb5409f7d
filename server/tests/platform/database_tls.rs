//! TLS to PostgreSQL: a connection to another machine is encrypted, and that machine proves its name.

use crate::doubles::certificates::certified;
use crate::doubles::postgres::Postgres;
use std::process::{Command, Output};

fn migrate(url: &str, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    program.env_clear().args(["migrate", "--log", "error", "--database-url", url]).args(more).output().unwrap()
}

#[track_caller]
fn is_refused(output: &Output, why: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.to_lowercase().contains(&why.to_lowercase()), "{text}");
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn a_database_server_is_trusted_only_with_a_known_authority_and_the_right_name() {
    // If SQLite is tested, the machine need not have PostgreSQL.
    let Ok(without_tls) = std::env::var("STYLEBOX_TEST_POSTGRES") else { return };
    let (own, other) = (certified("localhost"), certified("localhost"));
    let server = Postgres::start(&own);
    let own_ca = server.file("own.pem", &own.ca_pem);
    let other_ca = server.file("other.pem", &other.ca_pem);
    let verified = |host: &str| format!("{}?sslmode=verify-full", server.url(host));

    let taken = migrate(&verified("localhost"), &["--database-ca", &own_ca]);
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
    is_refused(&migrate(&verified("localhost"), &["--database-ca", &other_ca]), "invalid peer certificate");
    // No public authority has signed the certificate.
    is_refused(&migrate(&verified("localhost"), &[]), "UnknownIssuer");
    // The certificate is for another name.
    is_refused(&migrate(&verified("127.0.0.1"), &["--database-ca", &own_ca]), "not valid for name");
    // The server refuses unencrypted connections, so the first connection was encrypted.
    is_refused(&migrate(&format!("{}?sslmode=disable", server.url("localhost")), &[]), "no encryption");
    // A server without TLS is refused.
    let mark = if without_tls.contains('?') { '&' } else { '?' };
    is_refused(&migrate(&format!("{without_tls}{mark}sslmode=verify-full"), &[]), "TLS");
}

#[test]
fn an_unencrypted_connection_to_another_machine_is_refused() {
    for mode in ["", "?sslmode=prefer", "?sslmode=require"] {
        let output = migrate(&format!("postgres://ann:secret@db.example/shop{mode}"), &[]);
        is_refused(&output, "PostgreSQL on db.example holds customers' data, and is another machine");
    }
}
