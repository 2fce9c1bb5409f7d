//! The ZIP codes of the United States (`data/postal_codes.tsv.gz`; `scripts/postal_codes.mjs` makes it, and `NOTICE` says where
//! they come from): 41,000 lines, sorted, searched by bisection.

use flate2::read::GzDecoder;
use std::io::Read;
use stylebox_core::values::fields::PostalCode;

const FILE: &[u8] = include_bytes!("../../data/postal_codes.tsv.gz");

/// The digits of a ZIP code that stand for an area; the other four are a street.
const AREA: usize = 5;

#[derive(Debug, Clone)]
pub struct PostalCodes {
    /// A line each: code, city, state, latitude, longitude. The last two are empty for the armed forces' codes.
    text: String,
    /// Where the lines begin.
    lines: Vec<usize>,
}

/// The place of a ZIP code.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place<'a> {
    /// Its first five digits.
    pub(crate) code: &'a str,
    pub(crate) city: &'a str,
    /// The state's code.
    pub(crate) state: &'a str,
    /// Its center. The armed forces' codes have none.
    pub(crate) center: Option<Center>,
}

/// A point on the earth, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Center {
    latitude: f64,
    longitude: f64,
}

impl PostalCodes {
    /// Unpacks the file.
    pub(super) fn load() -> Result<Self, String> {
        let mut text = String::new();
        let read = GzDecoder::new(FILE).read_to_string(&mut text);
        read.map_err(|error| format!("The starting data's postal_codes.tsv.gz cannot be read: {error}."))?;
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        let lines = std::iter::once(0).chain(ends).filter(|start| *start < text.len()).collect();
        Ok(Self { text, lines })
    }

    /// The place of a code; `None` if there is no such code, or if no address form takes its state.
    #[must_use]
    pub fn find(&self, code: &PostalCode) -> Option<Place<'_>> {
        self.place(code.as_str())
    }

    /// As [`find`](Self::find), for a code that is known to be one.
    #[must_use]
    pub fn place(&self, code: &str) -> Option<Place<'_>> {
        let area = code.get(..AREA)?;
        let found = self.lines.binary_search_by_key(&area, |start| self.line(*start).get(..AREA).unwrap_or_default());
        place_of(self.line(*self.lines.get(found.ok()?)?))
    }

    fn line(&self, start: usize) -> &str {
        self.text.get(start..).and_then(|rest| rest.split('\n').next()).unwrap_or_default()
    }
}

fn place_of(line: &str) -> Option<Place<'_>> {
    let mut cells = line.split('\t');
    let (code, city, state) = (cells.next()?, cells.next()?, cells.next()?);
    let mut degrees = || cells.next()?.parse().ok();
    let center = degrees().zip(degrees()).map(|(latitude, longitude)| Center { latitude, longitude });
    Some(Place { code, city, state, center })
}

impl Center {
    /// How far it is to another one, along the surface (the haversine formula).
    #[must_use]
    pub fn miles_to(self, other: Self) -> f64 {
        const EARTH_RADIUS_MILES: f64 = 3_958.8;
        let half_sine = |from: f64, to: f64| ((to - from).to_radians() / 2.0).sin().powi(2);
        let north = half_sine(self.latitude, other.latitude);
        let east = half_sine(self.longitude, other.longitude);
        let chord = east.mul_add(self.latitude.to_radians().cos() * other.latitude.to_radians().cos(), north);
        2.0 * EARTH_RADIUS_MILES * chord.sqrt().min(1.0).asin()
    }
}

#[cfg(test)]
mod tests {
    use super::{AREA, Center, PostalCodes, place_of};
    use stylebox_core::values::fields::{state, zip};

    #[test]
    fn every_line_has_a_zip_code_and_a_state_as_core_takes_them() {
        let codes = PostalCodes::load().unwrap();
        assert_eq!(codes.lines.len(), 41_015);
        assert!(codes.lines.is_sorted_by(|before, after| codes.line(*before)[..AREA] < codes.line(*after)[..AREA]));
        for start in &codes.lines {
            let place = place_of(codes.line(*start)).unwrap();
            assert!(zip(place.code).is_ok() && state(place.state).is_ok() && !place.city.is_empty(), "{place:?}");
            // Only the armed forces have no place; all others lie between Hawaii and the north of Alaska.
            assert_eq!(place.center.is_none(), place.state == "AA", "{place:?}");
            let is_there = |center: Center| (18.0..72.0).contains(&center.latitude);
            assert!(place.center.is_none_or(is_there), "{place:?}");
        }
        let of = |name: &str| {
            codes.lines.iter().filter(|start| place_of(codes.line(**start)).unwrap().state == name).count()
        };
        assert_eq!(["AA", "DC", "WY", "PR", "AE", "AP"].map(of), [38, 277, 195, 0, 0, 0]);
    }

    #[test]
    fn a_distance_is_that_of_the_great_circle() {
        // A degree of latitude is 3958.8 miles · π / 180 = 69.09.
        let at = |latitude, longitude| Center { latitude, longitude };
        let is_about = |miles: f64, expected: f64| (miles - expected).abs() < 0.01;
        assert!(is_about(at(44.0, -93.0).miles_to(at(45.0, -93.0)), 69.09));
        // At 60 degrees north a degree of longitude is half as long: on the circle of latitude 34.55, and 34.55 around the pole.
        assert!(is_about(at(60.0, -93.0).miles_to(at(60.0, -94.0)), 34.55));
        // Halfway around the earth.
        assert!(is_about(at(0.0, 0.0).miles_to(at(0.0, 180.0)), 12_436.94));
        assert!(is_about(at(44.0, -93.0).miles_to(at(44.0, -93.0)), 0.0));
    }
}
