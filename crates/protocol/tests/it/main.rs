//! The protocol as others see it.

mod fuzz;
mod typescript;
