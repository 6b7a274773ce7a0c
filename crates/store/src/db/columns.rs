//! What a column is read as.

use komadai_ids::{
    CircuitId, ClubId, GameId, ImportId, NodeId, ReviewId, StudyId, TournamentId, UserId,
};
use komadai_rules::Side;
use sqlx::{Decode, Postgres, Sqlite, Type};
use uuid::Uuid;

/// A type that is stored in a column of either database.
pub(crate) trait Column:
    for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

impl<T> Column for T where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>
{
}

/// A type that a column is read as.
pub(crate) trait FromColumn: Sized {
    /// What is in the column.
    type Raw: Column;

    /// The value, unless nothing like that may be stored.
    fn from_column(stored: Self::Raw) -> Option<Self>;
}

impl<T: FromColumn> FromColumn for Option<T>
where
    Option<T::Raw>: Column,
{
    type Raw = Option<T::Raw>;

    fn from_column(stored: Self::Raw) -> Option<Self> {
        match stored {
            None => Some(None),
            Some(stored) => T::from_column(stored).map(Some),
        }
    }
}

/// Types that are read from another one, each by a function that may answer `None`.
macro_rules! columns {
    ($($type:ty: $stored:ty = $read:expr;)*) => {
        $(
            impl FromColumn for $type {
                type Raw = $stored;

                fn from_column(stored: $stored) -> Option<Self> {
                    $read(stored)
                }
            }
        )*
    };
}

columns! {
    bool: bool = Some;
    f64: f64 = Some;
    i64: i64 = Some;
    String: String = Some;
    Uuid: Uuid = Some;
    Vec<u8>: Vec<u8> = Some;
    u32: i64 = |n: i64| n.try_into().ok();
    u64: i64 = |n: i64| n.try_into().ok();
    Side: String = |name: String| name.parse().ok();
}

/// Ids, which are stored as what they are inside.
macro_rules! ids {
    ($($id:ty),*) => {
        columns! { $($id: Uuid = |id| Some(Self::from_uuid(id));)* }
    };
}

ids![CircuitId, ClubId, GameId, ImportId, NodeId, ReviewId, StudyId, TournamentId, UserId];

impl<const N: usize> FromColumn for [u8; N] {
    type Raw = Vec<u8>;

    fn from_column(stored: Vec<u8>) -> Option<Self> {
        stored.try_into().ok()
    }
}

/// An enum whose variants are stored by name:
///
/// ```text
/// named! {
///     /// Who sees a study.
///     #[derive(Clone, Copy, Debug)]
///     pub enum Visibility {
///         Private = "private",
///         Public = "public",
///     }
/// }
/// ```
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $enum:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $name:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $enum {
            $($(#[$variant_meta])* $variant),*
        }

        impl $enum {
            $vis const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// As it is stored.
            $vis fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }

            /// The one with this name.
            $vis fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.as_str() == name)
            }
        }

        $crate::db::words!($enum);
    };
}

/// Columns that hold the name of one of a few.
macro_rules! words {
    ($($word:ty),+ $(,)?) => { $(
        impl $crate::db::FromColumn for $word {
            type Raw = String;

            fn from_column(stored: String) -> Option<Self> {
                Self::from_name(&stored)
            }
        }
    )+ };
}

pub(crate) use {named, words};

words! {
    komadai_community::accounts::ChallengesFrom,
    komadai_community::accounts::Role,
    komadai_community::accounts::Scope,
    komadai_community::bridges::BridgeFault,
    komadai_community::bridges::BridgeKind,
    komadai_community::clubs::ClubRole,
    komadai_community::clubs::Joining,
    komadai_community::ladder::LadderState,
    komadai_community::moderation::Distance,
    komadai_community::moderation::SanctionKind,
    komadai_community::studies::ChapterMode,
    komadai_community::studies::StudyRole,
    komadai_community::studies::StudyVisibility,
    komadai_community::tsume::CompositionState,
    komadai_community::tsume::TsumeFirst,
}
