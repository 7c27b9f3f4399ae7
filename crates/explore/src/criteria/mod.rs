//! What counts as covered: one file per criterion.
