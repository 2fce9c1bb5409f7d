//! Whether a bucket can be worked with: this service may write, read and delete in it, nobody else may read, and the page may send
//! photos there.

use super::client::{S3Bucket, code, is_missing};
use crate::providers::common::http_client::{Answer, NoAnswer};
use crate::providers::common::reach::Reach;

const CONTENT: &[u8] = b"check";

/// Why the bucket cannot be worked with.
enum Trouble {
    NoAnswer,
    /// A sentence for the operator.
    Refused(String),
}

impl From<NoAnswer> for Trouble {
    fn from(_: NoAnswer) -> Self {
        Self::NoAnswer
    }
}

/// Writes, reads and deletes a small file at `staging_key`, where browsers send photos, and at `photo_key`, where photos that are
/// shown are kept; and asks what a browser asks before it sends a photo from `page`.
pub(super) async fn reach(bucket: &S3Bucket, staging_key: &str, photo_key: &str, page: &str) -> Reach {
    let looked = async {
        // A bucket can be open to everybody below only one of them.
        look(bucket, photo_key).await?;
        look(bucket, staging_key).await?;
        may_send(bucket, staging_key, page).await
    };
    match looked.await {
        Ok(()) => Reach::Reached,
        Err(Trouble::NoAnswer) => Reach::NotReachable,
        Err(Trouble::Refused(sentence)) => Reach::Refused(sentence),
    }
}

async fn look(bucket: &S3Bucket, key: &str) -> Result<(), Trouble> {
    let written = bucket.write(key, CONTENT, "text/plain").await?;
    if !written.is_success() {
        return Err(trouble(bucket, &written, "write (s3:PutObject)"));
    }
    let seen_by_anybody = bucket.read_as_anybody(key).await;
    let deleted = bucket.delete(key).await?;
    if !deleted.is_success() {
        return Err(trouble(bucket, &deleted, "delete (s3:DeleteObject)"));
    }
    if seen_by_anybody?.is_success() {
        return Err(Trouble::Refused("everybody can read what is in the bucket: it has to be private".to_owned()));
    }
    let read = bucket.read(key, None).await?;
    // Another server may just be writing its own.
    if !is_missing(&read) && !read.is_success() {
        return Err(trouble(bucket, &read, "read, or learn that there is nothing (s3:GetObject and s3:ListBucket)"));
    }
    Ok(())
}

async fn may_send(bucket: &S3Bucket, key: &str, page: &str) -> Result<(), Trouble> {
    let allowed = bucket.preflight(key, page).await?;
    if allowed.is_down() {
        return Err(Trouble::NoAnswer);
    }
    if allows_uploads(&allowed, page) {
        return Ok(());
    }
    Err(Trouble::Refused(format!(
        "the bucket's CORS rules do not let the page at {page} send photos: allow that origin the method PUT and the header \
         content-type"
    )))
}

/// Whether an answer to a browser's question lets the page send photos.
fn allows_uploads(answer: &Answer, page: &str) -> bool {
    let allows = |header: &str, is_wanted: &dyn Fn(&str) -> bool| {
        answer.header(header).unwrap_or_default().split(',').map(str::trim).any(|one| one == "*" || is_wanted(one))
    };
    answer.is_success()
        && allows("access-control-allow-origin", &|origin| origin == page)
        && allows("access-control-allow-methods", &|method| method == "PUT")
        && allows("access-control-allow-headers", &|header| header.eq_ignore_ascii_case("content-type"))
}

/// What the store's answer means for the operator. `what` is what was tried, with the permission that it needs.
fn trouble(bucket: &S3Bucket, answer: &Answer, what: &str) -> Trouble {
    if answer.is_down() {
        return Trouble::NoAnswer;
    }
    let code = code(answer);
    Trouble::Refused(match code.as_str() {
        "NoSuchBucket" => format!("there is no bucket {:?} (--s3-bucket)", bucket.name()),
        "InvalidAccessKeyId" => "the store does not know the access key (--s3-access-key)".to_owned(),
        "SignatureDoesNotMatch" => {
            "the store does not take the signature: the secret key is another one (STYLEBOX_S3_SECRET_KEY)".to_owned()
        }
        "AuthorizationQueryParametersError" | "AuthorizationHeaderMalformed" | "PermanentRedirect" => {
            "the bucket is in another region (--s3-region, --s3-url)".to_owned()
        }
        "RequestTimeTooSkewed" => "this machine's clock differs from the store's".to_owned(),
        "AccessDenied" => format!("the access key may not {what}"),
        _ => format!("the store answers {} {code}", answer.status).trim_end().to_owned(),
    })
}
