//! Coupons that staff issued.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{Result, Tx};
use stylebox_core::checkout::coupon::CouponKind;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

table! {
    pub struct CouponRow in "coupons", columns columns, written in Tx {
        /// The code in upper case, which is unique.
        pub code_key: String,
        pub code: String,
        pub kind: CouponKind,
        /// Cents, or hundredths of a percent, by the kind.
        pub value: Money,
        /// The first business day on which it can be used.
        pub valid_from: Date,
        /// The last business day; `None` if it does not end.
        pub valid_until: Option<Date>,
        pub uses: Count,
        /// How often all customers together can use it; `None` for any number.
        pub max_uses: Option<Count>,
        pub created_at: Timestamp,
    }
}

/// The coupon whose code has the key `$6`, in a larger statement.
pub(in crate::store) const BY_KEY: JsonList = json_list!(columns!(), "FROM coupons WHERE coupons.code_key = $6", "");

/// The code of that coupon if the customer `$1` has used it, or is using it in a checkout that is not complete.
pub(in crate::store) const USED_BY_KEY: JsonList = json_list!(
    "coupons_used.code",
    "FROM coupons JOIN coupons_used ON coupons_used.code = coupons.code
     WHERE coupons.code_key = $6 AND coupons_used.customer_id = $1",
    ""
);

/// The key of a typed code.
pub(in crate::store) fn key(code: &str) -> String {
    code.trim().to_uppercase()
}

/// The coupon with this code, in any case.
pub async fn by_code(tx: &mut Tx, code: &str) -> Result<Option<CouponRow>> {
    fetch_optional!(tx, CouponRow, concat!("SELECT ", columns!(), " FROM coupons WHERE code_key = $1"), key(code))
}

/// All coupons, the newest first.
pub async fn all(tx: &mut Tx) -> Result<Vec<CouponRow>> {
    fetch_all!(tx, CouponRow, concat!("SELECT ", columns!(), " FROM coupons ORDER BY created_at DESC, code_key"))
}

/// Counts a use of a coupon. Returns false if no use was left: another customer may have taken the last one since core was
/// asked.
pub async fn use_one(tx: &mut Tx, code: &str) -> Result<bool> {
    let used = execute!(
        tx,
        "UPDATE coupons SET uses = uses + 1 WHERE code_key = $1 AND (max_uses IS NULL OR uses < max_uses)",
        key(code)
    )?;
    Ok(used == 1)
}

/// Undoes a use.
pub async fn give_back_one(tx: &mut Tx, code: &str) -> Result<()> {
    execute!(tx, "UPDATE coupons SET uses = uses - 1 WHERE code_key = $1 AND uses > 0", key(code))?;
    Ok(())
}
