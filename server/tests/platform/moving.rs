//! Moving a shop into another database, and its photos into a bucket.

use crate::doubles::s3::S3Double;
use crate::platform::backup::{Backups, restored};
use crate::support::camera::upload;
use crate::support::{Shopper, TestApp, TestDatabase, ops};
use axum::http::Method;
use std::cell::Cell;
use std::future::poll_fn;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::pin::pin;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use stylebox_server::commands;
use stylebox_server::jobs::runner::{self, JobOutcome};
use stylebox_server::jobs::{self, server_watch};
use stylebox_server::platform::clock::SystemClock;
use stylebox_server::platform::secret_url::SecretUrl;
use stylebox_server::providers::photos::choice::PhotosChoice;
use stylebox_server::service::operation::moving::{self, Copied, Photos, PhotosMoved};
use stylebox_server::store::operation::whole::{self, Connection, Tally};
use stylebox_server::store::{Db, OpenError};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().args(arguments).args(["--log", "error"]).output().unwrap()
}

/// As a server that runs notes it.
const LOOKED_JUST_NOW: &str = "INSERT INTO shop_facts (name, value, updated_at)
    VALUES ('jobs_looked_at', '{\"since\":0,\"last\":9000000000000000}', 0)";

/// A shop whose server has ended.
async fn shop() -> TestApp {
    let app = open_shop().await;
    app.state.db.close().await;
    app
}

/// A shop with customers, a checkout and a photo. No server has looked for jobs there.
async fn open_shop() -> TestApp {
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    ann.check_out("a-key").await.expect(200);
    upload(&app, &mut ann.browser).await;
    Shopper::with_box(&app, "bea@example.com").await;
    app
}

/// Copies all rows, and returns what both databases hold.
async fn copied(from: &SecretUrl, to: &SecretUrl) -> Tally {
    let Copied::Compared(tally) = moving::copy(from, to, |_, _| {}).await.unwrap() else {
        panic!("nothing was compared")
    };
    tally
}

/// On PostgreSQL the tests move into SQLite and back, so both directions are tried.
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_is_moved_to_the_other_engine_and_back_with_every_row() {
    let app = shop().await;
    let from = app.state.settings.database_url.clone();
    let sqlite = TestDatabase::on_sqlite();
    let there = copied(&from, &sqlite.secret_url()).await;
    assert_eq!((there.tables["customers"].rows, there.tables["photo_files"].rows), (2, 1));
    let back = app.elsewhere().await;
    let again = copied(&sqlite.secret_url(), &back.secret_url()).await;
    check_same(&there, &again);

    let moved = TestApp::on(back, |_| {}).await;
    assert!(ops(&moved, "audit").await.is_ok());
    let mut browser = moved.client();
    browser.get("/readyz").await.expect(200);
    // No server starts on the old one any more.
    let refused = Db::open(&from).await.unwrap_err();
    assert!(matches!(&refused, OpenError::Moved { to, .. } if *to == sqlite.url), "{refused}");
    let output = run(&["serve", "--demo", "--listen", "127.0.0.1:0", "--database-url", from.expose()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("was moved to"), "{output:?}");
}

/// Cuts a copy off after it has copied a table with rows, and has gone so many steps further.
async fn cut_off(from: &SecretUrl, to: &SecretUrl, steps: usize) {
    let (was_copied, mut left) = (Cell::new(false), steps);
    let mut copy = pin!(moving::copy(from, to, |_, rows| was_copied.set(was_copied.get() || rows > 0)));
    let cut = poll_fn(|context| {
        assert!(copy.as_mut().poll(context).is_pending(), "the copy was to be cut off");
        if !was_copied.get() {
            return Poll::Pending;
        }
        let Some(fewer) = left.checked_sub(1) else { return Poll::Ready(()) };
        left = fewer;
        Poll::Pending
    });
    cut.await;
}

/// Copies all rows in several calls. Each call except the last is cut off, at a later step each time. Returns what both databases hold.
async fn copied_in_pieces(from: &SecretUrl, to: &SecretUrl) -> Tally {
    for steps in [0, 1, 2, 3, 5, 8, 13] {
        cut_off(from, to, steps).await;
        let refused = Db::open(to).await.unwrap_err();
        assert!(matches!(refused, OpenError::HalfCopied { .. }), "{refused}");
    }
    let refused = Db::open(from).await.unwrap_err();
    assert!(matches!(refused, OpenError::Moving { .. }), "{refused}");
    let mut rows = 0;
    let done = moving::copy(from, to, |_, copied| rows += copied).await.unwrap();
    let Copied::Compared(tally) = done else { panic!("nothing was compared") };
    assert!(rows < tally.rows(), "{rows} of {} rows were left", tally.rows());
    Db::open(to).await.unwrap().close().await;
    tally
}

/// Two databases hold the same, except what each notes about itself.
fn check_same(one: &Tally, other: &Tally) {
    for (name, table) in &one.tables {
        let same = name == "shop_facts" || other.tables[name] == *table;
        assert!(same, "{name}: {table:?} and {:?}", other.tables[name]);
    }
    assert_eq!(one.sums, other.sums);
}

/// On PostgreSQL the second copy is the one of a shop that one machine is too small for.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_cut_off_goes_on_where_it_was() {
    let app = shop().await;
    let (sqlite, back) = (TestDatabase::on_sqlite().secret_url(), app.elsewhere().await.secret_url());
    let there = copied_in_pieces(&app.state.settings.database_url, &sqlite).await;
    let again = copied_in_pieces(&sqlite, &back).await;
    check_same(&there, &again);
}

/// So many rows that the program is not done before it is killed.
const MANY_TRIES: &str = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 60000)
    INSERT INTO tries (bucket, made_at, at_newest, expires_at) SELECT 'test:' || n, '1700000000000000', 1, 0 FROM numbers";

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_whose_program_is_killed_goes_on_where_it_was() {
    let app = shop().await;
    app.execute(MANY_TRIES).await;
    let target = app.elsewhere().await;
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
        command.env_clear().args(["copy", "--log", "info", "--from", app.state.settings.database_url.expose()]);
        command.args(["--to", &target.url]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut program = command().spawn().unwrap();
    let mut log = BufReader::new(program.stderr.take().unwrap()).lines();
    let told = log.find_map(|line| Some(line.unwrap().split_once("copied table=")?.1.to_owned())).unwrap();
    let (table, _) = told.split_once(" rows=").unwrap();
    // It is killed in the middle of the largest table.
    let has_begun = "SELECT COUNT(*) FROM copy_progress WHERE name = 'tries' AND last_key IS NOT NULL AND is_done = 0";
    while target.count(has_begun).await == 0 {
        assert!(program.try_wait().unwrap().is_none(), "the program was done too early");
    }
    program.kill().unwrap();
    assert_eq!(program.wait().unwrap().signal(), Some(9));
    let refused = Db::open(&target.secret_url()).await.unwrap_err();
    assert!(matches!(refused, OpenError::HalfCopied { .. }), "{refused}");

    let again = command().output().unwrap();
    let log = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success(), "{log}");
    assert!(!log.contains(&format!("copied table={table} ")), "{table}: {log}");
    let left: i64 = log.split("copied table=\"tries\" rows=").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
    assert!(left < app.count("SELECT COUNT(*) FROM tries").await, "{left} rows of the table were copied again");
    let printed = String::from_utf8_lossy(&again.stdout);
    assert!(printed.lines().last().unwrap().starts_with("the same on both sides "), "{printed}");
    assert_eq!(target.count("SELECT COUNT(*) FROM tries").await, app.count("SELECT COUNT(*) FROM tries").await);
    Db::open(&target.secret_url()).await.unwrap().close().await;
}

/// The old database is closed, and the new one still has the table of the copy.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_cut_off_before_its_last_step_is_ended_by_the_next_call() {
    let app = shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let to = target.secret_url();
    copied(&from, &to).await;
    target.execute("CREATE TABLE copy_progress (name TEXT PRIMARY KEY)").await;
    assert!(matches!(Db::open(&to).await.unwrap_err(), OpenError::HalfCopied { .. }));
    assert_eq!(moving::copy(&from, &to, |_, _| panic!("nothing is copied again")).await.unwrap(), Copied::Ended);
    Db::open(&to).await.unwrap().close().await;
    // Meanwhile a server may have changed the new one: a later call has compared nothing.
    let refused = moving::copy(&from, &to, |_, _| {}).await.unwrap_err();
    assert!(refused.starts_with("The old database was moved there before, and nothing was compared now."), "{refused}");
}

/// What a forgotten server writes during the copy would be on neither count.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_to_the_old_database_while_it_is_copied() {
    let app = shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let was_copied = Arc::new(tokio::sync::Notify::new());
    let (tried, was_tried) = std::sync::mpsc::channel();
    let (begun, old) = (was_copied.clone(), from.clone());
    let write = tokio::spawn(async move {
        begun.notified().await;
        let mut other = Connection::open(&old).await.unwrap();
        other.run(if other.is_sqlite() { "PRAGMA busy_timeout = 0" } else { "SET lock_timeout = 1" }).await.unwrap();
        other.texts("SELECT id FROM customers").await.unwrap();
        let refused = other.run("UPDATE customers SET created_at = created_at + 1").await;
        tried.send(()).unwrap();
        refused.unwrap_err()
    });
    // The copy stands still after its first table until the other program has tried to write.
    let (mut is_first, to) = (true, target.secret_url());
    let copied = moving::copy(&from, &to, |_, _| {
        if std::mem::take(&mut is_first) {
            was_copied.notify_one();
            tokio::task::block_in_place(|| was_tried.recv().unwrap());
        }
    });
    copied.await.unwrap();
    let refused = write.await.unwrap();
    assert!(refused.to_string().contains("lock"), "{refused}");
}

/// Its write would be in the old database alone, once that is let go.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_does_not_end_while_another_program_works_on_the_old_database() {
    let app = shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let (was_copied, to) = (tokio::sync::Notify::new(), target.secret_url());
    let mut other = Connection::open(&from).await.unwrap();
    // SQLite: it is enough that a program has read once, and stands still.
    other.texts("SELECT id FROM customers").await.unwrap();
    let is_sqlite = other.is_sqlite();
    let copy = async {
        let copied = moving::copy(&from, &to, |_, _| was_copied.notify_one()).await;
        // Whoever waits may write now.
        copied.unwrap_err()
    };
    let write = async {
        if !is_sqlite {
            was_copied.notified().await;
            other.run("UPDATE customers SET created_at = created_at + 1").await.unwrap();
        }
        other.close().await.unwrap();
    };
    let says = if is_sqlite {
        let says = copy.await;
        write.await;
        says
    } else {
        tokio::join!(copy, write).0
    };
    let expected = if is_sqlite {
        "Another program works on the old database: stop all servers, "
    } else {
        "Another program waits to write to the old database, "
    };
    assert!(says.starts_with(expected), "{says}");
    let refused = Db::open(&from).await.unwrap_err();
    assert!(matches!(refused, OpenError::Moving { .. }), "{refused}");
    let again = moving::copy(&from, &to, |_, _| {}).await;
    if is_sqlite {
        again.unwrap();
    } else {
        let says = again.unwrap_err();
        assert!(says.starts_with("The new database differs (1 difference): customers has other values."), "{says}");
    }
}

/// It may stand still, and looks for jobs again when it wakes.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_does_not_begin_while_a_program_of_the_shop_is_connected() {
    let app = open_shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let to = target.secret_url();
    let refused = moving::copy(&from, &to, |table, _| panic!("{table} is copied")).await.unwrap_err();
    assert!(refused.starts_with("Another program works on the old database: stop all servers, "), "{refused}");
    // One whose machine was lost can be ended by its number.
    assert_eq!(refused.contains(" PostgreSQL names process "), !from.is_sqlite(), "{refused}");
    app.state.db.close().await;
    copied(&from, &to).await;
}

/// PostgreSQL: with SQLite a server keeps the file open.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lost_its_connections_makes_none_to_a_database_that_was_moved() {
    let app = open_shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let Some((_, schema)) = from.expose().rsplit_once("%3D").filter(|_| !from.is_sqlite()) else { return };
    let cut = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{schema}' AND pid <> pg_backend_pid()"
    );
    app.execute(cut.leak()).await;
    copied(&from, &target.secret_url()).await;
    let call = tokio::time::timeout(Duration::from_millis(500), app.state.db.ping()).await;
    assert!(!matches!(call, Ok(Ok(()))), "it goes on where the rows are not any more");
    assert_eq!(server_watch::run(app.state.clone()).await, target.url);
}

/// A server that lost its connections while the rows were copied. It runs no job, and a call under way is not finished.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_if_its_database_was_moved() {
    let app = TestApp::start().await;
    app.execute("INSERT INTO shop_facts (name, value, updated_at) VALUES ('moved_to', 'postgres://db/shop', 0)").await;
    for job in jobs::ALL {
        assert_eq!(runner::run_now(&app.state, *job).await.unwrap(), JobOutcome::NotNow, "{}", job.name);
    }
    let watch = tokio::spawn(server_watch::run(app.state.clone()));
    let ended = commands::until_moved(&app.state, std::future::pending(), watch).await.unwrap_err();
    assert!(ended.contains("was moved to postgres://db/shop"), "{ended}");
    let watch = tokio::spawn(std::future::pending());
    assert_eq!(commands::until_moved(&app.state, async {}, watch).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_copy_is_continued_from_the_same_database_and_into_the_same_one_alone() {
    let (app, another) = (shop().await, TestApp::start().await);
    another.state.db.close().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let (was_copied, to) = (tokio::sync::Notify::new(), target.secret_url());
    tokio::select! {
        _ = moving::copy(&from, &to, |_, _| was_copied.notify_one()) => panic!("the copy was to be cut off"),
        () = was_copied.notified() => {}
    }
    let says = moving::copy(&another.state.settings.database_url, &to, |_, _| {}).await.unwrap_err();
    assert!(says.starts_with(&format!("The new database is half a copy of {from}: ")), "{says}");
    let elsewhere = TestDatabase::on_sqlite();
    let says = moving::copy(&from, &elsewhere.secret_url(), |_, _| {}).await.unwrap_err();
    assert!(says.contains(&format!(" is being moved to {to}: ")), "{says}");
    copied(&from, &to).await;
}

/// An operator whose session broke off may not know that the first call still runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_call_meanwhile_says_that_another_program_works_there() {
    let app = shop().await;
    let (from, target) = (app.state.settings.database_url.clone(), TestDatabase::on_sqlite());
    let (was_copied, to) = (tokio::sync::Notify::new(), target.secret_url());
    let mut copy = pin!(moving::copy(&from, &to, |_, _| was_copied.notify_one()));
    tokio::select! {
        _ = &mut copy => panic!("the second call comes too late"),
        () = was_copied.notified() => {}
    }
    // The first one stands still meanwhile.
    let refused = moving::copy(&from, &to, |table, _| panic!("{table} is copied twice")).await.unwrap_err();
    assert!(refused.starts_with("Another program works on the old database: stop all servers, "), "{refused}");
    assert!(matches!(copy.await.unwrap(), Copied::Compared(_)));
    Db::open(&to).await.unwrap().close().await;
}

/// A connection to PostgreSQL outlives the program that was killed, as long as its last statement takes.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_goes_on_only_once_the_call_before_has_left_the_new_database() {
    let app = shop().await;
    let from = app.state.settings.database_url.clone();
    let (sqlite, target) = (TestDatabase::on_sqlite().secret_url(), app.elsewhere().await);
    copied(&from, &sqlite).await;
    let to = target.secret_url();
    cut_off(&sqlite, &to, 0).await;
    let mut before = Connection::open(&to).await.unwrap();
    assert!(whole::take_target(&mut before).await.unwrap());
    before.run(if before.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" }).await.unwrap();
    before.run("INSERT INTO copy_progress (name, is_done) VALUES ('tries', 1)").await.unwrap();
    let (was_told, has_ended) = (Cell::new(false), Cell::new(false));
    let copy = async {
        let copied = moving::copy(&sqlite, &to, |_, _| was_told.set(true)).await;
        has_ended.set(true);
        copied
    };
    let leave = async {
        // SQLite does not say who waits.
        while !before.is_sqlite() && !has_ended.get() && !whole::has_waiting_writer(&mut before).await.unwrap() {}
        assert!(!was_told.get());
        before.run("ROLLBACK").await.unwrap();
        before.close().await.unwrap();
    };
    let (copied, ()) = tokio::join!(copy, leave);
    copied.unwrap();
}

/// `pg_restore` makes the tables in the order of their names, and a row's customer would be copied after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_was_restored_can_be_moved() {
    let (app, backups) = (open_shop().await, Backups::new());
    let taken = backups.take(&app).await;
    let (restored, _) = restored(&app, &taken.folder).await;
    restored.state.db.close().await;
    let target = app.elsewhere().await;
    let tally = copied(&restored.state.settings.database_url, &target.secret_url()).await;
    assert_eq!(tally.tables["customers"].rows, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_with_rows_is_never_a_target() {
    let (app, other) = (shop().await, TestApp::start().await);
    other.execute("DELETE FROM stock").await;
    ops(&other, "coupon issue SPRING --percent 10").await.unwrap();
    let before = other.dump().await;
    let (from, to) = (&app.state.settings.database_url, &other.state.settings.database_url);
    let refused = moving::copy(from, to, |_, _| {}).await.unwrap_err();
    assert_eq!(refused, "The new database has rows, such as in coupons, and is left as it is: name an empty one.");
    assert_eq!(other.dump().await, before);
    // By another address, and servers still start on it.
    let (sign, more) = match from.expose() {
        sqlite if sqlite.starts_with("sqlite:") => ('?', "mode=rw"),
        postgres => (if postgres.contains('?') { '&' } else { '?' }, "application_name=another"),
    };
    let spelled = format!("{}{sign}{more}", from.expose());
    let refused = moving::copy(from, &spelled.parse().unwrap(), |_, _| {}).await.unwrap_err();
    assert_eq!(refused, "--from and --to name the same database, or the new one is being moved itself.");
    Db::open(from).await.unwrap().close().await;
}

/// Orders of the last minute would be lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_a_server_works_on_is_not_moved() {
    let app = shop().await;
    app.execute(LOOKED_JUST_NOW).await;
    let target = TestDatabase::on_sqlite();
    let refused = moving::copy(&app.state.settings.database_url, &target.secret_url(), |_, _| {}).await.unwrap_err();
    assert!(refused.starts_with("A server has worked on the database "), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_prints_what_is_the_same_on_both_sides() {
    let app = shop().await;
    let target = TestDatabase::on_sqlite();
    let output = run(&["copy", "--from", app.state.settings.database_url.expose(), "--to", &target.url]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("customers, rows") && printed.contains("ledger, "), "{printed}");
    let last = printed.lines().last().unwrap();
    assert!(last.starts_with("the same on both sides ") && last.ends_with(" rows, values and sums"), "{last}");
    let refused = run(&["copy", "--from", "mysql://db", "--to", &target.url]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}

/// A shop with three photos, on its way into a bucket.
async fn with_bucket() -> (TestApp, S3Double) {
    let app = open_shop().await;
    let mut cleo = app.client();
    cleo.register("cleo@example.com").await;
    upload(&app, &mut cleo).await;
    upload(&app, &mut cleo).await;
    assert!(moving::photos_into_bucket(&app.state).await.unwrap_err().starts_with("The settings name no bucket"));
    let bucket = S3Double::start().await;
    bucket.follow(app.clock.clone());
    (app.restart_with(|settings| settings.parties.photos = PhotosChoice::S3(bucket.settings())).await, bucket)
}

/// The photos that the database has, in their order, each with its key in the bucket.
async fn photos_of(app: &TestApp) -> Vec<(String, &'static str)> {
    let mut connection = Connection::open(&app.state.settings.database_url).await.unwrap();
    let ids = connection.texts("SELECT photo_id FROM photo_files ORDER BY photo_id").await.unwrap();
    ids.into_iter().map(|id| (id.clone(), &*format!("photos/{id}").leak())).collect()
}

/// All photos of the tests are the same file.
async fn bytes_of_a_photo(app: &TestApp) -> u64 {
    app.numbers("SELECT DISTINCT CAST(LENGTH(content) AS BIGINT) FROM photo_files").await[0] as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_are_moved_into_a_bucket_one_by_one() {
    let (app, bucket) = with_bucket().await;
    let (all, bytes) = (photos_of(&app).await, bytes_of_a_photo(&app).await);
    app.execute(LOOKED_JUST_NOW).await;
    let refused = moving::photos_into_bucket(&app.state).await.unwrap_err();
    assert!(refused.starts_with("A server has worked on the database "), "{refused}");
    app.execute("DELETE FROM shop_facts WHERE name = 'jobs_looked_at'").await;

    let (second, key) = &all[1];
    bucket.deny(&[(Method::PUT, key)]);
    let refused = moving::photos_into_bucket(&app.state).await.unwrap_err();
    assert!(refused.starts_with(&format!("The photo {second} cannot be put into the bucket: ")), "{refused}");
    assert_eq!((photos_of(&app).await, bucket.keys()), (all[1..].to_vec(), vec![all[0].1.to_owned()]));

    // The program, as an operator runs it: its clock is that of the machine.
    bucket.deny(&[]);
    bucket.follow(Arc::new(SystemClock::default()));
    let settings = bucket.settings();
    let mut program = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    program.env_clear().env("STYLEBOX_S3_SECRET_KEY", settings.secret_key.expose());
    program.args(["move-photos", "--log", "error", "--demo", "--photos", "s3", "--s3-style", "path"]);
    program.args(["--database-url", app.state.settings.database_url.expose(), "--s3-url", &bucket.url()]);
    program.args(["--s3-region", &settings.region, "--s3-bucket", &settings.bucket]);
    let moved = program.args(["--s3-access-key", &settings.access_key]).output().unwrap();
    let proof = [
        format!(
            "moved now, and given back with the same hashes  2 photos, {} bytes
",
            2 * bytes
        ),
        format!(
            "in the bucket before, and given back            1 photos, {bytes} bytes
"
        ),
        "listed by the database                          3 photos
"
        .to_owned(),
    ];
    assert_eq!(String::from_utf8_lossy(&moved.stdout), proof.concat(), "{moved:?}");
    assert_eq!((photos_of(&app).await.len(), bucket.keys().len()), (0, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_photo_that_the_bucket_does_not_give_back_as_it_was_stays_in_the_database() {
    let (app, bucket) = with_bucket().await;
    let (all, bytes) = (photos_of(&app).await, bytes_of_a_photo(&app).await);
    let (second, key) = &all[1];
    bucket.corrupt(Some(key));
    let refused = moving::photos_into_bucket(&app.state).await.unwrap_err();
    let sentence = format!("The bucket has another photo {second} than was put there; it stays in the database.");
    assert_eq!((refused, photos_of(&app).await), (sentence, all[1..].to_vec()));
    bucket.corrupt(None);
    let of = |photos: usize| Photos { photos, bytes: photos as u64 * bytes };
    let moved = moving::photos_into_bucket(&app.state).await.unwrap();
    assert_eq!(moved, PhotosMoved { moved: of(2), moved_before: of(1), listed: 3 });
    let again = moving::photos_into_bucket(&app.state).await.unwrap();
    assert_eq!(again, PhotosMoved { moved: of(0), moved_before: of(3), listed: 3 });
    // Somebody has emptied the bucket meanwhile.
    bucket.forget(key);
    let missing = moving::photos_into_bucket(&app.state).await.unwrap_err();
    let sentence = format!("but the bucket lacks 1 of the 3 that it lists, such as {second}.");
    assert!(missing.ends_with(&sentence), "{missing}");
}
