//! Certificates for doubles, made for each test.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// A certificate authority for one test, and a server with a certificate from it.
pub struct Certified {
    /// The authority's certificate.
    pub ca_pem: String,
    /// The server's certificate and key, for a server that is another program.
    pub certificate_pem: String,
    pub key_pem: String,
    /// The server's side of a connection.
    pub acceptor: TlsAcceptor,
}

/// A certificate for a server with this name.
pub fn certified(name: &str) -> Certified {
    certified_with(CertificateParams::new([name.to_owned()]).unwrap())
}

/// An expired certificate for a server with this name.
pub fn expired_certificate(name: &str) -> Certified {
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    (params.not_before, params.not_after) = (date_time_ymd(2024, 1, 1), date_time_ymd(2025, 1, 1));
    certified_with(params)
}

fn certified_with(params: CertificateParams) -> Certified {
    let mut ca_params = CertificateParams::default();
    ca_params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let ca = CertifiedIssuer::self_signed(ca_params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, &ca).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .unwrap();
    let (certificate_pem, key_pem) = (certificate.pem(), key.serialize_pem());
    Certified { ca_pem: ca.pem(), certificate_pem, key_pem, acceptor: TlsAcceptor::from(Arc::new(config)) }
}
