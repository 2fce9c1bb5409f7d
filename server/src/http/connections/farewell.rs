//! The end of a connection that closes before its caller has said everything.

use crate::http::response::{ErrorBody, status_of};
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;
use stylebox_core::messages::refusals::Refusal;
use tokio::io::AsyncWrite;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How much is read at once of what nobody looks at, in bytes.
const SCRAP: usize = 16 * 1024;

/// Answers 408 to a head that has not come whole. Nothing has been written since the answer before, so it fits into the socket's
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

/// Says that no more is sent, and reads on for a while until the caller closes too. A socket that is closed with unread bytes, or
/// that more bytes come to, resets the connection, and the caller loses the answer that it has not read yet.
pub(super) async fn linger(mut stream: TcpStream, time: Duration) {
    let rest = async {
        if poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await.is_err() {
            return;
        }
        // On the heap: an array would make every connection's task that much larger.
        let mut scrap = vec![0; SCRAP];
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut scrap) {
                Ok(1..) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => return,
            }
        }
    };
    let _ = timeout(time, rest).await;
}
