//! The address of a database, as it is shown.

/// A database address without its password.
#[must_use]
pub fn without_password(url: &str) -> String {
    // A password may stand in the query too.
    let url = match url.split_once('?') {
        Some((before, query)) if query.contains("password=") => before,
        _ => url,
    };
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme < at => {
            let (before, host) = url.split_at(at);
            let user = before.get(scheme + 3..).and_then(|login| login.split(':').next()).unwrap_or_default();
            format!("{}://{user}{host}", before.get(..scheme).unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_left_out_of_what_is_said() {
        assert_eq!(without_password("postgres://joe:se:cr@et@db:5432/shop"), "postgres://joe@db:5432/shop");
        assert_eq!(without_password("postgres://joe@db/shop?password=secret"), "postgres://joe@db/shop");
        assert_eq!(without_password("postgres://db/shop"), "postgres://db/shop");
        assert_eq!(without_password("sqlite:data/a@b.db"), "sqlite:data/a@b.db");
    }
}
