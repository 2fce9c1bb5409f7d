//! The photos themselves, for the embedded photo provider.

use crate::store::{Result, Tx};

/// Stores a photo. It replaces one of the same id.
pub async fn put(tx: &mut Tx, photo_id: &str, content: &[u8]) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO photo_files (photo_id, content) VALUES ($1, $2)
         ON CONFLICT (photo_id) DO UPDATE SET content = excluded.content",
        photo_id,
        content
    )?;
    Ok(())
}

pub async fn get(tx: &mut Tx, photo_id: &str) -> Result<Option<Vec<u8>>> {
    let found = fetch_optional!(tx, (Vec<u8>,), "SELECT content FROM photo_files WHERE photo_id = $1", photo_id)?;
    Ok(found.map(|(content,)| content))
}

/// The id of any photo; `None` if there is none left.
pub async fn first(tx: &mut Tx) -> Result<Option<String>> {
    let found = fetch_optional!(tx, (String,), "SELECT photo_id FROM photo_files ORDER BY photo_id LIMIT 1")?;
    Ok(found.map(|(id,)| id))
}

pub async fn remove(tx: &mut Tx, photo_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM photo_files WHERE photo_id = $1", photo_id)?;
    Ok(())
}
