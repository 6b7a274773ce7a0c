//! `[metrics]`: figures for operators.

section! {
    /// Metrics for operators.
    Metrics {
        /// Address and port for Prometheus, with /metrics and /health. Keep it away from the
        /// public: use a loopback or private address. Empty: none.
        listen: String = String::new(),
    }
}
