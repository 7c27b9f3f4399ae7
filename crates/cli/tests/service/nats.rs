//! NATS servers for a test, one or a cluster, from the program that `./run setup` installs; and workers.

use super::until;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The folder of tools that tests need.
pub fn tools() -> PathBuf {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/tools.sh");
    let out = Command::new(script).arg("path").output().unwrap();
    PathBuf::from(String::from_utf8(out.stdout).unwrap().trim())
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

pub struct Node {
    arguments: Vec<String>,
    child: Option<Child>,
    pub port: u16,
}

impl Node {
    fn start(arguments: Vec<String>, port: u16) -> Node {
        let mut node = Node { arguments, child: None, port };
        node.begin();
        node
    }

    pub fn begin(&mut self) {
        let program = tools().join("nats-server");
        assert!(program.exists(), "there is no {}: ./run setup installs it", program.display());
        let child = Command::new(program).args(&self.arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.unwrap());
        let port = self.port;
        until("NATS listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    }

    /// Without a chance to tidy up.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

pub struct Nats {
    pub nodes: Vec<Node>,
    folder: tempfile::TempDir,
}

impl Nats {
    pub fn start() -> Nats {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        Nats { nodes: vec![Node::start(Nats::arguments(folder.path(), 0, port), port)], folder }
    }

    /// That listens on every address, for who comes from another network.
    pub fn open() -> Nats {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let mut arguments = Nats::arguments(folder.path(), 0, port);
        arguments[1] = "0.0.0.0".into();
        Nats { nodes: vec![Node::start(arguments, port)], folder }
    }

    /// Three that keep everything thrice.
    pub fn cluster() -> Nats {
        let folder = tempfile::tempdir().unwrap();
        let ports: Vec<(u16, u16)> = (0..3).map(|_| (free_port(), free_port())).collect();
        let routes: Vec<String> = ports.iter().map(|(_, r)| format!("nats://127.0.0.1:{r}")).collect();
        let node = |(i, (port, route)): (usize, &(u16, u16))| {
            let mut arguments = Nats::arguments(folder.path(), i, *port);
            arguments.extend(["--cluster_name", "test", "--routes"].map(String::from));
            arguments.extend([routes.join(","), "--cluster".into(), format!("nats://127.0.0.1:{route}")]);
            Node::start(arguments, *port)
        };
        let nodes = ports.iter().enumerate().map(node).collect();
        Nats { nodes, folder }
    }

    fn arguments(folder: &Path, number: usize, port: u16) -> Vec<String> {
        let store = folder.join(number.to_string()).display().to_string();
        let name = format!("n{number}");
        let port = port.to_string();
        ["-a", "127.0.0.1", "-p", &port, "-n", &name, "-js", "-sd", &store].map(String::from).to_vec()
    }

    pub fn url(&self) -> String {
        self.nodes.iter().map(|n| format!("nats://127.0.0.1:{}", n.port)).collect::<Vec<_>>().join(",")
    }

    /// All that it keeps is lost.
    pub fn lose(&self) {
        std::fs::remove_dir_all(self.folder.path()).unwrap();
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

pub struct Worker {
    child: Child,
    _folder: tempfile::TempDir,
}

impl Worker {
    pub fn start(nats: &str, more: &[&str]) -> Worker {
        Worker::by(Command::new(env!("CARGO_BIN_EXE_crescendo")), nats, more)
    }

    /// By a command that starts it in its own way.
    pub fn by(mut command: Command, nats: &str, more: &[&str]) -> Worker {
        let folder = tempfile::tempdir().unwrap();
        command.args(["worker", "--nats", nats, "--data"]).arg(folder.path()).args(more);
        command.env("CRESCENDO_LOG", std::env::var("CRESCENDO_LOG").unwrap_or("error".into()));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        Worker { child, _folder: folder }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Without a chance to tidy up.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
