//! A real PostgreSQL server with a certificate, for one test. It runs the machine's own PostgreSQL programs.

use crate::doubles::certificates::Certified;
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long its start may take.
const START: Duration = Duration::from_secs(30);

/// A server that speaks TLS only, and runs until the test ends.
pub struct Postgres {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    pub fn start(certified: &Certified) -> Self {
        let folder = std::env::temp_dir().join(format!("stylebox-tls-{}", uuid::Uuid::now_v7().simple()));
        fs::create_dir(&folder).unwrap();
        let data = folder.join("data");
        let owner = owner();
        own(&folder, owner);
        let programs = programs();
        let mut init = program(&programs.join("initdb"), owner);
        init.args(["--username", "postgres", "--auth", "reject", "--encoding", "UTF8", "--locale", "C", "--no-sync"]);
        let made = init.arg("--pgdata").arg(&data).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        for (name, text) in [
            ("server.crt", certified.certificate_pem.as_str()),
            ("server.key", &certified.key_pem),
            ("pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n"),
        ] {
            fs::write(data.join(name), text).unwrap();
            fs::set_permissions(data.join(name), Permissions::from_mode(0o600)).unwrap();
            own(&data.join(name), owner);
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = program(&programs.join("postgres"), owner);
        for setting in ["ssl=on", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"] {
            server.args(["-c", setting]);
        }
        let child = server.args(["-p", &port.to_string()]).arg("-D").arg(&data).spawn().unwrap();
        let running = Self { child, folder, port };
        running.wait_until_ready(&programs.join("pg_isready"));
        running
    }

    fn wait_until_ready(&self, pg_isready: &Path) {
        let begun = Instant::now();
        let asks = ["--host", "127.0.0.1", "--port", &self.port.to_string(), "--quiet"];
        while !Command::new(pg_isready).args(asks).status().unwrap().success() {
            assert!(begun.elapsed() < START, "PostgreSQL did not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its address, with `host` as this machine's name.
    pub fn url(&self, host: &str) -> String {
        format!("postgres://postgres:secret@{host}:{}/postgres", self.port)
    }

    /// Writes a file next to its data. Returns the file's path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let file = self.folder.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // On SIGINT it ends all connections, and releases its shared memory.
        let _ = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The user of a file or a program: the ids of the user and of its group.
type Owner = Option<(u32, u32)>;

/// PostgreSQL refuses to run as root. If the tests run as root, it runs as another user.
fn owner() -> Owner {
    let number = |arguments: &[&str]| -> Option<u32> {
        let said = Command::new("id").args(arguments).output().unwrap().stdout;
        String::from_utf8(said).unwrap().trim().parse().ok()
    };
    let of = |user: &str| Some((number(&["-u", user])?, number(&["-g", user])?));
    (number(&["-u"]) == Some(0)).then(|| of("postgres").or_else(|| of("nobody")).unwrap())
}

fn own(path: &Path, owner: Owner) {
    if let Some((user, group)) = owner {
        chown(path, Some(user), Some(group)).unwrap();
    }
}

fn program(path: &Path, owner: Owner) -> Command {
    let mut command = Command::new(path);
    command.current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    if let Some((user, group)) = owner {
        command.uid(user).gid(group);
    }
    command
}

/// The folder of PostgreSQL's programs. On Debian each version has its own folder, which is not in `PATH`.
fn programs() -> PathBuf {
    let said = Command::new("pg_config").arg("--bindir").output().ok();
    let configured = said.and_then(|said| String::from_utf8(said.stdout).ok()).map(|text| PathBuf::from(text.trim()));
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let all = configured.into_iter().chain(versions.map(|version| version.path().join("bin")));
    let is_whole =
        |folder: &PathBuf| ["initdb", "postgres", "pg_isready"].iter().all(|name| folder.join(name).exists());
    let found = all.into_iter().find(is_whole);
    found.unwrap_or_else(|| panic!("PostgreSQL's programs are not on this machine: apt-get install postgresql"))
}
