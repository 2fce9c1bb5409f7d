//! Texts that an earlier version has stored in another form. They are rewritten once, when a server starts: a migration cannot do
//! what core folds or cleans.

use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::operation::old_texts::{self, AddressTexts, NameTexts};
use crate::store::operation::shop_facts;
use crate::store::order::orders::garment_words;
use stylebox_core::values::reading::name::clean;

/// The form of this version. Increase it if a text that is stored already needs another form: then all are rewritten.
const FORM: u32 = 1;

/// How many rows are rewritten in one transaction. Others write in between.
const BATCH: i64 = 500;

/// Stores the texts of earlier versions in the form of this one, unless that was done. If it is stopped, it begins again.
///
/// # Errors
/// If the database fails.
pub async fn rewrite(state: &AppState) -> AppResult<()> {
    rewrite_in_batches(state, BATCH).await
}

/// The same, with so many rows in a transaction.
///
/// # Errors
/// If the database fails.
pub async fn rewrite_in_batches(state: &AppState, batch: i64) -> AppResult<()> {
    if shop_facts::texts_form(&mut state.db.read_single().await?).await? >= FORM {
        return Ok(());
    }
    fold_garments(state, batch).await?;
    clean_customers(state, batch).await?;
    clean_addresses(state, batch).await?;
    clean_cardholders(state, batch).await?;
    let mut tx = state.db.write().await?;
    shop_facts::set_texts_form(&mut tx, FORM, state.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// The words by which customers find the garments of past boxes.
async fn fold_garments(state: &AppState, batch: i64) -> AppResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = state.db.write().await?;
        let rows = old_texts::garments(&mut tx, &after, batch).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        for row in &rows {
            old_texts::set_garment_words(&mut tx, &row.id, &garment_words(&row.description, &row.brand)).await?;
        }
        tx.commit().await?;
        after.clone_from(&last.id);
    }
}

async fn clean_customers(state: &AppState, batch: i64) -> AppResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = state.db.write().await?;
        let rows = old_texts::customers(&mut tx, &after, batch).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        for row in &rows {
            let (first_name, last_name) = (cleaned(&row.first_name), cleaned(&row.last_name));
            let texts = NameTexts { id: row.id.clone(), first_name, last_name };
            if texts != *row {
                old_texts::set_customer(&mut tx, &texts).await?;
            }
        }
        tx.commit().await?;
        after.clone_from(&last.id);
    }
}

async fn clean_addresses(state: &AppState, batch: i64) -> AppResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = state.db.write().await?;
        let rows = old_texts::addresses(&mut tx, &after, batch).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        for row in &rows {
            let texts = cleaned_address(row);
            if texts != *row {
                old_texts::set_address(&mut tx, &texts).await?;
            }
        }
        tx.commit().await?;
        after.clone_from(&last.id);
    }
}

async fn clean_cardholders(state: &AppState, batch: i64) -> AppResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = state.db.write().await?;
        let rows = old_texts::cardholders(&mut tx, &after, batch).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        for row in &rows {
            let texts = cleaned_address(row);
            if texts != *row {
                old_texts::set_cardholder(&mut tx, &texts).await?;
            }
        }
        tx.commit().await?;
        after.clone_from(&last.id);
    }
}

fn cleaned_address(row: &AddressTexts) -> AddressTexts {
    AddressTexts {
        id: row.id.clone(),
        name: cleaned(&row.name),
        line_1: cleaned(&row.line_1),
        line_2: row.line_2.as_deref().map(clean).filter(|line| !line.is_empty()),
        city: cleaned(&row.city),
    }
}

/// A required text as core cleans it. If nothing would be left, the text stays: nobody can be asked for another here.
fn cleaned(text: &str) -> String {
    let clean = clean(text);
    if clean.is_empty() { text.to_owned() } else { clean }
}
