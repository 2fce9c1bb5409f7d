//! The shortest list of steps that still shows a difference, as far as leaving out steps, acts and faults finds it.

use super::acts::{Act, Step};
use super::run::{Difference, these};
use super::turns::{Counted, Fault, FaultAt};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often a shop is run again at most.
const TRIES: usize = 200;
/// How long that takes at most, and one more run: a shop that stands still takes a minute each time.
const LONGEST: Duration = Duration::from_secs(5 * 60);

/// Leaves out what is not needed.
pub fn shrink(seed: u64, found: Difference) -> Difference {
    let begun = Instant::now();
    shortest(found, || begun.elapsed() > LONGEST, |steps| these(seed, steps).1)
}

/// The shortest list that `run` shows to differ in the same way, as far as it is found before the time is over.
fn shortest(
    found: Difference,
    is_time_over: impl Fn() -> bool,
    run: impl Fn(&[Step]) -> Option<Difference>,
) -> Difference {
    let why = found.why.clone();
    let kind_of_first = kind(&why);
    let mut best = found;
    let mut tries = 0;
    let mut size = best.steps.len().div_ceil(2);
    loop {
        let mut is_shorter = false;
        for shorter in shorter(&best.steps, size) {
            if tries == TRIES || is_time_over() {
                return best;
            }
            tries += 1;
            if let Some(difference) = run(&shorter).filter(|found| kind(&found.why) == kind_of_first) {
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

fn waiting(minutes: u32) -> Step {
    Step::quiet(vec![Act::Wait { minutes }])
}

fn difference(steps: &[Step]) -> Difference {
    Difference { why: "an order is lost".to_owned(), steps: steps.to_vec() }
}

/// Shortens 64 steps while so many runs are in time. Only the last step is needed. Returns how many steps are left, and how many runs
/// that took.
fn shorten(in_time: usize) -> (usize, usize) {
    let steps: Vec<Step> = (0..64).map(waiting).collect();
    let runs = Cell::new(0);
    let run = |steps: &[Step]| {
        runs.set(runs.get() + 1);
        steps.contains(&waiting(63)).then(|| difference(steps))
    };
    let short = shortest(difference(&steps), || runs.get() >= in_time, run);
    (short.steps.len(), runs.get())
}

/// Of a step with two acts and two faults, one of each is needed: what is printed names no other.
#[test]
fn acts_and_faults_that_are_not_needed_are_left_out() {
    let fault = |fault, point| FaultAt { point, counted: Counted::Points, fault };
    let (needed, other) = (fault(Fault::Dies, 3), fault(Fault::Fails, 7));
    let both = Step { faults: vec![other, needed], ..Step::quiet(vec![Act::Jobs, Act::CheckOut { who: 1 }]) };
    let steps = [waiting(1), both, waiting(2)];
    let shows_it = |step: &Step| step.acts.contains(&Act::CheckOut { who: 1 }) && step.faults.contains(&needed);
    let run = |steps: &[Step]| steps.iter().any(shows_it).then(|| difference(steps));
    let short = shortest(difference(&steps), || false, run);
    let alone = Step { faults: vec![needed], ..Step::quiet(vec![Act::CheckOut { who: 1 }]) };
    assert_eq!(short.steps, [alone]);
}

/// A list that shows another difference is not the shortest of this one.
#[test]
fn a_list_that_differs_otherwise_is_not_taken() {
    let steps = [waiting(1), waiting(2)];
    let other = |steps: &[Step]| Some(Difference { why: "a card is kept".to_owned(), steps: steps.to_vec() });
    assert_eq!(shortest(difference(&steps), || false, other).steps, steps);
}

#[test]
fn shortening_ends_when_its_time_is_over() {
    // Without the last 32 nothing differs, and without the first 32 it still does.
    assert_eq!(shorten(2), (32, 2));
    assert_eq!(shorten(0), (64, 0));
    let (left, runs) = shorten(usize::MAX);
    assert_eq!(left, 1);
    assert!(runs < TRIES);
}
