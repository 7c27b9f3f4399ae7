//! Ctrl-C ends the work; what was found is still written. A second one ends the tool.

use crescendo_campaign::CancelToken;
use std::sync::OnceLock;

static TOKEN: OnceLock<CancelToken> = OnceLock::new();

extern "C" fn handler(_: libc::c_int) {
    match TOKEN.get() {
        Some(token) if !token.is_cancelled() => token.cancel(),
        // SAFETY: `_exit` may be called in a signal handler.
        _ => unsafe { libc::_exit(130) },
    }
}

/// The token that Ctrl-C cancels.
pub fn cancel_token() -> CancelToken {
    let token = TOKEN.get_or_init(CancelToken::new).clone();
    // SAFETY: the handler does nothing but look at and set an atomic that lives as long as the process.
    unsafe { libc::signal(libc::SIGINT, handler as *const () as libc::sighandler_t) };
    token
}
