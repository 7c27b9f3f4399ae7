//! Functions that would leave the machine: other processes, threads, the network, new code. They stop the run, and
//! say why.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;

const PROCESS: &str = "other processes are not run";
const NETWORK: &str = "the network is not modelled";
const CODE: &str = "code from outside can't be loaded";
const WAIT: &str = "waiting for several descriptors is not modelled";
const KERNEL: &str = "the kernel's own interfaces are not modelled";

/// A model that stops the run.
macro_rules! refused {
    ($($name:literal: $why:expr,)*) => {
        pub const MODELS: &[Model] = &[
            Model { name: "poll", call: poll },
            Model { name: "select", call: select },
            $(Model { name: $name, call: |_, _| Err(Stop::Unsupported(format!("{}: {}", $name, $why))) },)*
        ];
    };
}

refused! {
    "fork": PROCESS,
    "vfork": PROCESS,
    "clone": PROCESS,
    "daemon": PROCESS,
    "execl": PROCESS,
    "execle": PROCESS,
    "execlp": PROCESS,
    "execv": PROCESS,
    "execve": PROCESS,
    "execvp": PROCESS,
    "execvpe": PROCESS,
    "fexecve": PROCESS,
    "posix_spawn": PROCESS,
    "posix_spawnp": PROCESS,
    "popen": PROCESS,
    "pclose": PROCESS,
    "ptrace": PROCESS,
    "setsid": PROCESS,
    "setpgid": PROCESS,
    "socketpair": NETWORK,
    "connect": NETWORK,
    "bind": NETWORK,
    "listen": NETWORK,
    "send": NETWORK,
    "sendto": NETWORK,
    "sendmsg": NETWORK,
    "recvmsg": NETWORK,
    "shutdown": NETWORK,
    "getsockopt": NETWORK,
    "setsockopt": NETWORK,
    "getaddrinfo": NETWORK,
    "gethostbyname": NETWORK,
    "dlopen": CODE,
    "dlsym": CODE,
    "ppoll": WAIT,
    "pselect": WAIT,
    "epoll_create": WAIT,
    "epoll_create1": WAIT,
    "syscall": KERNEL,
    "sbrk": KERNEL,
    "brk": KERNEL,
    "mount": KERNEL,
    "chroot": KERNEL,
    "mknod": KERNEL,
    "mkfifo": KERNEL,
    "shmget": KERNEL,
    "shm_open": KERNEL,
    "semget": KERNEL,
    "msgget": KERNEL,
    "inotify_init": KERNEL,
}

/// With nothing to wait for it is only a pause, which the machine need not make.
fn poll(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    if a.word(1) == 0 { Ok(0.into()) } else { Err(Stop::Unsupported(format!("poll: {WAIT}"))) }
}

fn select(_: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let nothing = (1..4).all(|i| a.word(i) == 0);
    if nothing { Ok(0.into()) } else { Err(Stop::Unsupported(format!("select: {WAIT}"))) }
}
