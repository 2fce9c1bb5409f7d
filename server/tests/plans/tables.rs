//! Which tables do not grow with the shop, and which statements may walk one that does.

/// The tables that do not grow with the shop's customers and orders, and why. Every other table grows.
pub const NOT_GROWING: [(&str, &str); 7] = [
    ("_sqlx_migrations", "a row a migration"),
    ("coupons", "a row a coupon that staff issue by hand"),
    ("jobs", "a row a job"),
    ("readiness", "one row"),
    ("server_keys", "a row a kind of key"),
    ("shop_facts", "a row a kind of fact"),
    ("stock", "a row a garment and size of the catalogue"),
];

/// A function of the store whose statements may walk.
pub struct MayWalk {
    /// As in `payment::ledger::all`: the file below `server/src/store`, and the function.
    pub function: &'static str,
    /// The tables that it walks.
    pub tables: &'static [&'static str],
    pub why: &'static str,
}

/// The statements that walk a growing table by design. Each stays here only as long as it does so.
pub const MAY_WALK: &[MayWalk] = &[MayWalk {
    function: "order::orders::all_for_ops",
    tables: &["orders"],
    why: "`ops list --all` shows every order of all time",
}];
