//! Facts on this process and machine: clocks, identity, environment, random bytes.

use crescendo_vm::world::{Identity, SystemNames, Time};
use std::os::unix::ffi::OsStringExt;

pub fn clock(id: libc::clockid_t) -> Time {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // It can't fail for the clocks asked for; if it does, time stands still.
    unsafe { libc::clock_gettime(id, &mut t) };
    (t.tv_sec, t.tv_nsec as u32)
}

pub fn environment() -> Vec<Vec<u8>> {
    let join = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
        let mut all = name.into_vec();
        all.push(b'=');
        all.extend(value.into_vec());
        all
    };
    std::env::vars_os().map(join).collect()
}

pub fn identity() -> Identity {
    unsafe {
        Identity {
            process: libc::getpid(),
            parent: libc::getppid(),
            user: libc::getuid(),
            effective_user: libc::geteuid(),
            group: libc::getgid(),
            effective_group: libc::getegid(),
        }
    }
}

pub fn names() -> SystemNames {
    let mut u: libc::utsname = unsafe { std::mem::zeroed() };
    unsafe { libc::uname(&mut u) };
    let text = |field: &[libc::c_char]| field.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    SystemNames {
        system: text(&u.sysname),
        host: text(&u.nodename),
        release: text(&u.release),
        version: text(&u.version),
    }
}

pub fn random(buffer: &mut [u8]) {
    let mut done = 0;
    while done < buffer.len() {
        let rest = &mut buffer[done..];
        let n = unsafe { libc::getrandom(rest.as_mut_ptr().cast(), rest.len(), 0) };
        match usize::try_from(n) {
            Ok(n) if n > 0 => done += n,
            _ if std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR) => {}
            _ => return,
        }
    }
}
