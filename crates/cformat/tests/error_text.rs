//! Error and signal texts against the machine's glibc.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

use crescendo_cformat::error_text::{errno_name, errno_number, signal_name, strerror, strsignal};
use crescendo_cformat_oracle as native;

#[test]
fn all_texts() {
    let numbers = (-200..1000).chain([i32::MIN, i32::MAX]);
    for number in numbers {
        assert_eq!(Some(strerror(number)), native::strerror(number), "strerror {number}");
        assert_eq!(errno_name(number).map(str::to_owned), native::strerrorname(number), "name {number}");
        assert_eq!(Some(strsignal(number)), native::strsignal(number), "strsignal {number}");
        assert_eq!(signal_name(number).map(str::to_owned), native::sigabbrev(number), "signal {number}");
        if let Some(name) = errno_name(number) {
            assert_eq!(errno_number(name), Some(number));
        }
    }
    assert_eq!(errno_number("EAGAIN"), Some(11));
    assert_eq!(errno_number("ENONSENSE"), None);
}
