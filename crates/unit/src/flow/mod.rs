//! What the code says about values, whatever the inputs: where they come from (`roots`), which number is the length of
//! what (`ties`), what untyped pointers point to (`views`), which functions go
//! where (`callbacks`), what calls do to each other (`effects`); in C's terms (`place`) that is what the driver uses (`relations`).

pub(crate) mod callbacks;
pub(crate) mod effects;
pub(crate) mod place;
pub(crate) mod relations;
pub(crate) mod roots;
mod sharing;
pub(crate) mod strings;
mod ties;
pub(crate) mod views;

pub(crate) use ties::Tie;
