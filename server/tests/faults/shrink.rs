//! The shortest list of steps that still shows a difference, as far as leaving out steps, acts and faults finds it.

use super::acts::Step;
use super::run::{Difference, these};
use std::time::{Duration, Instant};

/// How often a shop is run again at most.
const TRIES: usize = 200;
/// How long that takes at most, and one more run: a shop that stands still takes a minute each time.
const LONGEST: Duration = Duration::from_secs(5 * 60);

/// Leaves out what is not needed.
pub fn shrink(seed: u64, found: Difference) -> Difference {
    let begun = Instant::now();
    let why = found.why.clone();
    let kind_of_first = kind(&why);
    let mut best = found;
    let mut tries = 0;
    let mut size = best.steps.len().div_ceil(2);
    loop {
        let mut is_shorter = false;
        for shorter in shorter(&best.steps, size) {
            if tries == TRIES || begun.elapsed() > LONGEST {
                return best;
            }
            tries += 1;
            if let Some(difference) = these(seed, &shorter).filter(|found| kind(&found.why) == kind_of_first) {
                best = difference;
                is_shorter = true;
                break;
            }
        }
        if !is_shorter {
            if size == 0 {
                return best;
            }
            size /= 2;
        }
    }
}

/// The lists without `size` steps one after the other; with a size of 0, those without an act or a fault of a step.
fn shorter(steps: &[Step], size: usize) -> Vec<Vec<Step>> {
    let mut found = Vec::new();
    if size > 0 {
        let mut from = steps.len();
        while from > 0 {
            let begin = from.saturating_sub(size);
            found.push([&steps[..begin], &steps[from..]].concat());
            from = begin;
        }
        return found;
    }
    for (place, step) in steps.iter().enumerate() {
        let mut less = Vec::new();
        for fault in 0..step.faults.len() {
            let mut without = step.clone();
            without.faults.remove(fault);
            less.push(without);
        }
        if step.acts.len() > 1 {
            for act in 0..step.acts.len() {
                let mut without = step.clone();
                without.acts.remove(act);
                less.push(without);
            }
        }
        for step in less {
            let mut list = steps.to_vec();
            list[place] = step;
            found.push(list);
        }
    }
    found
}

/// The first words of a sentence, without names and numbers: another difference is another matter.
fn kind(why: &str) -> Vec<&str> {
    let is_plain = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase());
    why.split(' ').filter(is_plain).take(5).collect()
}
