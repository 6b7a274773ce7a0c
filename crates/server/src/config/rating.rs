//! `[rating]`: what earns a grade.

use std::path::PathBuf;

use komadai_rating::GradeTable;

use super::{Config, ConfigError, read};

/// `config/grades.toml`: what earns a grade.
const GRADES: &str = include_str!("../../../../config/grades.toml");

section! {
    /// Ratings and grades.
    RatingSettings {
        /// File that defines how grades are earned, like config/grades.toml. Empty: the built-in
        /// one.
        grades: PathBuf = PathBuf::new(),
    }
}

impl Config {
    /// What earns a grade.
    ///
    /// # Errors
    /// When the file that says so cannot be used.
    pub fn grades(&self) -> Result<GradeTable, ConfigError> {
        let path = &self.rating.grades;
        if path.as_os_str().is_empty() {
            return toml::from_str(GRADES).map_err(|cause| ConfigError::Value(Box::new(cause)));
        }
        toml::from_str(&read(path)?)
            .map_err(|cause| ConfigError::Syntax { path: path.clone(), cause: Box::new(cause) })
    }
}
