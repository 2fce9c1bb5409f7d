//! Discounts of a checkout: used coupons, referral rewards and gift cards.

use crate::platform::clock::Timestamp;
use crate::platform::keys::Mark;
use crate::store::account::marks;
use crate::store::account::referrals::EarnedAs;
use crate::store::checkout::coupons::{self, CouponRow};
use crate::store::table::{JsonList, JsonLists, read_json_rows};
use crate::store::{CustomerTx, Result, Tx};
use std::sync::LazyLock;
use stylebox_core::values::money::Money;
use stylebox_core::word_enum;

/// Whether the customer has used a coupon, or is using it in a checkout that is not complete.
pub async fn coupon_is_used(tx: &mut Tx, customer_id: &str, code: &str) -> Result<bool> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT code FROM coupons_used WHERE customer_id = $1 AND code = $2",
        customer_id,
        code
    )?;
    Ok(row.is_some())
}

/// Whether the customer has used the reward for having come by a friend's invitation.
pub async fn invitation_is_used(tx: &mut Tx, customer_id: &str) -> Result<bool> {
    let row = fetch_optional!(
        tx,
        (String,),
        "SELECT id FROM referral_rewards WHERE customer_id = $1 AND earned_as = $2 AND used_at IS NOT NULL LIMIT 1",
        customer_id,
        EarnedAs::Friend.as_str()
    )?;
    Ok(row.is_some())
}

/// Records that a coupon is used for an invoice.
///
/// # Errors
/// [`is_duplicate`](crate::store::StoreError::is_duplicate) if it is used already.
pub async fn use_coupon(
    tx: &mut CustomerTx,
    customer_id: &str,
    code: &str,
    invoice_id: &str,
    now: Timestamp,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO coupons_used (customer_id, code, invoice_id, used_at) VALUES ($1, $2, $3, $4)",
        customer_id,
        code,
        invoice_id,
        now
    )?;
    Ok(())
}

/// The codes of the coupons that an invoice uses.
pub async fn coupons_of_invoice(tx: &mut Tx, invoice_id: &str) -> Result<Vec<String>> {
    let rows = fetch_all!(tx, (String,), "SELECT code FROM coupons_used WHERE invoice_id = $1", invoice_id)?;
    Ok(rows.into_iter().map(|(code,)| code).collect())
}

/// Releases the coupon of an invoice that was not paid.
pub async fn give_back_coupon(tx: &mut CustomerTx, invoice_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM coupons_used WHERE invoice_id = $1", invoice_id)?;
    Ok(())
}

row! {
    /// What decides, besides referral rewards, which built-in coupons a customer can use.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CouponFactsRow {
        /// True until the customer's first checkout.
        pub(crate) first_timer: bool,
        /// The referral code that the customer registered with; `None` if it belongs to no customer.
        pub(crate) referred_by_code: Option<String>,
        pub(crate) is_used: bool,
    }
}

row! {
    /// A referral reward that can be used.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct OpenRewardRow {
        pub(crate) id: String,
        pub(crate) earned_as: EarnedAs,
        pub(crate) percent: i64,
    }
}

/// The facts about the customer `$1` and the coupon of the code `$2`; `$3` is the reward of a friend.
const COUPON_FACTS: JsonList = json_list!(
    "customers.first_timer,
     CASE WHEN EXISTS (SELECT 1 FROM referral_rewards AS given WHERE given.customer_id = customers.id AND given.earned_as = $3)
       THEN customers.referred_by_code END,
     coupons_used.code IS NOT NULL",
    "FROM customers LEFT JOIN coupons_used ON coupons_used.customer_id = customers.id AND coupons_used.code = $2
     WHERE customers.id = $1",
    ""
);

/// The referral rewards that the customer `$1` may use at the time `$4`, the one that ends first before the others.
const OPEN_REWARDS: JsonList = json_list!(
    "referral_rewards.id, referral_rewards.earned_as, referral_rewards.percent",
    "FROM referral_rewards WHERE referral_rewards.customer_id = $1 AND referral_rewards.used_at IS NULL
       AND referral_rewards.taken_back_at IS NULL AND referral_rewards.expires_at > $4",
    "ORDER BY referral_rewards.expires_at, referral_rewards.id"
);

/// What decides which coupons a customer can use.
#[derive(Debug)]
pub struct CouponFacts {
    pub(crate) customer: CouponFactsRow,
    /// The referral rewards that the customer may use, the one that ends first before the others.
    pub(crate) rewards: Vec<OpenRewardRow>,
    /// Those of the hashes that were asked for under which another account has left a mark.
    pub(crate) marked: Vec<String>,
    /// The coupon of the typed code, if staff issued one.
    pub(crate) issued: Option<CouponRow>,
    /// Whether the customer has used that coupon, or is using it in a checkout that is not complete.
    pub(crate) issued_is_used: bool,
}

/// The facts about a customer, the coupon of the code `built_in` and that of a typed code, and which of these hashes other accounts have
/// marked; `None` if there is no such customer.
pub async fn coupon_facts(
    tx: &mut Tx,
    customer_id: &str,
    (built_in, typed): (&str, Option<&str>),
    hashes: &[String],
    now: Timestamp,
) -> Result<Option<CouponFacts>> {
    static LISTS: LazyLock<JsonLists> = LazyLock::new(|| {
        JsonLists::new(&[COUPON_FACTS, OPEN_REWARDS, marks::OF_OTHERS, coupons::BY_KEY, coupons::USED_BY_KEY])
    });
    let (customer, rewards, marked, issued, used) = fetch_one!(
        tx,
        (String, String, String, String, String),
        LISTS.of(tx),
        customer_id,
        built_in,
        EarnedAs::Friend.as_str(),
        now,
        serde_json::json!(hashes).to_string(),
        typed.map(coupons::key)
    )?;
    let Some(customer) = read_json_rows("customers", &customer)?.into_iter().next() else { return Ok(None) };
    let marked = read_json_rows::<(String,)>("marks", &marked)?.into_iter().map(|(hash,)| hash).collect();
    Ok(Some(CouponFacts {
        customer,
        rewards: read_json_rows("referral_rewards", &rewards)?,
        marked,
        issued: read_json_rows("coupons", &issued)?.into_iter().next(),
        issued_is_used: !read_json_rows::<(String,)>("coupons_used", &used)?.is_empty(),
    }))
}

/// Records that a reward is used. Returns false if it was taken back: a friend's refund can be booked during a referrer's
/// checkout.
pub async fn use_reward(tx: &mut CustomerTx, id: &str, now: Timestamp) -> Result<bool> {
    let sql = "UPDATE referral_rewards SET used_at = $2 WHERE id = $1 AND taken_back_at IS NULL";
    Ok(execute!(tx, sql, id, now)? == 1)
}

/// Releases a reward.
pub async fn give_back_reward(tx: &mut CustomerTx, id: &str) -> Result<()> {
    execute!(tx, "UPDATE referral_rewards SET used_at = NULL WHERE id = $1", id)?;
    Ok(())
}

table! {
    /// A gift card. Only a keyed hash of its number is stored.
    pub struct GiftCardRow in "gift_cards", columns columns, written in Tx {
        pub id: String,
        pub number_hash: String,
        /// The hash without a key, encrypted.
        pub sealed: String,
        /// The id of the key that it is under.
        pub key_id: String,
        pub last_four: String,
        pub balance: Money,
        pub created_at: Timestamp,
    }
    kept { issued = |card: &GiftCardRow| card.balance }
}

/// The gift card on the open invoice of the order `$2`.
pub(in crate::store) const GIFT_CARD_OF_ORDER: JsonList = json_list!(
    columns!(),
    "FROM invoices JOIN gift_cards ON gift_cards.id = invoices.gift_card_id
     WHERE invoices.order_id = $2 AND invoices.status = 'open'",
    ""
);

pub async fn gift_card_by_hash(tx: &mut Tx, number_hash: &str) -> Result<Option<GiftCardRow>> {
    fetch_optional!(
        tx,
        GiftCardRow,
        concat!("SELECT ", columns!(), " FROM gift_cards WHERE number_hash = $1"),
        number_hash
    )
}

/// The gift cards that are under a key, at most so many: the id, the hash, and the encrypted hash of each.
pub async fn gift_cards_under(tx: &mut Tx, key_id: &str, most: i64) -> Result<Vec<(String, String, String)>> {
    fetch_all!(
        tx,
        (String, String, String),
        "SELECT id, number_hash, sealed FROM gift_cards WHERE key_id = $1 LIMIT $2",
        key_id,
        most
    )
}

/// How many gift cards are under a key.
pub async fn count_gift_cards_under(tx: &mut Tx, key_id: &str) -> Result<i64> {
    let (count,) = fetch_one!(tx, (i64,), "SELECT COUNT(*) FROM gift_cards WHERE key_id = $1", key_id)?;
    Ok(count)
}

/// Brings a gift card under another key.
pub async fn bring_gift_card_under(tx: &mut Tx, id: &str, mark: &Mark) -> Result<()> {
    execute!(
        tx,
        "UPDATE gift_cards SET number_hash = $2, sealed = $3, key_id = $4 WHERE id = $1",
        id,
        &mark.hash,
        &mark.sealed,
        &mark.key_id
    )?;
    Ok(())
}

pub async fn gift_card(tx: &mut Tx, id: &str) -> Result<Option<GiftCardRow>> {
    fetch_optional!(tx, GiftCardRow, concat!("SELECT ", columns!(), " FROM gift_cards WHERE id = $1"), id)
}

pub async fn put_back_on_gift_card(tx: &mut CustomerTx, id: &str, amount: Money) -> Result<()> {
    execute!(tx, "UPDATE gift_cards SET balance = balance + $2 WHERE id = $1", id, amount.to_cents())?;
    Ok(())
}

word_enum! {
    /// The status of a draw on a gift card.
    pub enum DrawStatus {
        /// Taken off the balance, until the checkout is settled.
        Reserved = "reserved",
        /// Paid with.
        Captured = "captured",
        /// Back on the gift card.
        Released = "released",
    }
}

stored_as_text!(DrawStatus);

table! {
    /// A draw on a gift card, which is reserved until the checkout is settled.
    pub struct DrawRow in "gift_card_draws", columns draw_columns, written in CustomerTx {
        pub id: String,
        pub gift_card_id: String,
        pub invoice_id: String,
        pub amount: Money,
        pub created_at: Timestamp,
    }
    kept { status = |_: &DrawRow| DrawStatus::Reserved }
}

/// Reserves an amount of a gift card, which leaves the balance immediately. Returns false if less than that was left.
pub async fn draw(tx: &mut CustomerTx, draw: &DrawRow) -> Result<bool> {
    let drawn = execute!(
        tx,
        "UPDATE gift_cards SET balance = balance - $2 WHERE id = $1 AND balance >= $2",
        &draw.gift_card_id,
        draw.amount.to_cents()
    )?;
    if drawn == 0 {
        return Ok(false);
    }
    draw.insert(tx).await?;
    Ok(true)
}

/// Makes an invoice's reserved draw final.
pub async fn capture_draw(tx: &mut CustomerTx, invoice_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE gift_card_draws SET status = $3, settled_at = $2 WHERE invoice_id = $1 AND status = $4",
        invoice_id,
        now,
        DrawStatus::Captured.as_str(),
        DrawStatus::Reserved.as_str()
    )?;
    Ok(())
}

/// Releases an invoice's reserved draw to its gift card.
pub async fn release_draw(tx: &mut CustomerTx, invoice_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE gift_cards SET balance = balance + (SELECT amount FROM gift_card_draws
           WHERE gift_card_draws.gift_card_id = gift_cards.id AND invoice_id = $1 AND status = $2)
         WHERE id IN (SELECT gift_card_id FROM gift_card_draws WHERE invoice_id = $1 AND status = $2)",
        invoice_id,
        DrawStatus::Reserved.as_str()
    )?;
    execute!(
        tx,
        "UPDATE gift_card_draws SET status = $3, settled_at = $2 WHERE invoice_id = $1 AND status = $4",
        invoice_id,
        now,
        DrawStatus::Released.as_str(),
        DrawStatus::Reserved.as_str()
    )?;
    Ok(())
}
