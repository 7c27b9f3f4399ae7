//! What the code says about values, whatever the inputs: where they come from (`roots`), which number is the length of
//! what (`ties`), and what of that the driver uses (`relations`).

pub(crate) mod relations;
pub(crate) mod roots;
mod ties;

pub(crate) use ties::Tie;
