//! Backups of a shop in which customers check out, and the way back.

use crate::account::sign_up_and_in::sign_in;
use crate::doubles::s3::S3Double;
use crate::support::{NEW_SECRET_KEY, PASSWORD, SECRET_KEY, START, Shopper, TestApp, TestDatabase, cents, ops};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::config::sqlite_file;
use stylebox_server::platform::files;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::platform::keys::Keys;
use stylebox_server::platform::points::{self, Point, Watch};
use stylebox_server::providers::photos::choice::PhotosChoice;
use stylebox_server::service::operation::backup::{self, Backup, BackupOptions};
use stylebox_server::service::operation::restore::{self, Finished};
use stylebox_server::settings::{Mode, Settings};
use stylebox_server::store::operation::whole::Connection;
use stylebox_server::store::{Db, OpenError};
use tokio::sync::Notify;
use tokio::time::timeout;

/// A directory for backups. It is removed with this value.
pub struct Backups(pub PathBuf);

impl Backups {
    pub fn new() -> Self {
        Self(std::env::temp_dir().join(format!("stylebox-backups-{}", uuid::Uuid::now_v7().simple())))
    }

    pub async fn take(&self, app: &TestApp) -> Backup {
        backup::back_up(&app.state, &self.0, BackupOptions::default()).await.unwrap()
    }

    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            std::fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| ![".lock", "erased"].contains(&name.as_str()));
        names.sort();
        names
    }
}

impl Drop for Backups {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The settings of a server on another database.
pub(super) fn on(app: &TestApp, database: &TestDatabase) -> Settings {
    Settings { database_url: database.secret_url(), ..app.state.settings.clone() }
}

/// A shop whose photos lie in a bucket.
pub(super) async fn app_with_bucket() -> (TestApp, S3Double) {
    let bucket = S3Double::start().await;
    let app = TestApp::with(|settings| settings.parties.photos = PhotosChoice::S3(bucket.settings())).await;
    bucket.follow(app.clock.clone());
    (app, bucket)
}

/// Restores a backup into a new database, and starts a server on it.
pub async fn restored(app: &TestApp, folder: &Path) -> (TestApp, Finished) {
    let database = app.elsewhere().await;
    restore::put_back(&on(app, &database), folder, false).await.unwrap();
    let settings = app.state.settings.clone();
    let restored = TestApp::on(database, |own| {
        own.parties = settings.parties.clone();
        own.erasure_marks = settings.erasure_marks.clone();
    })
    .await;
    restored.clock.set(START);
    let finished = restore::finish(&restored.state, folder, false).await.unwrap();
    (restored, finished)
}

/// Stops work before it writes for the third time, until it may go on: a checkout has stored its payment then, and not settled it.
#[derive(Debug, Default)]
struct StopsHalfWay {
    writes: AtomicUsize,
    stopped: Notify,
    goes_on: Arc<Notify>,
}

impl Watch for StopsHalfWay {
    fn reach(&self, point: Point) -> BoxFuture<'static, io::Result<()>> {
        let is_half_way = point == Point::Begin { writes: true } && self.writes.fetch_add(1, Ordering::SeqCst) == 2;
        if is_half_way {
            self.stopped.notify_one();
        }
        let goes_on = self.goes_on.clone();
        Box::pin(async move {
            if is_half_way {
                goes_on.notified().await;
            }
            Ok(())
        })
    }

    fn ended(&self, _: bool) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_taken_while_customers_check_out_is_restored_whole() {
    const OPEN: &str = "SELECT COUNT(*) FROM payment_attempts WHERE status = 'pending'";
    let app = TestApp::start().await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let mut ben = Shopper::decided(&app, "ben@example.com", 2).await;
    let mut others = Vec::new();
    for number in 0..4 {
        others.push(Shopper::decided(&app, &format!("eve{number}@example.com"), 2).await);
    }
    ann.check_out("key-ann").await.expect(200);
    let backups = Backups::new();
    let watch = Arc::new(StopsHalfWay::default());
    let checkout = points::watched(watch.clone(), ben.check_out("key-ben"));
    let (begins, is_taken) = (Notify::new(), AtomicBool::new(false));
    let meanwhile = async {
        watch.stopped.notified().await;
        assert_eq!(app.count(OPEN).await, 1, "the checkout is under way");
        begins.notify_one();
        let taken = backups.take(&app).await;
        is_taken.store(true, Ordering::SeqCst);
        watch.goes_on.notify_one();
        taken
    };
    let beside = async {
        let mut meanwhile = 0;
        begins.notified().await;
        for (number, other) in others.iter_mut().enumerate() {
            meanwhile += usize::from(!is_taken.load(Ordering::SeqCst));
            other.check_out(&format!("key-{number}")).await.expect(200);
        }
        meanwhile
    };
    let all = async { tokio::join!(checkout, meanwhile, beside) };
    let (checked_out, taken, begun_meanwhile) =
        timeout(Duration::from_secs(60), all).await.expect("the checkout never stops half-way");
    checked_out.expect(200);
    assert!(begun_meanwhile > 0, "nobody checked out while the backup was taken");
    let manifest = &taken.manifest;
    assert_eq!(manifest.holds.tables["customers"].rows, 6);
    assert_eq!(backup::manifest(&taken.folder).unwrap(), *manifest, "the manifest is read as it was written");

    let (restored, finished) = restored(&app, &taken.folder).await;
    assert_eq!((finished.sessions, finished.erased), (6, 0), "everybody signs in again");
    assert!(ops(&restored, "audit").await.is_ok());
    let rows = "SELECT COUNT(*) FROM ledger";
    assert_eq!(restored.count(rows).await as u64, manifest.holds.tables["ledger"].rows);
    assert!(restored.count(rows).await < app.count(rows).await, "what was paid since is not there");
    assert_eq!(restored.count("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger").await, 0);
    assert!(restored.count(OPEN).await > 0, "the checkout is there as far as it had come");
    let mut browser = restored.client();
    browser.get("/api/account").await.refused(401, "not_authorized");
    sign_in(&mut browser, "ann@example.com", PASSWORD).await.expect(200);
    browser.get("/api/orders").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_not_empty_is_left_as_it_is() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let before = app.dump().await;
    let refused = restore::put_back(&app.state.settings, &taken.folder, false).await.unwrap_err();
    assert_eq!(refused, "The database is not empty, and is left as it is: restore into an empty one.");
    assert_eq!(app.dump().await, before);
}

/// No server starts on half of it, and the next call goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_was_cut_off_is_continued_by_the_next_call() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    Shopper::decided(&app, "ann@example.com", 2).await;
    let taken = backups.take(&app).await;
    app.clock.advance(Duration::from_secs(60));
    app.client().register("bea@example.com").await;
    let other = backups.take(&app).await;
    let database = app.elsewhere().await;
    let settings = on(&app, &database);
    let manifest = restore::put_back(&settings, &taken.folder, false).await.unwrap();
    // As if it was stopped before the rows were compared.
    for cut_off in [Some("UPDATE restore_progress SET is_compared = 0"), None] {
        if let Some(cut_off) = cut_off {
            database.execute(cut_off).await;
        }
        let refused = Db::open(&settings.database_url).await.unwrap_err();
        assert!(matches!(refused, OpenError::HalfRestored { .. }), "{refused}");
        let refused = restore::put_back(&settings, &other.folder, false).await.unwrap_err();
        assert!(refused.starts_with("The database is half restored from another backup: "), "{refused}");
        assert_eq!(restore::put_back(&settings, &taken.folder, false).await.unwrap(), manifest);
    }
    // The disk with the marks is not mounted.
    let (marks, elsewhere) = (backups.0.join("erased"), backups.0.join("elsewhere"));
    std::fs::rename(&marks, &elsewhere).unwrap();
    let path = std::env::var("PATH").unwrap();
    let arguments = [
        "restore",
        taken.folder.to_str().unwrap(),
        "--public-url",
        "http://localhost",
        "--database-url",
        &database.url,
    ];
    let stopped = run(&arguments, &path);
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("Marks of erased people are missing"), "{stopped:?}");
    let server = run(&["serve", "--listen", "127.0.0.1:0", "--database-url", &database.url], &path);
    let says = String::from_utf8_lossy(&server.stderr);
    assert!(says.contains("is half restored: run \"stylebox-server restore\" again, which goes on."), "{says}");
    std::fs::rename(&elsewhere, &marks).unwrap();
    let done = run(&arguments, &path);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let restored = TestApp::on(database, |_| {}).await;
    assert_eq!(restored.count("SELECT COUNT(*) FROM customers").await, 1);
    let refused = restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
    assert_eq!(refused, "The database is not empty, and is left as it is: restore into an empty one.");
}

/// PostgreSQL: it had begun, and nothing was put back yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_was_cut_off_before_its_first_row_begins_again() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    if app.state.settings.database_url.is_sqlite() {
        return;
    }
    let database = app.elsewhere().await;
    database
        .execute(
            "CREATE TABLE restore_progress (backup TEXT PRIMARY KEY, is_trial INTEGER NOT NULL, is_compared INTEGER NOT NULL DEFAULT 0)",
        )
        .await;
    let settings = on(&app, &database);
    let refused = Db::open(&settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::HalfRestored { .. }), "{refused}");
    restore::put_back(&settings, &taken.folder, false).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_or_foreign_backup_is_refused() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let database = app.elsewhere().await;
    let refused = async |settings: Settings| restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
    let mut other_key = on(&app, &database);
    other_key.mode = Mode::new(true, Keys::parse(NEW_SECRET_KEY, []).ok(), 0);
    assert!(refused(other_key).await.contains("which is neither STYLEBOX_SECRET_KEY nor in STYLEBOX_SECRET_KEYS_OLD"));

    let manifest = taken.folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let later = text
        .replace(&format!("\"database_version\": {}", taken.manifest.database_version), "\"database_version\": 999");
    std::fs::write(&manifest, later).unwrap();
    assert!(refused(on(&app, &database)).await.ends_with("restore it with that version or a later one."));
    // Another count than the copy has.
    let other = text.replacen("\"rows\": ", "\"rows\": 1", 1);
    std::fs::write(&manifest, other).unwrap();
    let says = refused(on(&app, &app.elsewhere().await)).await;
    assert!(says.starts_with("The restored database is not that of the backup (1 difference): "), "{says}");
    std::fs::write(&manifest, &text).unwrap();

    let file = taken.folder.join(&taken.manifest.file);
    let mut content = std::fs::read(&file).unwrap();
    let middle = content.len() / 2;
    content[middle] ^= 1;
    std::fs::write(&file, content).unwrap();
    assert!(refused(on(&app, &database)).await.ends_with("is damaged: its hash is not that of the manifest."));
    std::fs::remove_file(&manifest).unwrap();
    assert!(
        restore::newest(&backups.0, app.clock.real_now()).unwrap_err().starts_with("There is no complete backup in ")
    );
}

/// SQLite would play the file into the restored database, and PostgreSQL's tables would be put where the server does not look.
#[tokio::test(flavor = "multi_thread")]
async fn a_place_where_the_restored_rows_would_be_wrong_is_refused() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let database = TestDatabase::fresh().await;
    let settings = on(&app, &database);
    let refused = restore::put_back(&settings, &taken.folder, false).await;
    let Some(file) = sqlite_file(&settings.database_url) else {
        let says = refused.unwrap_err();
        assert!(
            says.contains(": its tables are in the schema \"") && says.contains("?options=-c%20search_path%3D"),
            "{says}"
        );
        assert_eq!(Db::look(&settings.database_url).await.unwrap().restore, None);
        return;
    };
    // A call that was cut off has left half a file, and what SQLite would play into the next one.
    let half = PathBuf::from(format!("{}.restoring", file.display()));
    for left in ["", "-wal", "-shm", "-journal"] {
        std::fs::write(format!("{}{left}", half.display()), "of half a restore").unwrap();
    }
    std::fs::remove_file(&file).unwrap();
    restore::put_back(&settings, &taken.folder, false).await.unwrap();
    assert!(!Path::new(&format!("{}-journal", half.display())).exists());
    for left in ["-wal", "-shm", "-journal"] {
        std::fs::remove_file(&file).unwrap();
        let left = format!("{}{left}", file.display());
        std::fs::write(&left, "of the database that was there").unwrap();
        let says = restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
        assert!(says.contains(&format!("{left} belongs to an old database: move it away, too")), "{says}");
        assert!(!file.exists());
        std::fs::remove_file(&left).unwrap();
        restore::put_back(&settings, &taken.folder, false).await.unwrap();
    }
    // Another call is at work, and later a server has made a database.
    std::fs::remove_file(&file).unwrap();
    let lock = files::lock(Path::new(&format!("{}.restore-lock", file.display()))).unwrap().unwrap();
    let says = restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
    assert!(says.contains(" is under way: wait for it") && !file.exists(), "{says}");
    drop(lock);
    std::fs::write(&file, "").unwrap();
    let mut server = Connection::open_file(&file).await.unwrap();
    server.run("PRAGMA user_version = 7").await.unwrap();
    server.close().await.unwrap();
    let says = restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
    assert!(says.contains(" by now: stop all servers"), "{says}");
    let mut server = Connection::open_file(&file).await.unwrap();
    assert_eq!(server.texts("SELECT CAST(user_version AS TEXT) FROM pragma_user_version").await.unwrap(), ["7"]);
}

/// Nobody goes on with it as if it were the shop's.
#[tokio::test(flavor = "multi_thread")]
async fn no_server_starts_on_a_trial_and_no_restore_goes_on_with_it() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let settings = on(&app, &app.elsewhere().await);
    restore::put_back(&settings, &taken.folder, true).await.unwrap();
    restore::put_back(&settings, &taken.folder, true).await.unwrap();
    let refused = Db::open(&settings.database_url).await.unwrap_err();
    assert!(matches!(refused, OpenError::Trial { .. }), "{refused}");
    let says = restore::put_back(&settings, &taken.folder, false).await.unwrap_err();
    assert!(says.contains(" holds a trial of a backup: remove it, or name an empty one."), "{says}");
    let half = on(&app, &app.elsewhere().await);
    restore::put_back(&half, &taken.folder, false).await.unwrap();
    let says = restore::put_back(&half, &taken.folder, true).await.unwrap_err();
    assert_eq!(says, "The database is half restored, and not by a trial: name an empty one.");
}

/// PostgreSQL: others make views beside our tables, such as for reports, and extensions bring some.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_no_table_of_a_backup() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    if app.state.settings.database_url.is_sqlite() {
        return;
    }
    app.execute("CREATE VIEW report AS SELECT clock_timestamp()::text AS read_at").await;
    let taken = backups.take(&app).await;
    assert!(!taken.manifest.holds.tables.contains_key("report"));
    assert!(taken.manifest.holds.tables.contains_key("customers"));
    restored(&app, &taken.folder).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_newest_backups_are_kept_and_what_was_cut_off_is_removed() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    // A server of the same day may have been switched off.
    let cut_off = backups.0.join(".unfinished-2026-11-19T030000Z");
    std::fs::create_dir_all(&cut_off).unwrap();
    std::fs::write(cut_off.join("database.sqlite"), "half").unwrap();
    for _ in 0..3 {
        app.clock.advance(Duration::from_secs(24 * 60 * 60));
        backup::back_up(&app.state, &backups.0, BackupOptions { keep: Some(2), every: None }).await.unwrap();
    }
    assert_eq!(backups.names(), ["2026-11-20T150000Z", "2026-11-21T150000Z"]);
    assert_eq!(restore::newest(&backups.0, app.clock.real_now()).unwrap(), backups.0.join("2026-11-21T150000Z"));
    // A copy that staff have made is not the newest.
    std::fs::create_dir(backups.0.join("before-upgrade")).unwrap();
    std::fs::copy(backups.0.join("2026-11-20T150000Z/manifest.json"), backups.0.join("before-upgrade/manifest.json"))
        .unwrap();
    assert_eq!(restore::newest(&backups.0, app.clock.real_now()).unwrap(), backups.0.join("2026-11-21T150000Z"));
    assert_eq!(
        restore::newest(&backups.0.join("before-upgrade"), app.clock.real_now()).unwrap(),
        backups.0.join("before-upgrade")
    );
    // Two in the same second are not mixed.
    let again = backup::back_up(&app.state, &backups.0, BackupOptions::default()).await.unwrap_err();
    assert!(again.starts_with("There is a backup of this second: "), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_a_clock_that_was_ahead_take_the_place_of_no_newer_one() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let every_day = BackupOptions { keep: Some(2), every: Some(24) };
    let attention = async || ops(&app, "attention").await.unwrap();
    app.clock.set("2027-06-01T03:00:00Z");
    for _ in 0..2 {
        backup::back_up(&app.state, &backups.0, every_day).await.unwrap();
        app.clock.advance(Duration::from_secs(60));
    }
    app.clock.set("2026-11-22T03:00:00Z");
    assert!(attention().await.lines().any(|line| line.starts_with("backups")), "nobody knows when it was made");
    for day in ["2026-11-22T030000Z", "2026-11-23T030000Z"] {
        let made = backup::back_up(&app.state, &backups.0, every_day).await.unwrap();
        assert_eq!(made.folder, backups.0.join(day));
        assert_eq!(restore::newest(&backups.0, app.clock.real_now()).unwrap(), made.folder);
        app.clock.advance(Duration::from_secs(24 * 60 * 60));
    }
    assert_eq!(backups.names(), ["2026-11-22T030000Z", "2026-11-23T030000Z"]);
    assert!(!attention().await.lines().any(|line| line.starts_with("backups")));
}

/// Otherwise an older one would be restored in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_cannot_be_read_is_not_passed_over() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    backups.take(&app).await;
    let unreadable = backups.0.join("2026-11-29T030000Z");
    std::fs::create_dir(&unreadable).unwrap();
    let manifest = unreadable.join("manifest.json");
    std::os::unix::fs::symlink(&manifest, &manifest).unwrap();
    for path in [&backups.0, &unreadable] {
        let says = restore::newest(path, app.clock.real_now()).unwrap_err();
        assert!(says.contains("2026-11-29T030000Z cannot be used: "), "{says}");
    }
}

/// PostgreSQL: its jobs would charge as soon as the rows are back. With SQLite it has the old file open, not the new one.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_restored_while_a_server_is_connected() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let database = app.elsewhere().await;
    let own = on(&app, &database);
    let Some((_, schema)) = database.url.rsplit_once("%3D").filter(|_| database.url.starts_with("postgres")) else {
        return;
    };
    let server = Db::open(&own.database_url).await.unwrap();
    server.ping().await.unwrap();
    // The database is made again while the server stands still.
    database.execute_built(&format!("DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")).await;
    let says = restore::put_back(&own, &taken.folder, false).await.unwrap_err();
    assert!(says.contains("a server is connected to the database (process "), "{says}");
    server.close().await;
    restore::put_back(&own, &taken.folder, false).await.unwrap();
}

/// The database is copied before it can note that the copy is complete.
#[tokio::test(flavor = "multi_thread")]
async fn a_restored_shop_knows_the_backup_that_it_comes_from() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let every_day = BackupOptions { keep: None, every: Some(24) };
    backup::back_up(&app.state, &backups.0, every_day).await.unwrap();
    app.clock.advance(Duration::from_secs(24 * 60 * 60));
    let taken = backup::back_up(&app.state, &backups.0, every_day).await.unwrap();
    let (restored, _) = restored(&app, &taken.folder).await;
    restored.clock.advance(Duration::from_secs(3 * 60 * 60));
    let shown = ops(&restored, "attention").await.unwrap();
    assert!(!shown.lines().any(|line| line.starts_with("backups")), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_told_if_a_regular_backup_is_missing() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let told = async || -> String {
        let all = ops(&app, "attention").await.unwrap();
        all.lines().find(|line| line.starts_with("backups")).unwrap_or_default().to_owned()
    };
    let every_day = BackupOptions { keep: None, every: Some(24) };
    let later = |minutes: u64| app.clock.advance(Duration::from_secs(60 * minutes));
    // One that is made by hand is no promise.
    backups.take(&app).await;
    later(7 * 24 * 60);
    assert_eq!(told().await, "");

    let broken = std::env::temp_dir().join(uuid::Uuid::now_v7().to_string());
    std::fs::write(&broken, "").unwrap();
    backup::back_up(&app.state, &broken, every_day).await.unwrap_err();
    std::fs::remove_file(&broken).unwrap();
    later(26 * 60);
    assert_eq!(told().await, "");
    later(1);
    let shown = told().await;
    assert!(shown.contains("no backup has been completed since the first one was begun, on "), "{shown}");

    backup::back_up(&app.state, &backups.0, every_day).await.unwrap();
    assert_eq!(told().await, "");
    later(24 * 60);
    backups.take(&app).await;
    later(26 * 60);
    assert_eq!(told().await, "", "one by hand counts, too");
    later(1);
    let shown = told().await;
    assert!(shown.contains("one is made every 24 hours, and the newest is of "), "{shown}");
    let no_more = BackupOptions { keep: None, every: Some(0) };
    backup::back_up(&app.state, &backups.0, no_more).await.unwrap();
    later(7 * 24 * 60);
    assert_eq!(told().await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_backups_are_not_made_in_a_directory_at_the_same_time() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    std::fs::create_dir_all(&backups.0).unwrap();
    let other = files::lock(&backups.0.join(".lock")).unwrap();
    let refused = backup::back_up(&app.state, &backups.0, BackupOptions::default()).await.unwrap_err();
    assert!(refused.starts_with("Another backup is being made in "), "{refused}");
    drop(other);
    backups.take(&app).await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_can_read_a_backup() {
    use std::os::unix::fs::PermissionsExt;
    let (app, backups) = (TestApp::start().await, Backups::new());
    let taken = backups.take(&app).await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&backups.0), mode(&taken.folder)), (0o700, 0o700));
    for file in std::fs::read_dir(&taken.folder).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

pub(super) fn run(arguments: &[&str], path: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stylebox-server"));
    command.env_clear().env("PATH", path).env("STYLEBOX_SECRET_KEY", SECRET_KEY);
    command.args(arguments).args(["--demo", "--log", "error"]).output().unwrap()
}

/// The commands print the same proof.
#[tokio::test(flavor = "multi_thread")]
async fn the_commands_print_what_is_in_the_backup_and_in_the_restored_database() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let mut ann = Shopper::decided(&app, "ann@example.com", 2).await;
    let total = cents(&ann.invoice().await["totalDue"]);
    ann.check_out("a-key").await.expect(200);
    assert!(total > 0);
    let url = app.state.settings.database_url.expose();
    let path = std::env::var("PATH").unwrap();
    let directory = backups.0.to_str().unwrap();
    let public = ["--public-url", "http://localhost", "--database-url"];
    let taken = run(&[&["backup", directory, "--keep", "7"][..], &public, &[url]].concat(), &path);
    let printed = String::from_utf8_lossy(&taken.stdout).into_owned();
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
    assert!(printed.contains("ledger, ") && printed.contains("stock, quantity"), "{printed}");

    let database = app.elsewhere().await;
    let tried = run(&["restore", directory, "--trial", "--database-url", &database.url], &path);
    let says = String::from_utf8_lossy(&tried.stdout).into_owned();
    assert!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr));
    assert!(says.contains("ledger, ") && says.trim_end().ends_with(", on which no server starts"), "{says}");
    let refused = Db::open(&database.secret_url()).await.unwrap_err();
    assert!(matches!(refused, OpenError::Trial { .. }), "{refused}");
    let database = app.elsewhere().await;
    let back = run(&[&["restore", directory][..], &public, &[&database.url]].concat(), &path);
    let proof = String::from_utf8_lossy(&back.stdout).into_owned();
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    for line in printed.lines().filter(|line| line.starts_with("ledger, ") || line.starts_with("stock, ")) {
        let (name, sum) = line.rsplit_once("  ").unwrap();
        let same = |other: &str| other.starts_with(name.trim_end()) && other.ends_with(&format!("  {}", sum.trim()));
        assert!(proof.lines().any(same), "{line} is not in {proof}");
    }
    assert!(proof.contains("sessions ended"), "{proof}");
}

/// The program that copies PostgreSQL is named if it is not there.
#[tokio::test(flavor = "multi_thread")]
async fn a_missing_pg_dump_is_named() {
    let (app, backups) = (TestApp::start().await, Backups::new());
    let url = app.state.settings.database_url.expose();
    if url.starts_with("sqlite:") {
        return;
    }
    let arguments = ["backup", backups.0.to_str().unwrap(), "--public-url", "http://localhost", "--database-url", url];
    let output = run(&arguments, "/nowhere");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        text,
        "stylebox: The database cannot be copied: pg_dump is not on the PATH: install it (Debian: apt-get install \
         postgresql-client).\n"
    );
}
