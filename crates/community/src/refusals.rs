//! Refusals: each with its code and its sentence, said once.

/// An error whose members have a code, or one that follows from what they say, and a sentence where
/// the code's own does not say it all.
macro_rules! refusals {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$of:meta])*
                $refusal:ident $(($($said:ident: $kind:ty),+))? => $code:tt $(, $sentence:literal)?;
            )+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of])* $refusal $(($($kind),+))?,)+
        }

        impl $name {
            /// Its code.
            pub fn code(&self) -> $crate::RefusalCode {
                match self {
                    $(Self::$refusal $(($($said),+))? => {
                        // Most codes follow from nothing that is said.
                        $(let _ = ($($said,)+);)?
                        refusals!(@code $code)
                    })+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$refusal $(($($said),+))? => {
                        $(let _ = ($($said,)+);)?
                        refusals!(@say f, $code $(, $sentence)?)
                    })+
                }
            }
        }

        impl std::error::Error for $name {}
    };
    (@code $code:ident) => {
        $crate::RefusalCode::$code
    };
    (@code ($code:expr)) => {
        $code
    };
    (@say $f:ident, $code:ident) => {
        $f.write_str($crate::RefusalCode::$code.message())
    };
    (@say $f:ident, $code:tt, $sentence:literal) => {
        write!($f, $sentence)
    };
}

/// What a refusal is made of, where that is an error of its own.
macro_rules! wraps {
    ($name:ident: $($refusal:ident($kind:ty)),+) => {
        $(
            impl From<$kind> for $name {
                fn from(it: $kind) -> Self {
                    Self::$refusal(it)
                }
            }
        )+
    };
}

#[cfg(test)]
mod tests {
    use crate::{RefusalCode, studies::StudyRefusal};

    #[test]
    fn a_refusal_says_what_its_code_says_or_more() {
        for (refusal, code, sentence) in [
            (StudyRefusal::Unknown, RefusalCode::UnknownStudy, "there is no such study"),
            (StudyRefusal::Words("too long".to_owned()), RefusalCode::BadWords, "too long"),
            (
                StudyRefusal::TooManyOwn(5),
                RefusalCode::TooManyStudies,
                "you have 5 studies; delete one first",
            ),
        ] {
            assert_eq!((refusal.code(), refusal.to_string().as_str()), (code, sentence));
        }
    }
}
