//! The colours of a picture.

/// The colours of a picture, each as SVG writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// Around the board.
    pub paper: &'static str,
    /// Names, numbers, the caption.
    pub text: &'static str,
    /// The board.
    pub board: &'static str,
    /// The lines on it.
    pub line: &'static str,
    /// The squares of the last move.
    pub last: &'static str,
    /// The wood of the pieces.
    pub piece: &'static str,
    /// Their edges.
    pub edge: &'static str,
    /// Their faces.
    pub face: &'static str,
    /// The faces of promoted pieces.
    pub promoted: &'static str,
}

impl Theme {
    /// Dark on light.
    pub const LIGHT: Self = Self {
        paper: "#ffffff",
        text: "#1f1b16",
        board: "#eccb8e",
        line: "#5c4523",
        last: "#d99a3d",
        piece: "#fbe9bf",
        edge: "#8a6a35",
        face: "#1f1b16",
        promoted: "#b3261e",
    };

    /// Light on dark.
    pub const DARK: Self = Self {
        paper: "#1b1814",
        text: "#ece3d4",
        board: "#8a6c3f",
        line: "#2a2014",
        last: "#c07f24",
        piece: "#ead6a8",
        edge: "#2a2014",
        face: "#1b1814",
        promoted: "#a61c14",
    };

    /// `light` or `dark`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "light" => Some(Self::LIGHT),
            "dark" => Some(Self::DARK),
            _ => None,
        }
    }
}
