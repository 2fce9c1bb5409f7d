//! The files of photos: which files are accepted, and what is removed from them.

use super::photos::{LINKS, assert_issue, customer};
use crate::support::TestApp;
use crate::support::camera::{self, CODED, PIXELS, PLACE, holds, link, send};
use serde_json::json;

#[tokio::test]
async fn a_photo_is_stored_without_its_location() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, download) = link(&mut ann, "me.jpg").await;
    assert!(holds(&camera::jpeg(6), PLACE));
    send(&app, &upload, camera::jpeg(6)).await.expect(204);
    let kept = ann.get(&download).await.bytes;
    assert!(!holds(&kept, PLACE), "no part of it contains the location");
    assert!(holds(&kept, CODED) && holds(&kept, b"ICC_PROFILE"), "the color profile stays");
    assert!(kept.ends_with(&[0xff, 0xd9]));
    assert!(holds(&kept, b"\x01\x12\0\x03\0\0\0\x01\0\x06"), "the orientation stays");

    let (upload, download) = link(&mut ann, "me.png").await;
    assert!(holds(&camera::png(), PLACE));
    send(&app, &upload, camera::png()).await.expect(204);
    let shown = ann.get(&download).await;
    assert_eq!(shown.header("content-type"), Some("image/png"));
    assert!(!holds(&shown.bytes, PLACE) && !holds(&shown.bytes, b"tEXt") && !holds(&shown.bytes, b"gpSs"));
    assert!(holds(&shown.bytes, PIXELS) && holds(&shown.bytes, b"gAMA"));
    assert!(!app.dump().await.contains("44.9778"));
}

#[tokio::test]
async fn only_a_real_jpeg_or_png_is_accepted() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.png").await;
    let (jpeg, png) = (camera::jpeg(1), camera::png());
    let mut wrong_checksum = png.clone();
    wrong_checksum[30] ^= 1;
    let no_end = jpeg[..jpeg.len() - PLACE.len() - 2].to_vec();
    let no_frame = [&[0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0xd9][..]].concat();
    let only_signature = jpeg[..3].to_vec();
    let none = [
        Vec::new(),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        b"GIF89a".to_vec(),
        [&png[..8], b"<script>"].concat(),
        wrong_checksum,
        png[..60].to_vec(),
        no_end,
        no_frame,
        only_signature,
    ];
    for (number, file) in none.into_iter().enumerate() {
        let reply = send(&app, &upload, file).await;
        assert_eq!(reply.status, 422, "file {number}");
        assert_issue(&reply, "photos", "photo_type_invalid");
    }
    // None of these files used up the link. The extension of the name does not matter.
    send(&app, &upload, jpeg).await.expect(204);
}

#[tokio::test]
async fn a_photos_type_comes_from_its_content_and_not_its_name() {
    let app = TestApp::start().await;
    for (number, (name, media_type)) in [
        ("me.jfif", json!("image/jpeg")),
        ("ME.JPE", json!("image/jpeg")),
        ("me.jpg ", json!("image/jpeg")),
        ("me", json!("")),
        ("", json!(null)),
        ("me.pjpeg", json!("image/pjpeg")),
        ("me.heic", json!("image/heic")),
        ("me.jpg.exe", json!("application/octet-stream")),
        ("me.png", json!("image/png")),
    ]
    .into_iter()
    .enumerate()
    {
        let mut ann = customer(&app, &format!("ann{number}@example.com")).await;
        for (file, kind) in [(camera::jpeg(1), "image/jpeg"), (camera::png(), "image/png")] {
            let new = json!({"filename": name, "size": file.len(), "media_type": media_type});
            let links = ann.post(LINKS, new).await.expect(200);
            let address = |key: &str| links[key].as_str().unwrap().to_owned();
            send(&app, &address("upload_url"), file).await.expect(204);
            let shown = ann.get(&address("download_url")).await;
            assert_eq!(
                (shown.status.as_u16(), shown.header("content-type")),
                (200, Some(kind)),
                "{name:?} {media_type}"
            );
        }
        let (upload, _) = link(&mut ann, name).await;
        let reply = send(&app, &upload, b"RIFF\x24\0\0\0WEBPVP8 ".to_vec()).await;
        assert_issue(&reply, "photos", "photo_type_invalid");
    }
}

#[tokio::test]
async fn every_truncated_file_is_refused() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.png").await;
    let (jpeg, png) = (camera::jpeg(1), camera::png());
    for file in [&jpeg[..jpeg.len() - PLACE.len()], &png[..png.len() - PLACE.len()]] {
        for length in 0..file.len() {
            let reply = send(&app, &upload, file[..length].to_vec()).await;
            assert_eq!(reply.status, 422, "{length} of {} bytes", file.len());
        }
    }
}

#[tokio::test]
async fn a_photo_with_too_many_pixels_is_refused() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.png").await;
    let gray = [8, 0, 0];
    for file in [
        // One row of 65,535 pixels, and a square of 5,700 pixels. A browser would unpack both.
        camera::png_of((65_535, 65_535), gray, &[0; 65_536], usize::MAX),
        camera::png_of((12_000, 5_700), gray, &vec![0; 12_001 * 5_700], usize::MAX),
        camera::png_of((10_001, 1), gray, &[0; 10_002], usize::MAX),
        camera::jpeg_of(12_000, 5_700, 1_000_000),
        camera::jpeg_of(65_535, 65_535, 1_000_000),
        camera::jpeg_of(1, 10_001, 1_000_000),
    ] {
        let reply = send(&app, &upload, file).await;
        assert_issue(&reply, "photos", "photo_too_many_pixels");
        let said = &reply.json()["issues"][0]["message"];
        assert_eq!(said, "Photos may have 60 megapixels, and 10,000 pixels a side.");
    }
    // None of these files used up the link.
    let largest = camera::jpeg_of(10_000, 6_000, (1_250 * 750_usize).div_ceil(8));
    send(&app, &upload, largest).await.expect(204);
}

#[tokio::test]
async fn a_photo_with_too_little_pixel_data_is_refused() {
    let app = TestApp::start().await;
    let mut ann = customer(&app, "ann@example.com").await;
    let (upload, _) = link(&mut ann, "me.png").await;
    // 30 by 20 pixels: in gray with 1 + 30 bytes per row, in color with 1 + 90, and interlaced with the sizes of Adam7.
    let adam7 = 3 * (1 + 4) + 3 * (1 + 4) + 2 * (1 + 8) + 5 * (1 + 7) + 5 * (1 + 15) + 10 * (1 + 15) + 10 * (1 + 30);
    let kinds = [([8, 0, 0], 31 * 20), ([8, 2, 0], 91 * 20), ([8, 0, 1], adam7)];
    for (kind, bytes) in kinds {
        let lacking = camera::png_of((30, 20), kind, &vec![7; bytes - 1], 10);
        assert_issue(&send(&app, &upload, lacking).await, "photos", "photo_type_invalid");
    }
    let one_row = camera::png_of((4_000, 3_000), [8, 2, 0], &[0; 12_001], usize::MAX);
    assert_issue(&send(&app, &upload, one_row).await, "photos", "photo_type_invalid");
    let mut not_packed = camera::png_of((30, 20), [8, 0, 0], &[7; 31 * 20], usize::MAX);
    // The first byte of the stream names the compression. The checksum after it is corrected.
    let length = u32::from_be_bytes(not_packed[33..37].try_into().unwrap()) as usize;
    not_packed[41] = 0;
    let checksum = crc32fast::hash(&not_packed[37..41 + length]).to_be_bytes();
    not_packed[41 + length..45 + length].copy_from_slice(&checksum);
    assert_issue(&send(&app, &upload, not_packed).await, "photos", "photo_type_invalid");
    // A block of 8 by 8 pixels takes at least one bit, and 100 by 75 blocks are 7,500.
    assert_issue(&send(&app, &upload, camera::jpeg_of(800, 600, 937)).await, "photos", "photo_type_invalid");
    send(&app, &upload, camera::jpeg_of(800, 600, 938)).await.expect(204);

    for (kind, bytes) in kinds {
        let (upload, download) = link(&mut ann, "me.png").await;
        let whole = camera::png_of((30, 20), kind, &vec![7; bytes], 10);
        send(&app, &upload, whole.clone()).await.expect(204);
        assert_eq!(ann.get(&download).await.bytes, whole);
    }
}
