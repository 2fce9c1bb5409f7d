//! Closing a connection whose caller has not sent the whole request.

use crate::http::response::{ErrorBody, status_of};
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How many bytes are read at once to be thrown away.
const DISCARDED: usize = 16 * 1024;

/// Answers 408 to an incomplete head. Nothing has been written since the answer before, so this one fits into the socket's
/// buffer; if it does not, the connection closes without an answer.
pub(super) fn refuse_late_head(stream: &TcpStream) {
    let body = ErrorBody::from(Refusal::RequestTimeout);
    let body = serde_json::to_string(&body).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 {}\r\nconnection: close\r\ncontent-type: application/json\r\ncache-control: no-store\r\n\
         content-length: {}\r\n\r\n{body}",
        status_of(Refusal::RequestTimeout),
        body.len(),
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// Shuts down the sending side, and reads on for a while until the caller closes too. Closing a socket that has unread bytes, or
/// gets more, resets the connection, and the caller loses an answer that it has not read yet.
pub(super) async fn linger(mut stream: TcpStream, time: Duration) {
    let rest = async {
        if poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await.is_err() {
            return;
        }
        // On the heap: an array would make every connection's task that much larger.
        let mut buffer = vec![0; DISCARDED];
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut buffer) {
                Ok(1..) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => return,
            }
        }
    };
    let _ = timeout(time, rest).await;
}
