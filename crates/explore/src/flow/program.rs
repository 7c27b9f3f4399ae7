//! The flow of a linked program. Written when bodies carry their sites.
