//! How a section of the settings is declared: each key once, with its type, its default and what
//! it means. `config/default.toml` is written from this; `#[serde(serialize_with = "masked")]`
//! keeps a secret out of whatever is shown.

/// Declares a section of the settings.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        $(#[derive($derive:ident)])?
        $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)+)])?
                $key:ident: $type:ty = $default:expr,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, serde::Deserialize, serde::Serialize)]
        $(#[derive($derive)])?
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                $(#[serde($($serde)+)])?
                pub $key: $type,
            )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default),+ }
            }
        }

        impl std::fmt::Debug for $name {
            /// As a file has it, without secrets.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&toml::to_string(self).map_err(|_| std::fmt::Error)?)
            }
        }

        #[cfg(test)]
        impl $name {
            pub(super) const ABOUT: &'static [&'static str] = &[$($about),+];
            pub(super) const KEYS: &'static [(&'static str, &'static [&'static str])] =
                &[$((stringify!($key), &[$($doc),+])),+];
        }
    };
}

/// Declares all settings: their sections, in the order of the file.
macro_rules! sections {
    ($($key:ident: $section:ident),+ ; $($list:ident: [$entry:ident]),+ $(,)?) => {
        /// All settings.
        #[derive(Clone, Debug, Default, Deserialize, Serialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $(
                #[doc = concat!("What stands in `[", stringify!($key), "]`.")]
                pub $key: $section,
            )+
            $(
                #[doc = concat!("What stands in each `[[", stringify!($list), "]]`.")]
                pub $list: Vec<$entry>,
            )+
        }

        /// Sections that there may be several of.
        #[cfg(test)]
        const LISTS: &[(&str, &[&str], &[(&str, &[&str])])] =
            &[$((stringify!($list), $entry::ABOUT, $entry::KEYS)),+];

        #[cfg(test)]
        const SECTIONS: &[(&str, &[&str], &[(&str, &[&str])])] =
            &[$((stringify!($key), $section::ABOUT, $section::KEYS)),+];
    };
}
