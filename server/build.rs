//! Sees to it that a release carries the page as it was last built.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        // A development build reads the page from its folder.
        return;
    }
    let page = Path::new("../ui/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!(
            "cargo::warning=ui/dist holds no page: this program will serve the calls alone. Build the page first \
             (npx --yes rust-just wasm && npm --prefix ui ci && npm --prefix ui run build)."
        );
    }
}
