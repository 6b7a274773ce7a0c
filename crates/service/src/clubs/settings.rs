//! What a club says of itself, as it is stored and found.

use komadai_community::clubs::{ClubSettings, Slug};
use komadai_ids::ClubId;
use komadai_store::Club;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::lines::is_unseen;

/// A new club that says this.
pub(super) fn new_club(settings: ClubSettings, id: ClubId, slug: &Slug, now_ms: i64) -> Club {
    Club {
        id,
        slug: slug.as_str().to_owned(),
        search_key: search_key(&settings, slug.as_str()),
        settings,
        version: 1,
        created_ms: now_ms,
        changed_ms: now_ms,
    }
}

/// The club, saying this from now on.
pub(super) fn said(settings: ClubSettings, club: Club) -> Club {
    Club { search_key: search_key(&settings, &club.slug), settings, ..club }
}

fn search_key(ClubSettings { name, city, .. }: &ClubSettings, slug: &str) -> String {
    folded(&format!("{name} {city} {slug}"))
}

/// What words have in common that people type with and without marks, large or small: `Hà Nội`
/// is found by `ha noi`.
pub(super) fn folded(text: &str) -> String {
    let seen = text.chars().filter(|&sign| !is_unseen(sign));
    let plain = seen.nfkd().filter(|&sign| !is_combining_mark(sign));
    let small = plain.flat_map(char::to_lowercase);
    small.map(|sign| if sign == 'đ' { 'd' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_is_found_by_its_name_its_city_and_its_address() {
        let settings = ClubSettings {
            name: "Câu lạc bộ Shogi".to_owned(),
            city: "Hà Nội".to_owned(),
            ..ClubSettings::default()
        };
        let slug = Slug::parse("hn-1").unwrap();
        let club = new_club(settings, ClubId::new(1, [1; 10]), &slug, 1);
        assert_eq!(club.search_key, "cau lac bo shogi ha noi hn-1");
    }

    #[test]
    fn marks_and_width_do_not_matter_in_a_search() {
        for (text, key) in [
            ("Hà Nội", "ha noi"),
            ("ĐÀ NẴNG", "da nang"),
            ("ＳＨＯＧＩ　クラブ", "shogi クラフ"),
            ("東京", "東京"),
            ("a\0b", "ab"),
        ] {
            assert_eq!(folded(text), key, "{text}");
        }
    }
}
