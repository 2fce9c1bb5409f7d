//! A future behind a pointer: a trait whose implementation is chosen at run time cannot have `async` methods.

use std::pin::Pin;

/// What an asynchronous call through a trait object returns.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
