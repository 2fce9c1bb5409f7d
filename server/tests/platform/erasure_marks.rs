//! Who was erased stays erased: marks of erased people beside backups, in a folder and in the bucket of the photos, and what a restore reads of
//! them.

use super::backup::{Backups, app_with_bucket, on, restored, run};
use crate::account::sign_up_and_in::sign_in;
use crate::support::{PASSWORD, Shopper, TestApp, ops};
use reqwest::Method;
use std::path::Path;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::clock::Clock;
use stylebox_server::service::account::{closing, erasure_marks};
use stylebox_server::service::operation::backup::{self, BackupOptions};
use stylebox_server::service::operation::restore;
use stylebox_server::settings::Settings;
use stylebox_server::store::Db;
use stylebox_server::store::operation::shop_facts;

/// Customers of these names, who have registered. Returns their ids.
async fn registered(app: &TestApp, names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        let address = format!("{name}@example.com");
        app.client().register(&address).await;
        ids.push(app.customer_id(&address).await);
    }
    ids
}

/// What is erased stays erased: beside the backup lie marks of those who were erased before a later one, and in the named folder the marks
/// of all.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_erased_since_the_backup_is_erased_again() {
    let backups = Backups::new();
    let marks = backups.0.join("erased");
    let app = TestApp::with(|settings| settings.erasure_marks = Some(marks.clone())).await;
    let ids = registered(&app, ["ann", "bea", "cleo"].map(str::to_owned)).await;
    let taken = backups.take(&app).await;
    closing::close_for_staff(&app.state, &ids[0]).await.unwrap();
    assert_eq!(std::fs::read_dir(&marks).unwrap().count(), 1, "the mark is there at once");
    let mark = std::fs::read_dir(&marks).unwrap().next().unwrap().unwrap().file_name().into_string().unwrap();
    assert!(!mark.contains(&ids[0]) && mark.len() == 64, "it tells nothing: {mark}");

    let (restored, finished) = restored(&app, &taken.folder).await;
    assert_eq!((finished.erased, finished.being_erased.len()), (1, 0));
    let with_address = "SELECT COUNT(*) FROM customers WHERE email LIKE '%@example.com'";
    assert_eq!(restored.count(with_address).await, 2, "bea and cleo are there");
    assert_eq!(restored.count("SELECT COUNT(*) FROM customers WHERE email = 'ann@example.com'").await, 0);
    let told = "SELECT COUNT(*) FROM outbox WHERE kind = 'account_closed'";
    assert_eq!((app.count(told).await, restored.count(told).await), (1, 0), "ann was told the first time");
    // A later restore of the same backup finds nothing new to erase in a database that is up to date.
    assert_eq!(restore::finish(&restored.state, &taken.folder, false).await.unwrap().erased, 0);
}

/// The folder of the backups is lost, and the bucket has the marks.
#[tokio::test(flavor = "multi_thread")]
async fn marks_in_the_bucket_of_the_photos_are_read_at_a_restore() {
    let (app, bucket) = app_with_bucket().await;
    let backups = Backups::new();
    let ids = registered(&app, (0..6).map(|number| format!("ann{number}"))).await;
    let taken = backups.take(&app).await;
    bucket.deny(&[(Method::PUT, "erased/")]);
    closing::close_for_staff(&app.state, &ids[0]).await.unwrap();
    let failed = ops(&app, "jobs run forgetting").await.unwrap_err();
    assert!(failed.contains("the marks of erased people"), "{failed}");
    bucket.deny(&[]);
    // The job writes the first, and the next are written at once, except one. The list has pages of two.
    ops(&app, "jobs run forgetting").await.unwrap();
    for id in &ids[1..4] {
        closing::close_for_staff(&app.state, id).await.unwrap();
    }
    bucket.deny(&[(Method::PUT, "erased/")]);
    closing::close_for_staff(&app.state, &ids[4]).await.unwrap();
    bucket.deny(&[]);
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(bucket.keys().iter().filter(|key| key.starts_with("erased/")).count(), 5);
    let (restored, finished) = restored(&app, &taken.folder).await;
    assert_eq!(finished.erased, 5);
    assert_eq!(restored.count("SELECT COUNT(*) FROM customers WHERE email LIKE 'ann%'").await, 1);
}

/// Otherwise the last of many who leave on a day waits for the marks of all the others.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_an_account_writes_one_mark() {
    let (app, bucket) = app_with_bucket().await;
    let ids = registered(&app, (0..10).map(|number| format!("ann{number}"))).await;
    let marks_put = || bucket.calls().iter().filter(|call| call.starts_with("PUT erased/")).count();
    for (before, id) in ids.iter().enumerate() {
        assert_eq!(marks_put(), before);
        closing::close_for_staff(&app.state, id).await.unwrap();
        // A backup that is taken now says that the bucket has marks.
        let noted = shop_facts::erasures_marked(&mut app.state.db.read().await.unwrap()).await.unwrap().unwrap();
        assert_eq!(noted.places, [app.state.providers.photos.marks().unwrap().place()]);
    }
    assert_eq!(marks_put(), 10);
    assert_eq!(bucket.keys().iter().filter(|key| key.starts_with("erased/")).count(), 10);
}

/// The folder was not there for a while: the job writes what is missing.
#[tokio::test(flavor = "multi_thread")]
async fn marks_that_could_not_be_written_are_written_by_the_job() {
    let backups = Backups::new();
    let marks = backups.0.join("erased");
    std::fs::create_dir_all(&backups.0).unwrap();
    std::fs::write(&marks, "in the way").unwrap();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(marks.clone())).await;
    app.client().register("ann@example.com").await;
    let id = app.customer_id("ann@example.com").await;
    closing::close_for_staff(&app.state, &id).await.unwrap();
    assert!(ops(&app, "jobs run forgetting").await.unwrap_err().contains("the marks of erased people"));
    std::fs::remove_file(&marks).unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(std::fs::read_dir(&marks).unwrap().count(), 1);
    // The operator names another folder, and the first one is lost.
    app.clock.advance(Duration::from_secs(48 * 60 * 60));
    let other = backups.0.join("on-another-disk");
    let app = app.restart_with(|settings| settings.erasure_marks = Some(other.clone())).await;
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(std::fs::read_dir(&other).unwrap().count(), 1);
}

fn empty(folder: &Path) {
    for mark in std::fs::read_dir(folder).unwrap() {
        std::fs::remove_file(mark.unwrap().path()).unwrap();
    }
}

/// As if the disk with the folder was not mounted: its place is there, and has only what a new disk has.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_not_written_where_those_of_before_are_missing() {
    let backups = Backups::new();
    let marks = backups.0.join("marks");
    std::fs::create_dir_all(&backups.0).unwrap();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(marks.clone())).await;
    let ids = registered(&app, ["ann", "bea"].map(str::to_owned)).await;
    closing::close_for_staff(&app.state, &ids[0]).await.unwrap();
    let ann = std::fs::read_dir(&marks).unwrap().next().unwrap().unwrap().path();
    std::fs::rename(&ann, backups.0.join("kept")).unwrap();
    std::fs::create_dir(marks.join("lost+found")).unwrap();
    closing::close_for_staff(&app.state, &ids[1]).await.unwrap();
    let not_there = format!("The marks of erased people are not in {} any more: mount its disk", marks.display());
    let says = ops(&app, "jobs run forgetting").await.unwrap_err();
    assert!(says.contains(&not_there), "{says}");
    std::fs::remove_dir_all(&marks).unwrap();
    let says = ops(&app, "jobs run forgetting").await.unwrap_err();
    assert!(says.contains(&not_there), "{says}");
    assert!(!marks.exists());
    // It is mounted again.
    std::fs::create_dir(&marks).unwrap();
    std::fs::rename(backups.0.join("kept"), ann).unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(std::fs::read_dir(&marks).unwrap().count(), 2);
}

/// A database that Litestream or PostgreSQL's log has put back: nobody else says what must not come back.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_another_program_has_put_back_is_caught_up() {
    let backups = Backups::new();
    let marks = backups.0.join("erased");
    std::fs::create_dir_all(&backups.0).unwrap();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(marks.clone())).await;
    let ids = registered(&app, ["ann", "bea"].map(str::to_owned)).await;
    let sessions = app.count("SELECT COUNT(*) FROM sessions").await;
    assert!(sessions >= 2);
    let at = app.clock.real_now();
    // Ann is erased afterwards, and comes back with the old database.
    std::fs::create_dir(&marks).unwrap();
    std::fs::write(marks.join(erasure_marks::mark(&app.state.keys, &ids[0])), "").unwrap();
    app.clock.advance(Duration::from_secs(60 * 60));
    let done = restore::finish_for_other_program(&app.state, at, false).await.unwrap();
    assert_eq!((done.marks, done.erased, done.sessions), (1, 1, sessions as u64));
    assert_eq!(app.count("SELECT COUNT(*) FROM customers WHERE email LIKE '%@example.com'").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 0);
    let late = restore::finish_for_other_program(&app.state, app.clock.real_now().plus(Duration::from_secs(1)), false);
    assert_eq!(late.await.unwrap_err(), "The time of --at is in the future.");
    // The disk with the marks is not mounted.
    std::fs::remove_dir_all(&marks).unwrap();
    let says = restore::finish_for_other_program(&app.state, at, false).await.unwrap_err();
    assert!(says.starts_with("Marks of erased people are missing, "), "{says}");
    restore::finish_for_other_program(&app.state, at, true).await.unwrap();
}

/// A backup must not make the folder again: a server would take it for the one with all marks.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_does_not_replace_a_folder_of_marks_that_is_missing() {
    let backups = Backups::new();
    let marks = backups.0.join("erased");
    std::fs::create_dir_all(&backups.0).unwrap();
    // As an operator may spell it.
    let app = TestApp::with(|settings| settings.erasure_marks = Some(backups.0.join("./erased/"))).await;
    app.client().register("ann@example.com").await;
    let id = app.customer_id("ann@example.com").await;
    closing::close_for_staff(&app.state, &id).await.unwrap();
    let taken = backups.take(&app).await;
    assert_eq!(taken.manifest.marks_in, [marks.display().to_string()]);
    std::fs::remove_dir_all(&marks).unwrap();
    app.clock.advance(Duration::from_secs(60));
    let says = backup::back_up(&app.state, &backups.0, BackupOptions::default()).await.unwrap_err();
    assert!(says.starts_with(&format!("The marks of erased people are not in {}", marks.display())), "{says}");
    assert!(!marks.exists());
    assert_eq!(backup::all(&backups.0, app.clock.real_now()).unwrap(), [taken.folder]);
}

/// Before the first row is put back, and so in a trial too.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_whose_marks_of_erased_people_are_missing_is_not_restored() {
    let backups = Backups::new();
    let (beside, named) = (backups.0.join("erased"), backups.0.join("marks"));
    std::fs::create_dir_all(&backups.0).unwrap();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(named.clone())).await;
    app.client().register("ann@example.com").await;
    let id = app.customer_id("ann@example.com").await;
    closing::close_for_staff(&app.state, &id).await.unwrap();
    let taken = backups.take(&app).await;
    assert_eq!((taken.manifest.erased, &taken.manifest.marks_in), (1, &vec![named.display().to_string()]));
    let database = app.elsewhere().await;
    let settings = on(&app, &database);
    let refused = || restore::check_marks(&settings, &taken.folder, false).unwrap_err();
    for folder in [&beside, &named] {
        let marks: Vec<_> = std::fs::read_dir(folder).unwrap().map(|mark| mark.unwrap().path()).collect();
        empty(folder);
        let says = refused();
        assert!(says.contains(&format!("{} has 0, and had at least 1.", folder.display())), "{says}");
        std::fs::remove_dir(folder).unwrap();
        let says = refused();
        assert!(says.contains(&format!("{} cannot be used: ", folder.display())), "{says}");
        std::fs::create_dir(folder).unwrap();
        std::fs::write(&marks[0], "").unwrap();
    }
    // A folder that had no marks, such as one of another machine, has to be there.
    let other = Settings { erasure_marks: Some(backups.0.join("other")), ..settings.clone() };
    assert!(restore::check_marks(&other, &taken.folder, false).unwrap_err().contains("other cannot be used: "));
    std::fs::create_dir(backups.0.join("other")).unwrap();
    // Those who were erased since the backup have their marks only where the settings of the server said.
    let nowhere = Settings { erasure_marks: None, ..settings.clone() };
    let named = named.display();
    for (elsewhere, why) in [
        (&other, format!("some were in {named}, and none is")),
        (&nowhere, format!("the server kept them in {named}, and the settings name no place")),
    ] {
        let says = restore::check_marks(elsewhere, &taken.folder, false).unwrap_err();
        assert!(says.contains(&why), "{says}");
        restore::check_marks(elsewhere, &taken.folder, true).unwrap();
    }
    std::fs::write(backups.0.join("other/mark"), "").unwrap();
    restore::check_marks(&other, &taken.folder, false).unwrap();

    std::fs::remove_dir_all(&beside).unwrap();
    let path = std::env::var("PATH").unwrap();
    let place = ["--public-url", "http://localhost", "--database-url", &database.url];
    let arguments = [["restore", taken.folder.to_str().unwrap()].as_slice(), &place].concat();
    for trial in [["--trial"].as_slice(), &[]] {
        let stopped = run(&[&arguments, trial].concat(), &path);
        let says = String::from_utf8_lossy(&stopped.stderr);
        assert!(says.contains("Marks of erased people are missing"), "{says}");
        let look = Db::look(&settings.database_url).await.unwrap();
        assert_eq!((look.found.unwrap_or_default(), look.restore), (0, None), "no row was put back");
    }
    // The operator knows that they are lost.
    let done = run(&[arguments.as_slice(), &["--marks-lost"]].concat(), &path);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Whoever is erased after the clock was set right would have no mark until the time that was noted.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_written_after_a_clock_that_was_ahead() {
    let backups = Backups::new();
    let marks = backups.0.join("erased");
    std::fs::create_dir_all(&backups.0).unwrap();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(marks.clone())).await;
    let ids = registered(&app, ["ann", "bea"].map(str::to_owned)).await;
    let (right, count) = (app.clock.now(), || std::fs::read_dir(&marks).unwrap().count());
    app.clock.advance(Duration::from_secs(30 * 24 * 60 * 60));
    closing::close_for_staff(&app.state, &ids[0]).await.unwrap();
    ops(&app, "jobs run forgetting").await.unwrap();
    assert_eq!(count(), 1);
    app.clock.set(&right.instant().to_string());
    // Its mark cannot be written at once.
    let away = backups.0.join("away");
    std::fs::rename(&marks, &away).unwrap();
    closing::close_for_staff(&app.state, &ids[1]).await.unwrap();
    std::fs::rename(&away, &marks).unwrap();
    assert_eq!(count(), 1);
    app.clock.advance(Duration::from_secs(3 * 24 * 60 * 60));
    for _ in 0..2 {
        ops(&app, "jobs run forgetting").await.unwrap();
        assert_eq!(count(), 2);
    }
}

/// Nobody was erased before the backup. Who was since would be back.
#[tokio::test(flavor = "multi_thread")]
async fn a_restore_whose_settings_name_no_place_for_marks_is_refused_if_the_server_had_one() {
    let backups = Backups::new();
    std::fs::create_dir_all(&backups.0).unwrap();
    let named = backups.0.join("marks");
    let app = TestApp::with(|settings| settings.erasure_marks = Some(named.clone())).await;
    let taken = backups.take(&app).await;
    let without = Settings { erasure_marks: None, ..app.state.settings.clone() };
    let says = restore::check_marks(&without, &taken.folder, false).unwrap_err();
    assert!(
        says.contains(&format!("the server kept them in {}, and the settings name no place", named.display())),
        "{says}"
    );
    restore::check_marks(&without, &taken.folder, true).unwrap();
    std::fs::create_dir_all(&named).unwrap();
    restore::check_marks(&app.state.settings, &taken.folder, false).unwrap();
}

/// An erased person whose box is under way in the backup cannot be erased immediately.
#[tokio::test(flavor = "multi_thread")]
async fn an_erased_person_with_an_open_box_is_named_and_erased_later() {
    let backups = Backups::new();
    let app = TestApp::with(|settings| settings.erasure_marks = Some(backups.0.join("erased"))).await;
    let mut ann = Shopper::decided(&app, "ann@example.com", 0).await;
    let id = app.customer_id("ann@example.com").await;
    let taken = backups.take(&app).await;
    ann.check_out("nothing").await.expect(200);
    for step in [Step::SendBack, Step::Receive, Step::Complete] {
        steps::take(&app.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    closing::close_for_staff(&app.state, &id).await.unwrap();

    let (restored, finished) = restored(&app, &taken.folder).await;
    assert_eq!(finished.being_erased, [id]);
    assert_eq!(restored.count("SELECT COUNT(*) FROM customers WHERE closing_since IS NOT NULL").await, 1);
    // The person is erased by the job, and not told by it either.
    let mut ann = Shopper { browser: restored.client(), order: ann.order };
    sign_in(&mut ann.browser, "ann@example.com", PASSWORD).await.expect(200);
    // The mark stays, and the next restore would erase the person without a word.
    ann.browser.delete("/api/account/close").await.refused(409, "account_erased_before");
    ann.check_out("nothing").await.expect(200);
    for step in [Step::SendBack, Step::Receive, Step::Complete] {
        steps::take(&restored.state, &ann.order, step, Actor::Ops).await.unwrap();
    }
    ops(&restored, "jobs run closings").await.unwrap();
    assert_eq!(restored.count("SELECT COUNT(*) FROM customers WHERE erased_at IS NOT NULL").await, 1);
    let told = "SELECT COUNT(*) FROM outbox WHERE kind IN ('account_closed', 'account_closing')";
    assert_eq!((app.count(told).await, restored.count(told).await), (1, 0));
    assert_eq!(restored.count("SELECT COUNT(*) FROM shop_facts WHERE name = 'told_of_erasure'").await, 0);
}
