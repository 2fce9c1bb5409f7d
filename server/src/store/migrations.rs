//! The migrations, one file for each step and engine, inside the program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// `(number, name, SQLite's SQL, PostgreSQL's SQL)`. Never change a released step; add a new one.
const STEPS: &[(i64, &str, &str, &str)] = &[
    (
        1,
        "walking skeleton",
        include_str!("../../migrations/sqlite/0001_walking_skeleton.sql"),
        include_str!("../../migrations/postgres/0001_walking_skeleton.sql"),
    ),
    (
        2,
        "account",
        include_str!("../../migrations/sqlite/0002_account.sql"),
        include_str!("../../migrations/postgres/0002_account.sql"),
    ),
    (
        3,
        "ordering",
        include_str!("../../migrations/sqlite/0003_ordering.sql"),
        include_str!("../../migrations/postgres/0003_ordering.sql"),
    ),
    (
        4,
        "style",
        include_str!("../../migrations/sqlite/0004_style.sql"),
        include_str!("../../migrations/postgres/0004_style.sql"),
    ),
    (
        5,
        "jobs",
        include_str!("../../migrations/sqlite/0005_jobs.sql"),
        include_str!("../../migrations/postgres/0005_jobs.sql"),
    ),
    (
        6,
        "returns and payments",
        include_str!("../../migrations/sqlite/0006_returns_and_payments.sql"),
        include_str!("../../migrations/postgres/0006_returns_and_payments.sql"),
    ),
    (
        7,
        "next boxes",
        include_str!("../../migrations/sqlite/0007_next_boxes.sql"),
        include_str!("../../migrations/postgres/0007_next_boxes.sql"),
    ),
    (
        8,
        "fraud holds",
        include_str!("../../migrations/sqlite/0008_fraud_holds.sql"),
        include_str!("../../migrations/postgres/0008_fraud_holds.sql"),
    ),
    (
        9,
        "finished orders",
        include_str!("../../migrations/sqlite/0009_finished_orders.sql"),
        include_str!("../../migrations/postgres/0009_finished_orders.sql"),
    ),
    (
        10,
        "growth",
        include_str!("../../migrations/sqlite/0010_growth.sql"),
        include_str!("../../migrations/postgres/0010_growth.sql"),
    ),
    (
        11,
        "shop facts",
        include_str!("../../migrations/sqlite/0011_shop_facts.sql"),
        include_str!("../../migrations/postgres/0011_shop_facts.sql"),
    ),
    (
        12,
        "pending kinds",
        include_str!("../../migrations/sqlite/0012_pending_kinds.sql"),
        include_str!("../../migrations/postgres/0012_pending_kinds.sql"),
    ),
    (
        13,
        "store tablet",
        include_str!("../../migrations/sqlite/0013_store_tablet.sql"),
        include_str!("../../migrations/postgres/0013_store_tablet.sql"),
    ),
    (
        14,
        "analytics consent",
        include_str!("../../migrations/sqlite/0014_analytics_consent.sql"),
        include_str!("../../migrations/postgres/0014_analytics_consent.sql"),
    ),
    (
        15,
        "first orders again",
        include_str!("../../migrations/sqlite/0015_first_orders_again.sql"),
        include_str!("../../migrations/postgres/0015_first_orders_again.sql"),
    ),
    (
        16,
        "order pages",
        include_str!("../../migrations/sqlite/0016_order_pages.sql"),
        include_str!("../../migrations/postgres/0016_order_pages.sql"),
    ),
    (
        17,
        "garment search",
        include_str!("../../migrations/sqlite/0017_garment_search.sql"),
        include_str!("../../migrations/postgres/0017_garment_search.sql"),
    ),
    (
        18,
        "account rights",
        include_str!("../../migrations/sqlite/0018_account_rights.sql"),
        include_str!("../../migrations/postgres/0018_account_rights.sql"),
    ),
    (
        19,
        "closing accounts",
        include_str!("../../migrations/sqlite/0019_closing_accounts.sql"),
        include_str!("../../migrations/postgres/0019_closing_accounts.sql"),
    ),
    (
        20,
        "bank confirmation",
        include_str!("../../migrations/sqlite/0020_bank_confirmation.sql"),
        include_str!("../../migrations/postgres/0020_bank_confirmation.sql"),
    ),
    (
        21,
        "next box wishes",
        include_str!("../../migrations/sqlite/0021_next_box_wishes.sql"),
        include_str!("../../migrations/postgres/0021_next_box_wishes.sql"),
    ),
    (
        22,
        "forget requests",
        include_str!("../../migrations/sqlite/0022_forget_requests.sql"),
        include_str!("../../migrations/postgres/0022_forget_requests.sql"),
    ),
    (
        23,
        "lost boxes",
        include_str!("../../migrations/sqlite/0023_lost_boxes.sql"),
        include_str!("../../migrations/postgres/0023_lost_boxes.sql"),
    ),
    (
        24,
        "cards and wishes",
        include_str!("../../migrations/sqlite/0024_cards_and_wishes.sql"),
        include_str!("../../migrations/postgres/0024_cards_and_wishes.sql"),
    ),
    (
        25,
        "html of emails",
        include_str!("../../migrations/sqlite/0025_html_of_mails.sql"),
        include_str!("../../migrations/postgres/0025_html_of_mails.sql"),
    ),
    (
        26,
        "webhook events",
        include_str!("../../migrations/sqlite/0026_webhook_events.sql"),
        include_str!("../../migrations/postgres/0026_webhook_events.sql"),
    ),
    (
        27,
        "real gateway",
        include_str!("../../migrations/sqlite/0027_real_gateway.sql"),
        include_str!("../../migrations/postgres/0027_real_gateway.sql"),
    ),
    (
        28,
        "bounced emails",
        include_str!("../../migrations/sqlite/0028_bounced_emails.sql"),
        include_str!("../../migrations/postgres/0028_bounced_emails.sql"),
    ),
    (
        29,
        "phone facts",
        include_str!("../../migrations/sqlite/0029_phone_facts.sql"),
        include_str!("../../migrations/postgres/0029_phone_facts.sql"),
    ),
    (
        32,
        "calculated tax",
        include_str!("../../migrations/sqlite/0032_calculated_tax.sql"),
        include_str!("../../migrations/postgres/0032_calculated_tax.sql"),
    ),
    (
        33,
        "address suggestions",
        include_str!("../../migrations/sqlite/0033_address_suggestions.sql"),
        include_str!("../../migrations/postgres/0033_address_suggestions.sql"),
    ),
    (
        34,
        "card refusals",
        include_str!("../../migrations/sqlite/0034_card_refusals.sql"),
        include_str!("../../migrations/postgres/0034_card_refusals.sql"),
    ),
    (
        35,
        "staged photos",
        include_str!("../../migrations/sqlite/0035_staged_photos.sql"),
        include_str!("../../migrations/postgres/0035_staged_photos.sql"),
    ),
    (
        36,
        "shipments",
        include_str!("../../migrations/sqlite/0036_shipments.sql"),
        include_str!("../../migrations/postgres/0036_shipments.sql"),
    ),
    (
        39,
        "fraud check sessions",
        include_str!("../../migrations/sqlite/0039_fraud_check_sessions.sql"),
        include_str!("../../migrations/postgres/0039_fraud_check_sessions.sql"),
    ),
    (
        40,
        "authorised charges",
        include_str!("../../migrations/sqlite/0040_authorised_charges.sql"),
        include_str!("../../migrations/postgres/0040_authorised_charges.sql"),
    ),
    (
        41,
        "reviews service",
        include_str!("../../migrations/sqlite/0041_reviews_service.sql"),
        include_str!("../../migrations/postgres/0041_reviews_service.sql"),
    ),
    (
        42,
        "address rechecks",
        include_str!("../../migrations/sqlite/0042_address_rechecks.sql"),
        include_str!("../../migrations/postgres/0042_address_rechecks.sql"),
    ),
    (
        46,
        "ended coupons",
        include_str!("../../migrations/sqlite/0046_ended_coupons.sql"),
        include_str!("../../migrations/postgres/0046_ended_coupons.sql"),
    ),
    (
        50,
        "released boxes",
        include_str!("../../migrations/sqlite/0050_released_boxes.sql"),
        include_str!("../../migrations/postgres/0050_released_boxes.sql"),
    ),
    (
        53,
        "declined for good",
        include_str!("../../migrations/sqlite/0053_declined_for_good.sql"),
        include_str!("../../migrations/postgres/0053_declined_for_good.sql"),
    ),
    (
        54,
        "forgiven",
        include_str!("../../migrations/sqlite/0054_forgiven.sql"),
        include_str!("../../migrations/postgres/0054_forgiven.sql"),
    ),
    (
        59,
        "late orders",
        include_str!("../../migrations/sqlite/0059_late_orders.sql"),
        include_str!("../../migrations/postgres/0059_late_orders.sql"),
    ),
    (
        60,
        "rewards taken back",
        include_str!("../../migrations/sqlite/0060_rewards_taken_back.sql"),
        include_str!("../../migrations/postgres/0060_rewards_taken_back.sql"),
    ),
    (
        65,
        "readiness",
        include_str!("../../migrations/sqlite/0065_readiness.sql"),
        include_str!("../../migrations/postgres/0065_readiness.sql"),
    ),
    (
        66,
        "times ahead",
        include_str!("../../migrations/sqlite/0066_times_ahead.sql"),
        include_str!("../../migrations/postgres/0066_times_ahead.sql"),
    ),
    (
        70,
        "secret key",
        include_str!("../../migrations/sqlite/0070_secret_key.sql"),
        include_str!("../../migrations/postgres/0070_secret_key.sql"),
    ),
    (
        71,
        "marks",
        include_str!("../../migrations/sqlite/0071_marks.sql"),
        include_str!("../../migrations/postgres/0071_marks.sql"),
    ),
    (
        72,
        "disputes",
        include_str!("../../migrations/sqlite/0072_disputes.sql"),
        include_str!("../../migrations/postgres/0072_disputes.sql"),
    ),
    (
        73,
        "gateway movements",
        include_str!("../../migrations/sqlite/0073_gateway_movements.sql"),
        include_str!("../../migrations/postgres/0073_gateway_movements.sql"),
    ),
    (
        74,
        "garments packed",
        include_str!("../../migrations/sqlite/0074_garments_packed.sql"),
        include_str!("../../migrations/postgres/0074_garments_packed.sql"),
    ),
    (
        78,
        "true until",
        include_str!("../../migrations/sqlite/0078_true_until.sql"),
        include_str!("../../migrations/postgres/0078_true_until.sql"),
    ),
    (
        79,
        "ended code of the first order",
        include_str!("../../migrations/sqlite/0079_ended_code_of_first_order.sql"),
        include_str!("../../migrations/postgres/0079_ended_code_of_first_order.sql"),
    ),
    (
        85,
        "photos not deleted",
        include_str!("../../migrations/sqlite/0085_photos_not_deleted.sql"),
        include_str!("../../migrations/postgres/0085_photos_not_deleted.sql"),
    ),
    (
        86,
        "came unexpected",
        include_str!("../../migrations/sqlite/0086_came_unexpected.sql"),
        include_str!("../../migrations/postgres/0086_came_unexpected.sql"),
    ),
    (
        87,
        "shown pieces and own marks",
        include_str!("../../migrations/sqlite/0087_shown_pieces_and_own_marks.sql"),
        include_str!("../../migrations/postgres/0087_shown_pieces_and_own_marks.sql"),
    ),
    (
        88,
        "more times ahead",
        include_str!("../../migrations/sqlite/0088_more_times_ahead.sql"),
        include_str!("../../migrations/postgres/0088_more_times_ahead.sql"),
    ),
];

/// A step: its number, and what it is about.
pub type Step = (i64, &'static str);

/// A step that a database has had: its number, and the checksum of its SQL.
pub(super) type Applied = (i64, Vec<u8>);

/// How the steps that a database has had compare with those of this version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Comparison {
    /// They are steps of this version. Holds those that it has not had.
    Lacks(Vec<Step>),
    /// This version does not know a step that it has had.
    Unknown(i64),
    /// A step of this number had other SQL.
    Differs(i64),
}

/// Compares the steps that a database has had with those of `own`, this version's.
pub(super) fn compare(own: &Migrator, applied: &[Applied]) -> Comparison {
    for (number, checksum) in applied {
        match own.iter().find(|step| step.version == *number) {
            None => return Comparison::Unknown(*number),
            Some(step) if *step.checksum != **checksum => return Comparison::Differs(*number),
            Some(_) => {}
        }
    }
    let mut lacks = all();
    lacks.retain(|(number, _)| applied.iter().all(|(had, _)| had != number));
    Comparison::Lacks(lacks)
}

/// All steps of this version.
pub(super) fn all() -> Vec<Step> {
    STEPS.iter().map(|(number, name, ..)| (*number, *name)).collect()
}

/// The number of the last step of this version.
pub(super) fn version() -> i64 {
    STEPS.iter().map(|(number, ..)| *number).max().unwrap_or_default()
}

pub(super) fn sqlite() -> Migrator {
    migrator(|(.., sql, _)| sql)
}

pub(super) fn postgres() -> Migrator {
    migrator(|(.., sql)| sql)
}

fn migrator(sql: fn(&(i64, &'static str, &'static str, &'static str)) -> &'static str) -> Migrator {
    let steps = STEPS.iter().map(|step| {
        let (number, name, ..) = *step;
        Migration::new(number, name.into(), MigrationType::Simple, sql(step).into_sql_str(), false)
    });
    Migrator::with_migrations(steps.collect())
}
