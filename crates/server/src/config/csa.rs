//! `[csa]`: programs that speak CSA.

section! {
    /// Programs that speak the CSA protocol over TCP.
    Csa {
        /// Address and port for them; 4081 is the usual port. What goes over it is not encrypted, the
        /// secrets of programs included. Empty: none.
        listen: String = String::new(),
    }
}
