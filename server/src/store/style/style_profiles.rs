//! Customers' answers to the questionnaire.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, StoreError, Tx};
use serde_json::{Map, Value};

row! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ProfileRow {
        pub(crate) id: String,
        pub(crate) customer_id: String,
        pub(crate) name: String,
    }
}

pub async fn add(tx: &mut CustomerTx, profile: &ProfileRow, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO style_profiles (id, customer_id, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
        &profile.id,
        &profile.customer_id,
        &profile.name,
        now
    )?;
    Ok(())
}

pub async fn of_customer(tx: &mut Tx, customer_id: &str) -> Result<Option<ProfileRow>> {
    fetch_optional!(
        tx,
        ProfileRow,
        "SELECT id, customer_id, name FROM style_profiles WHERE customer_id = $1",
        customer_id
    )
}

/// A profile's answers by their question's ref, sorted by ref.
pub async fn answers(tx: &mut Tx, profile_id: &str) -> Result<Map<String, Value>> {
    read(fetch_list!(
        tx,
        (String, String),
        "ref, value",
        "FROM style_answers WHERE profile_id = $1",
        "ORDER BY ref",
        profile_id
    )?)
}

/// A customer's answers by their question's ref, sorted by ref; empty without a profile.
pub async fn answers_of_customer(tx: &mut Tx, customer_id: &str) -> Result<Map<String, Value>> {
    read(fetch_list!(
        tx,
        (String, String),
        "ref, value",
        "FROM style_answers JOIN style_profiles ON style_profiles.id = profile_id WHERE customer_id = $1",
        "ORDER BY ref",
        customer_id
    )?)
}

/// The answers of the customer of the order `$2`, sorted by ref.
pub(in crate::store) const ANSWERS_OF_ORDER: JsonList = json_list!(
    "style_answers.ref, style_answers.value",
    "FROM orders JOIN style_profiles ON style_profiles.customer_id = orders.customer_id
     JOIN style_answers ON style_answers.profile_id = style_profiles.id WHERE orders.id = $2",
    "ORDER BY style_answers.ref"
);

/// Reads answers by their question's ref.
pub(in crate::store) fn read(rows: Vec<(String, String)>) -> Result<Map<String, Value>> {
    let read = |(question, text): (String, String)| {
        let value = serde_json::from_str(&text).map_err(|error| StoreError::corrupt("style_answers.value", error))?;
        Ok((question, value))
    };
    rows.into_iter().map(read).collect()
}

/// Writes answers. They replace earlier ones, and null deletes one.
pub async fn write(tx: &mut CustomerTx, profile_id: &str, answers: &Map<String, Value>, now: Timestamp) -> Result<()> {
    for (question, value) in answers {
        if value.is_null() {
            execute!(tx, "DELETE FROM style_answers WHERE profile_id = $1 AND ref = $2", profile_id, question)?;
        } else {
            execute!(
                tx,
                "INSERT INTO style_answers (profile_id, ref, value, updated_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (profile_id, ref) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
                profile_id,
                question,
                value.to_string(),
                now
            )?;
        }
    }
    execute!(tx, "UPDATE style_profiles SET updated_at = $2 WHERE id = $1", profile_id, now)?;
    Ok(())
}
