//! The encodings of precompressed files, and which of them a browser accepts (`Accept-Encoding`, RFC 9110, 12.5.3).

use axum::http::{HeaderMap, header};

/// An encoding of precompressed files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// All of them; the one that makes the smaller files first.
    pub(super) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What the page's build adds to a file's name.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// The encodings that a browser prefers to the plain file or accepts equally, the most preferred first; of equals, the
    /// smaller one first. If there is none the plain file is sent, even to a browser that says it does not want that.
    pub(super) fn accepted(headers: &HeaderMap) -> impl Iterator<Item = Self> {
        let accepted = Accepted::read(headers);
        let plain = accepted.identity.or(accepted.any).unwrap_or(0);
        let quality = |encoding: &Self| accepted.of(*encoding);
        let mut liked = Self::ALL;
        // The sort is stable.
        liked.sort_by_key(|encoding| std::cmp::Reverse(quality(encoding)));
        liked.into_iter().filter(move |encoding| accepted.of(*encoding) >= plain.max(1))
    }
}

/// A browser's preference for each encoding, in thousandths; `None` if the browser does not name it.
#[derive(Clone, Copy, Default)]
struct Accepted {
    brotli: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

impl Accepted {
    fn read(headers: &HeaderMap) -> Self {
        let mut accepted = Self::default();
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
        for element in lines.flat_map(|line| line.split(',')) {
            let (name, quality) = element.split_once(';').unwrap_or((element, "q=1"));
            let Some(quality) = thousandths(quality) else { continue };
            let name = name.trim();
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            let place = if is("br") {
                &mut accepted.brotli
            } else if is("gzip") || is("x-gzip") {
                &mut accepted.gzip
            } else if is("identity") {
                &mut accepted.identity
            } else if is("*") {
                &mut accepted.any
            } else {
                continue;
            };
            *place = Some(quality);
        }
        accepted
    }

    fn of(&self, encoding: Encoding) -> u16 {
        let named = match encoding {
            Encoding::Brotli => self.brotli,
            Encoding::Gzip => self.gzip,
        };
        named.or(self.any).unwrap_or(0)
    }
}

/// A quality such as `q=0.5`, in thousandths; `None` if it is not written as one.
fn thousandths(quality: &str) -> Option<u16> {
    let (name, value) = quality.trim().split_once('=')?;
    let value: f32 = value.trim().parse().ok()?;
    let is_quality = name.trim().eq_ignore_ascii_case("q") && (0.0..=1.0).contains(&value);
    // It is between 0 and 1000.
    is_quality.then_some((value * 1000.0).round() as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Encoding::{Brotli, Gzip};
    use axum::http::HeaderValue;

    fn accepted(lines: &[&'static str]) -> Vec<Encoding> {
        let lines = lines.iter().map(|line| (header::ACCEPT_ENCODING, HeaderValue::from_static(line)));
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(name, line);
        }
        Encoding::accepted(&headers).collect()
    }

    #[test]
    fn a_browser_gets_what_it_names_and_likes_best() {
        for (line, expected) in [
            ("gzip, deflate, br, zstd", &[Brotli, Gzip][..]),
            ("gzip;q=1.0, br;q=0.9", &[Gzip, Brotli]),
            ("br;q=0.001", &[Brotli]),
            ("GZip", &[Gzip]),
            ("x-gzip", &[Gzip]),
            ("deflate", &[]),
            ("", &[]),
        ] {
            assert_eq!(accepted(&[line]), expected, "{line}");
        }
        assert_eq!(accepted(&[]), []);
        assert_eq!(accepted(&["gzip", "br"]), [Brotli, Gzip], "several lines are one list");
    }

    #[test]
    fn an_encoding_of_quality_zero_is_not_sent() {
        assert_eq!(accepted(&["br;q=0, gzip"]), [Gzip]);
        assert_eq!(accepted(&["br ; q=0.000 , gzip; q=0"]), []);
        assert_eq!(accepted(&["br;q=high, gzip;q=2, gzip;level=9"]), [], "what is no quality counts for nothing");
    }

    #[test]
    fn a_star_stands_for_all_that_is_not_named() {
        assert_eq!(accepted(&["*"]), [Brotli, Gzip]);
        assert_eq!(accepted(&["*, br;q=0"]), [Gzip]);
        assert_eq!(accepted(&["gzip;q=0.5, *;q=0.1"]), [Gzip, Brotli]);
        assert_eq!(accepted(&["gzip, *;q=0"]), [Gzip]);
    }

    #[test]
    fn the_file_itself_comes_first_if_it_is_liked_better() {
        assert_eq!(accepted(&["identity"]), []);
        assert_eq!(accepted(&["identity, gzip;q=0.5"]), []);
        assert_eq!(accepted(&["identity;q=0.7, gzip;q=0.5, br;q=0.8"]), [Brotli]);
        assert_eq!(accepted(&["identity;q=0.5, gzip;q=0.5"]), [Gzip], "of equals the smaller one");
        assert_eq!(accepted(&["identity;q=0, gzip;q=0.001"]), [Gzip]);
    }
}
