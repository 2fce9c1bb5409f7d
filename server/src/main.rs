//! The Stylebox service.

fn main() {}
