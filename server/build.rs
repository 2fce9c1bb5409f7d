//! Sees to it that a release carries the page as it was last built, and that a development build finds the page's folder.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let page = Path::new("../ui/dist");
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        // A development build keeps the folder's real path, which it has only if the folder is there, and reads the page from it
        // later, also if the page is built after the server. It is looked at again only if the server is compiled again.
        println!("cargo::rerun-if-changed=src");
        if let Err(error) = std::fs::create_dir_all(page) {
            println!("cargo::warning=ui/dist cannot be made, so that this program will not find the page: {error}");
        }
        return;
    }
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!(
            "cargo::warning=ui/dist holds no page: this program will serve the calls alone. Build the page first \
             (npx --yes rust-just wasm && npm --prefix ui ci && npm --prefix ui run build)."
        );
    }
}
