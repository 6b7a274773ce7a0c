//! The bots' API as programs know it.

use komadai_protocol::http::bot_api::BotVariant;

#[test]
fn variants_have_the_keys_and_names_that_programs_know() {
    for (name, key, shown) in [
        ("standard", "standard", "Standard"),
        ("kyoto", "kyotoshogi", "Kyoto shogi"),
        ("chu", "chushogi", "Chushogi"),
        ("heian_dai", "heian_dai", "heian_dai"),
    ] {
        let told = BotVariant::of(name);
        assert_eq!((told.key.as_str(), told.name.as_str()), (key, shown));
        assert_eq!(BotVariant::named(key), name);
    }
}
