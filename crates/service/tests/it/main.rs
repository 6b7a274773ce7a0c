//! What people type, send in files, and carry about with them.

mod fuzz;
