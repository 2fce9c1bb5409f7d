// What several tests of the scripts ask.

/** Whether a process runs, or has ended and its parent has not asked for its end yet. */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
