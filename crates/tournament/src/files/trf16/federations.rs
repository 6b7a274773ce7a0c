//! Federations, as FIDE writes them, and their countries.

use crate::files::{nationality, some};

/// FIDE's letters for a federation, and ISO 3166's for its country.
const FEDERATIONS: &str = "ALB AL ALG DZ AND AD ANG AO ARG AR ARM AM AUS AU AUT AT AZE AZ BAN BD \
    BEL BE BIH BA BLR BY BOL BO BRA BR BUL BG CAM KH CAN CA CHI CL CHN CN COL CO CRC CR CRO HR \
    CUB CU CYP CY CZE CZ DEN DK DOM DO ECU EC EGY EG ENG GB SCO GB WLS GB ESP ES EST EE FAI FO \
    FIN FI FRA FR GEO GE GER DE GRE GR GUA GT HKG HK HUN HU INA ID IND IN IRI IR IRL IE ISL IS \
    ISR IL ITA IT JPN JP KAZ KZ KGZ KG KOR KR KOS XK LAO LA LAT LV LIE LI LTU LT LUX LU MAC MO \
    MAR MA MAS MY MDA MD MEX MX MGL MN MKD MK MLT MT MNC MC MNE ME MYA MM NED NL NEP NP NGR NG \
    NOR NO NZL NZ PAK PK PAN PA PAR PY PER PE PHI PH POL PL POR PT PUR PR ROU RO RSA ZA RUS RU \
    SGP SG SLO SI SMR SM SRB RS SRI LK SUI CH SVK SK SWE SE SYR SY THA TH TPE TW TUN TN TUR TR \
    UAE AE UKR UA URU UY USA US UZB UZ VEN VE VIE VN";

fn federations() -> impl Iterator<Item = (&'static str, &'static str)> {
    let words: Vec<&str> = FEDERATIONS.split_whitespace().collect();
    words
        .chunks_exact(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The federation of a country; the country's own letters where it is not known.
pub(super) fn federation(nation: &str) -> &str {
    federations().find(|(_, two)| *two == nation).map_or(nation, |(three, _)| three)
}

/// The country of a federation.
pub(super) fn nation(text: &str) -> Option<String> {
    let text = some(text)?.to_ascii_uppercase();
    let known = federations().find(|(three, _)| *three == text);
    known.map(|(_, two)| two.to_owned()).or_else(|| nationality(&text))
}
