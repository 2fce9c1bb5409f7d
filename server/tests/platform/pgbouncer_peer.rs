//! The service behind Debian's PgBouncer, which `just peers` names.

use crate::support::Running;
use crate::support::empty_database::{POSTGRES, connect_postgres, new_name};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Executor};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::str::FromStr;
use std::time::{Duration, Instant};
use stylebox_server::store::{Db, OpenError};

/// The variable with the path of the program.
const PROGRAM: &str = "STYLEBOX_TEST_PGBOUNCER";

/// How long its start may take.
const START: Duration = Duration::from_secs(10);

/// A PgBouncer in front of a new database.
struct PgBouncer {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl PgBouncer {
    async fn start(mode: &str, more: &str) -> Self {
        let server = std::env::var(POSTGRES).unwrap();
        let database = new_name();
        connect_postgres(&server).await.execute(AssertSqlSafe(format!("CREATE DATABASE {database}"))).await.unwrap();
        let options = PgConnectOptions::from_str(&server).unwrap();
        let (host, port, user) = (options.get_host(), options.get_port(), options.get_username());
        let own_port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(new_name());
        std::fs::create_dir(&folder).unwrap();
        let users = folder.join("users.txt");
        std::fs::write(&users, format!("\"{user}\" \"\"\n")).unwrap();
        let settings = folder.join("pgbouncer.ini");
        let text = format!(
            "[databases]\n{database} = host={host} port={port} dbname={database} user={user}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {own_port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = {mode}\n{more}\n",
            users.display()
        );
        std::fs::write(&settings, text).unwrap();
        let mut program = Command::new(std::env::var_os(PROGRAM).unwrap());
        // It refuses to run as root.
        if rustix::process::geteuid().is_root() {
            let nobody = Command::new("id").args(["-u", "nobody"]).output().unwrap().stdout;
            program.uid(String::from_utf8(nobody).unwrap().trim().parse().unwrap());
        }
        let child = program.arg("--quiet").arg(&settings).spawn().unwrap();
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", own_port)).is_err() {
            assert!(begun.elapsed() < START, "PgBouncer did not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { child, folder, url: format!("postgres://{user}@127.0.0.1:{own_port}/{database}") }
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A pooler can be told to ignore the options of a connection; then the planner's settings are set after connecting.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PgBouncer: `just peers`"]
async fn customers_are_served_through_session_mode() {
    for more in ["", "ignore_startup_parameters = options"] {
        let pooler = PgBouncer::start("session", more).await;
        let server = Running::start(&pooler.url, &["--human-check-steps", "1"]);
        let mut browser = server.client();
        browser.register("zed@example.com").await;
        browser.get("/api/account").await.expect(200);
        let db = Db::open(&pooler.url.as_str().into()).await.unwrap();
        let Db::Postgres(pool) = &db else { panic!("PostgreSQL") };
        let mode: String = sqlx::query_scalar("SHOW plan_cache_mode").fetch_one(&**pool).await.unwrap();
        assert_eq!(mode, "force_generic_plan");
    }
}

#[tokio::test]
#[ignore = "needs PgBouncer: `just peers`"]
async fn transaction_and_statement_mode_are_refused_by_name() {
    for mode in ["transaction", "statement"] {
        for more in ["", "server_round_robin = 1\nmin_pool_size = 5"] {
            let pooler = PgBouncer::start(mode, more).await;
            let refused = Db::open(&pooler.url.as_str().into()).await.unwrap_err();
            assert!(matches!(refused, OpenError::SharedConnections { .. }), "{mode}: {refused}");
        }
    }
}
