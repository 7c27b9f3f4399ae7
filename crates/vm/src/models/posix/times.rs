//! utime.h, sys/time.h: setting the times of files.

use crate::machine::Vm;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crate::world::{EINVAL, Time, WorldResult};

pub const MODELS: &[Model] = &[
    Model { name: "utime", call: utime },
    Model { name: "utimes", call: utimes },
    Model { name: "utimensat", call: utimensat },
    Model { name: "futimens", call: futimens },
];

/// The times of access and modification; nothing leaves one as it is.
type Pair = (Option<Time>, Option<Time>);

impl<'p> Vm<'p> {
    fn now_twice(&mut self) -> Pair {
        let now = self.world.now();
        (Some(now), Some(now))
    }

    /// The `i`th signed `long` at an address.
    fn read_long(&mut self, address: u64, i: u64) -> Result<i64, Stop> {
        let bits = self.program.target.long_bits;
        let word = self.read_int(address.wrapping_add(i * bits as u64 / 8), bits)?;
        Ok(((word << (64 - bits)) as i64) >> (64 - bits))
    }

    /// Two `struct timespec`, with their two special values.
    fn time_specs(&mut self, address: u64) -> Result<WorldResult<Pair>, Stop> {
        const NOW: i64 = 0x3fff_ffff;
        const OMIT: i64 = 0x3fff_fffe;
        if address == 0 {
            return Ok(Ok(self.now_twice()));
        }
        let mut times = [None, None];
        for (i, time) in times.iter_mut().enumerate() {
            let seconds = self.read_long(address, 2 * i as u64)?;
            *time = match self.read_long(address, 2 * i as u64 + 1)? {
                NOW => Some(self.world.now()),
                OMIT => None,
                n if (0..1_000_000_000).contains(&n) => Some((seconds, n as u32)),
                _ => return Ok(Err(EINVAL)),
            };
        }
        Ok(Ok((times[0], times[1])))
    }

    fn set_file_times(&mut self, path: WorldResult<Vec<u8>>, times: WorldResult<Pair>) -> Result<Reply, Stop> {
        let result = match (path, times) {
            (Ok(path), Ok((accessed, modified))) => self.world.set_times(&path, accessed, modified),
            (Err(e), _) | (_, Err(e)) => Err(e),
        };
        self.errno_reply(result)
    }
}

fn utime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.string_at(a.word(0))?;
    let times = match a.word(1) {
        0 => vm.now_twice(),
        at => (Some((vm.read_long(at, 0)?, 0)), Some((vm.read_long(at, 1)?, 0))),
    };
    vm.set_file_times(Ok(path), Ok(times))
}

fn utimes(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.string_at(a.word(0))?;
    let mut times = Ok(vm.now_twice());
    if a.word(1) != 0 {
        let mut read = [0; 4];
        for (i, r) in read.iter_mut().enumerate() {
            *r = vm.read_long(a.word(1), i as u64)?;
        }
        let valid = |micros: i64| (0..1_000_000).contains(&micros);
        let time = |seconds: i64, micros: i64| Some((seconds, micros as u32 * 1000));
        let [s0, m0, s1, m1] = read;
        times = if valid(m0) && valid(m1) { Ok((time(s0, m0), time(s1, m1))) } else { Err(EINVAL) };
    }
    vm.set_file_times(Ok(path), times)
}

fn utimensat(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.path_argument(Some(a.int(0)), a.word(1))?;
    let times = vm.time_specs(a.word(2))?;
    vm.set_file_times(path, times)
}

fn futimens(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let path = vm.world.path_of(a.int(0));
    let times = vm.time_specs(a.word(1))?;
    vm.set_file_times(path, times)
}
