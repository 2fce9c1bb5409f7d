//! Calls of outside parties through a proxy, and to hosts whose certificates a private authority has signed.

use crate::doubles::certificates::{Certified, certified};
use crate::doubles::http::HttpDouble;
use crate::doubles::secrets::secret;
use axum::Router;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::{Args, Command, FromArgMatches};
use reqwest::Method;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stylebox_server::platform::clock::SystemClock;
use stylebox_server::platform::config::{BaseUrl, Outgoing, OutgoingOptions, PublicUrl};
use stylebox_server::providers::common::http_client::{HttpClient, NoAnswer};
use stylebox_server::providers::photos::PhotoStore;
use stylebox_server::providers::photos::s3::S3Photos;
use stylebox_server::providers::photos::s3::settings::{S3Settings, S3Style};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const HOST: &str = "api.party.example";

/// A proxy that leads each connection to a party with the certificate, and notes the heads that it is sent.
struct ProxyDouble {
    url: String,
    heads: Arc<Mutex<Vec<String>>>,
}

impl ProxyDouble {
    async fn start(certified: Certified) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (noted, acceptor) = (heads.clone(), certified.acceptor);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let head = head(&mut client).await;
                noted.lock().unwrap().push(head);
                client.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").await.unwrap();
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // A client that does not trust the certificate closes the connection.
                    if let Ok(mut party) = acceptor.accept(client).await {
                        let mut asked = [0; 1024];
                        let _ = party.read(&mut asked).await;
                        let _ = party.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello").await;
                        let _ = party.shutdown().await;
                    }
                });
            }
        });
        Self { url, heads }
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

/// The head of a request.
async fn head(client: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await.unwrap());
    }
    String::from_utf8(head).unwrap()
}

/// The settings of these flags and of this user and password.
fn outgoing(flags: &[&str], login: Option<&str>) -> Outgoing {
    let mut command = OutgoingOptions::augment_args(Command::new("stylebox-server"));
    let matches = command.try_get_matches_from_mut(["stylebox-server"].iter().chain(flags)).unwrap();
    let variable = |name: &str| login.filter(|_| name == "STYLEBOX_OUTGOING_PROXY_LOGIN").map(str::to_owned);
    OutgoingOptions::from_arg_matches(&matches).unwrap().read(variable).unwrap()
}

/// A file that is removed with this value.
struct PemFile(PathBuf);

impl PemFile {
    fn new(pem: &str) -> Self {
        let file = std::env::temp_dir().join(format!("stylebox-ca-{}.pem", uuid::Uuid::now_v7().simple()));
        std::fs::write(&file, pem).unwrap();
        Self(file)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for PemFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

async fn call(base: &str, outgoing: &Outgoing) -> Result<Vec<u8>, NoAnswer> {
    let base = BaseUrl::parse("--url", base).unwrap().called(outgoing);
    let client = HttpClient::new("double", &base).unwrap();
    client.call(Method::GET, "/").send().await.map(|answer| answer.body)
}

#[tokio::test]
async fn a_party_is_called_through_the_proxy_and_its_private_authority_is_trusted() {
    let certified = certified(HOST);
    let ca = PemFile::new(&certified.ca_pem);
    let proxy = ProxyDouble::start(certified).await;
    let party = format!("https://{HOST}");
    let flags = ["--outgoing-proxy", &proxy.url, "--outgoing-ca", ca.path()];
    assert_eq!(call(&party, &outgoing(&flags, Some("joe:secret"))).await.unwrap(), b"hello");
    let head = proxy.heads().pop().unwrap();
    assert!(head.starts_with(&format!("CONNECT {HOST}:443 HTTP/1.1\r\n")), "{head}");
    let login = format!("Proxy-Authorization: Basic {}\r\n", STANDARD.encode("joe:secret"));
    assert!(head.to_lowercase().contains(&login.to_lowercase()), "{head}");

    // Without the authority the party is not trusted.
    assert_eq!(call(&party, &outgoing(&flags[..2], None)).await.unwrap_err(), NoAnswer::NotReached);
}

/// A bucket may have a host of its own, which no setting names.
#[tokio::test]
async fn the_host_of_a_bucket_is_called_through_the_proxy() {
    let certified = certified(HOST);
    let ca = PemFile::new(&certified.ca_pem);
    let proxy = ProxyDouble::start(certified).await;
    let flags = ["--outgoing-proxy", &proxy.url, "--outgoing-ca", ca.path()];
    let (bucket, store) = HOST.split_once('.').unwrap();
    let settings = S3Settings {
        url: BaseUrl::parse("--s3-url", &format!("https://{store}")).unwrap().called(&outgoing(&flags, None)),
        region: "auto".to_owned(),
        bucket: bucket.to_owned(),
        style: S3Style::Host,
        prefix: String::new(),
        access_key: "id".to_owned(),
        secret_key: secret("secret"),
        timeout: Duration::from_secs(30),
    };
    let page = PublicUrl::parse("https://stylebox.example").unwrap();
    let photos = S3Photos::new(&settings, &page, Arc::new(SystemClock::default())).unwrap();
    assert_eq!(photos.get("photo").await.unwrap().unwrap(), b"hello");
    assert!(proxy.heads()[0].starts_with(&format!("CONNECT {HOST}:443 ")), "{:?}", proxy.heads());
}

#[tokio::test]
async fn this_machine_and_named_hosts_are_called_directly() {
    let proxy = ProxyDouble::start(certified(HOST)).await;
    let party = HttpDouble::start(Router::new().fallback(async || "direct")).await;
    let through = ["--outgoing-proxy", &proxy.url];
    assert_eq!(call(&party.url(), &outgoing(&through, None)).await.unwrap(), b"direct");
    // The host does not exist, so a direct call reaches nobody.
    let direct = [&through[..], &["--outgoing-direct", "10.0.0.0/8,party.example"]].concat();
    assert_eq!(call(&format!("https://{HOST}"), &outgoing(&direct, None)).await.unwrap_err(), NoAnswer::NotReached);
    assert_eq!(proxy.heads(), Vec::<String>::new());
    let _ = call(&format!("https://{HOST}"), &outgoing(&through, None)).await;
    assert_eq!(proxy.heads().len(), 1);
}
