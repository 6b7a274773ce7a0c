//! Tables of words, in columns.

/// Rows of cells under a heading, as Markdown that is also readable as it is.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(heading: &[&str]) -> Self {
        Self { rows: vec![heading.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n_columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let width = |column: usize| {
            self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..n_columns).map(width).collect();
        for (n, row) in self.rows.iter().enumerate() {
            for (column, width) in widths.iter().enumerate() {
                write!(f, "| {:width$} ", cell(row, column))?;
            }
            writeln!(f, "|")?;
            if n == 0 {
                for width in &widths {
                    write!(f, "|{}", "-".repeat(width + 2))?;
                }
                writeln!(f, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&["a", "b"]);
        table.row(["µs".to_owned(), "long".to_owned()]);
        assert_eq!(table.to_string(), "| a  | b    |\n|----|------|\n| µs | long |\n");
    }
}
