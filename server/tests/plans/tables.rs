//! The tables that do not grow with the shop, and the statements that may walk a growing table.

/// The tables that do not grow with the shop's customers and orders, and why. Every other table grows.
pub const NOT_GROWING: [(&str, &str); 7] = [
    ("_sqlx_migrations", "one row per migration"),
    ("coupons", "one row per coupon that staff issue by hand"),
    ("jobs", "one row per job"),
    ("readiness", "one row"),
    ("server_keys", "one row per kind of key"),
    ("shop_facts", "one row per kind of fact"),
    ("stock", "one row per garment and size of the catalog"),
];

/// A function of the store whose statements may walk.
pub struct MayWalk {
    /// As in `payment::ledger::all`: the file below `server/src/store`, and the function.
    pub function: &'static str,
    pub tables: &'static [&'static str],
    pub why: &'static str,
}

/// The statements that walk a growing table by design. Each stays here only as long as it does so.
pub const MAY_WALK: &[MayWalk] = &[
    MayWalk {
        function: "order::orders::all_for_ops",
        tables: &["orders"],
        why: "`ops list --all` shows every order of all time",
    },
    MayWalk {
        function: "access::after_restore::end_all",
        tables: &["sessions", "reset_tokens", "email_changes", "pending_changes", "mfa_codes", "phone_links"],
        why: "`restore` ends all of them",
    },
];
