//! The filter on C programs: `tests/alarms/contexts/*.c` say at the end of a line which verdict the alarms there get, as
//! `//~ UNIT KIND VERDICT STRENGTH; ...`. Alarms that no mark speaks of fail, and so do marks without an alarm.

mod chance;
mod contexts;
mod planted;
mod summary;
mod support;
