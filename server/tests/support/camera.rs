//! Photos as a camera writes them, with the location in their metadata, and how the page sends them.

use super::client::{Client, Reply};
use super::test_app::TestApp;
use axum::body::Body;
use axum::http::{Request, header};
use flate2::{Compress, Compression, FlushCompress};
use serde_json::json;

/// The location, as a camera writes it into the metadata. The service must remove it.
pub const PLACE: &[u8] = b"44.9778N 93.2650W";

/// EXIF metadata in TIFF form: the orientation, and the location as text.
fn exif(orientation: u8) -> Vec<u8> {
    let mut bytes = b"II*\0\x08\0\0\0\x02\0".to_vec();
    // The GPSInfo entry points to the location: here, text after the directory.
    bytes.extend(b"\x12\x01\x03\0\x01\0\0\0");
    bytes.extend([orientation, 0, 0, 0]);
    bytes.extend(b"\x25\x88\x02\0\x11\0\0\0\x26\0\0\0");
    bytes.extend([0; 4]);
    bytes.extend(PLACE);
    bytes
}

fn segment(code: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, code], &length[..], content].concat()
}

/// The picture data of [`jpeg`], with a stuffed byte and a restart marker.
pub const CODED: &[u8] = &[0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];

/// A JPEG with an orientation, and with the location in five places of its metadata.
pub fn jpeg(orientation: u8) -> Vec<u8> {
    let exif = [b"Exif\0\0", &exif(orientation)[..]].concat();
    let xmp = [b"http://ns.adobe.com/xap/1.0/\0<x>", PLACE].concat();
    let frame = [8, 0, 1, 0, 1, 1, 1, 0x11, 0];
    let scan = [1, 1, 0, 0, 63, 0];
    [
        &[0xff, 0xd8][..],
        &segment(0xe0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
        &segment(0xe1, &exif),
        &segment(0xe1, &xmp),
        &segment(0xed, &[b"Photoshop 3.0\0", PLACE].concat()),
        &segment(0xfe, PLACE),
        &segment(0xe2, b"ICC_PROFILE\0\x01\x01profile"),
        &segment(0xdb, &[1; 65]),
        &segment(0xc0, &frame),
        &segment(0xc4, &[0; 18]),
        &segment(0xda, &scan),
        CODED,
        &[0xff, 0xd9],
        PLACE,
    ]
    .concat()
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let body = [name, content].concat();
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [&length[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// The pixels of [`png`].
pub const PIXELS: &[u8] = b"\x78\x9c\x63\x60\x60\x60\x00\x00\x00\x04\x00\x01";

/// A PNG with the location in four places of its metadata.
pub fn png() -> Vec<u8> {
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]),
        chunk(b"tEXt", &[b"Location\0", PLACE].concat()),
        chunk(b"eXIf", &exif(6)),
        chunk(b"gAMA", &[0, 0, 0xb1, 0x8f]),
        chunk(b"gpSs", PLACE),
        chunk(b"IDAT", PIXELS),
        chunk(b"IEND", b""),
        PLACE.to_vec(),
    ]
    .concat()
}

/// A PNG with the given header, whose compressed pixels are in chunks of `chunk_size` bytes.
pub fn png_of(
    (width, height): (u32, u32),
    [depth, color, interlace]: [u8; 3],
    pixels: &[u8],
    chunk_size: usize,
) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, interlace]].concat();
    let mut packed = Vec::with_capacity(pixels.len() + 1_000);
    Compress::new(Compression::best(), true).compress_vec(pixels, &mut packed, FlushCompress::Finish).unwrap();
    let chunks: Vec<u8> = packed.chunks(chunk_size).flat_map(|part| chunk(b"IDAT", part)).collect();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header), chunks, chunk(b"IEND", b"")].concat()
}

/// A JPEG with the given size in its frame, and `length` bytes of picture data.
pub fn jpeg_of(width: u16, height: u16, length: usize) -> Vec<u8> {
    let frame = [&[8][..], &height.to_be_bytes(), &width.to_be_bytes(), &[1, 1, 0x11, 0]].concat();
    let scan = segment(0xda, &[1, 1, 0, 0, 63, 0]);
    [&[0xff, 0xd8][..], &segment(0xc0, &frame), &scan, &vec![0x55; length], &[0xff, 0xd9]].concat()
}

/// Whether `file` contains `bytes`.
pub fn holds(file: &[u8], bytes: &[u8]) -> bool {
    file.windows(bytes.len()).any(|part| part == bytes)
}

/// An upload link, and the address that the photo will have.
pub async fn link(client: &mut Client, filename: &str) -> (String, String) {
    let body = json!({ "filename": filename });
    let body = client.post("/api/style_profiles/current/upload_urls", body).await.expect(200);
    (body["upload_url"].as_str().unwrap().to_owned(), body["download_url"].as_str().unwrap().to_owned())
}

/// Sends a file as the page does: with a form's content type, and without cookies.
pub async fn send(app: &TestApp, url: &str, file: Vec<u8>) -> Reply {
    app.client().send(upload_request(url, file)).await
}

pub fn upload_request(url: &str, file: Vec<u8>) -> Request<Body> {
    let request = Request::put(url)
        .header(header::HOST, "stylebox.test")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    request.body(Body::from(file)).unwrap()
}

/// Uploads a photo. Returns its address.
pub async fn upload(app: &TestApp, client: &mut Client) -> String {
    let (upload, download) = link(client, "me.jpg").await;
    send(app, &upload, jpeg(1)).await.expect(204);
    download
}
