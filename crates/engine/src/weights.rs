//! Figures of a variant that were fitted to games.

use komadai_rules::Variant;

/// What pieces of a variant are worth, in hundredths of a pawn, by kind and where they stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// By kind.
    pub on_board: Vec<i16>,
    /// By the kind it is in hand.
    pub in_hand: Vec<i16>,
    /// By kind, then file by file and rank by rank as its side sees them.
    pub places: Vec<i16>,
    /// By kind, whether it is the other side's, and how many files and ranks it is from a royal, as
    /// the royal's side sees it.
    pub around: Vec<i16>,
    /// Being to move.
    pub to_move: i16,
}

impl Weights {
    /// How many figures of each there are in a variant.
    fn lengths(variant: Variant) -> [usize; 4] {
        let (files, ranks) = (usize::from(variant.files()), usize::from(variant.ranks()));
        let kinds = variant.kinds().len();
        [kinds, kinds, kinds * files * ranks, 2 * kinds * (2 * files - 1) * (2 * ranks - 1)]
    }

    /// All of them in their order, each in two bytes, the lower one first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = [&self.on_board, &self.in_hand, &self.places, &self.around];
        let all = all.into_iter().flatten().chain([&self.to_move]);
        all.flat_map(|figure| figure.to_le_bytes()).collect()
    }

    /// Reads them; none when there are too few or too many for the variant.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Option<Self> {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let mut figures = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let lengths = Self::lengths(variant);
        if !rest.is_empty() || pairs.len() != lengths.iter().sum::<usize>() + 1 {
            return None;
        }
        let [on_board, in_hand, places, around] =
            lengths.map(|n| figures.by_ref().take(n).collect());
        Some(Self { on_board, in_hand, places, around, to_move: figures.next()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for &variant in Variant::all() {
            let mut n = 0;
            let lengths = Weights::lengths(variant);
            let [on_board, in_hand, places, around] = lengths.map(|length| {
                let figures = (0..length).map(|_| {
                    n += 7;
                    n
                });
                figures.map(|figure: i32| figure as i16).collect()
            });
            let weights = Weights { on_board, in_hand, places, around, to_move: -5 };
            let bytes = weights.to_bytes();
            assert_eq!(Weights::from_bytes(variant, &bytes), Some(weights));
            assert_eq!(Weights::from_bytes(variant, &bytes[2..]), None);
        }
    }
}
