//! The protocol as others see it.

mod typescript;
