//! End-to-end tests with the real clang 19, in throw-away folders. One program, so that tests that wait for a limit
//! run beside tests that compute.

mod c_language;
mod cache;
mod database;
mod hostile;
mod inputs;
mod support;
