//! The processors that shops run on.

/// The numbers of the processors that this process may use.
#[cfg(target_os = "linux")]
pub fn all() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None).unwrap();
    (0..CpuSet::MAX_CPU).filter(|number| allowed.is_set(*number)).collect()
}

#[cfg(not(target_os = "linux"))]
pub fn all() -> Vec<usize> {
    (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
}

/// Keeps this thread, and each that it starts, on one processor. SQLite has a thread of its own, and takes turns with the shop's: they
/// need half the time if neither has to wake another processor.
#[cfg(target_os = "linux")]
pub fn stay_on(number: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut own = CpuSet::new();
    own.set(number);
    sched_setaffinity(None, &own).unwrap();
}

#[cfg(not(target_os = "linux"))]
pub fn stay_on(_number: usize) {}
