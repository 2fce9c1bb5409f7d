//! The rules of `stylebox-core` for the browser: one-line wrappers, nothing to decide.
