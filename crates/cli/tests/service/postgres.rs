//! A PostgreSQL of its own for a test, in a fresh folder, on a free port.

use super::nats::free_port;
use std::path::PathBuf;
use std::process::Command;

pub struct Postgres {
    folder: tempfile::TempDir,
    programs: PathBuf,
    pub port: u16,
}

impl Postgres {
    pub fn start() -> Postgres {
        let versions = std::fs::read_dir("/usr/lib/postgresql").expect("no PostgreSQL here: ./run setup installs it");
        let programs = versions.filter_map(Result::ok).map(|v| v.path().join("bin")).max().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let postgres = Postgres { folder, programs, port: free_port() };
        if is_root() {
            let done = Command::new("chown").arg("postgres").arg(postgres.folder.path()).status().unwrap();
            assert!(done.success());
        }
        postgres.run("initdb", &["-D", &postgres.data(), "-U", "crescendo", "-A", "trust", "-E", "UTF8", "--locale=C"]);
        postgres.begin();
        postgres
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    /// It refuses to run as root.
    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).arg(program);
                command
            }
            false => Command::new(program),
        };
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("said")).unwrap();
        command.args(arguments).current_dir(self.folder.path()).stdout(log.try_clone().unwrap()).stderr(log);
        let said = || std::fs::read_to_string(self.folder.path().join("said")).unwrap();
        assert!(command.status().unwrap().success(), "{}", said());
    }

    pub fn begin(&self) {
        let options =
            format!("-p {} -c listen_addresses=127.0.0.1 -k {} -c fsync=off", self.port, self.folder.path().display());
        let log = self.folder.path().join("log").display().to_string();
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// As if the machine had lost its power.
    pub fn kill(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
    }

    pub fn url(&self) -> String {
        format!("postgres://crescendo@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.kill()));
        drop(stop);
    }
}

fn is_root() -> bool {
    // SAFETY: asks for a number.
    unsafe { libc::geteuid() == 0 }
}
