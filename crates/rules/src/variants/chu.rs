//! §9: chu shogi, 12×12, with lions; captured pieces are gone.

use super::{Def, Ends, HandicapDef, PieceDef, Promotion, Repetition, pieces};
use crate::Handicap;

/// Chu shogi.
pub static DEF: Def = Def {
    name: "chu",
    files: 12,
    ranks: 12,
    start: "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/\
            MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
    zone: 4,
    pieces: &[
        pieces::KING,
        PieceDef::new("Q", "free_king", "奔", "奔王", "Q").western("FK"),
        PieceDef::new("N", "lion", "獅", "獅子", "KNAD").western("Ln").power("K", true).lion(),
        PieceDef::new("D", "dragon_king", "龍", "龍王", "RF"),
        PieceDef::new("H", "dragon_horse", "馬", "龍馬", "BW"),
        PieceDef::new("V", "vertical_mover", "竪", "竪行", "vRsW").western("VM"),
        PieceDef::new("M", "side_mover", "横", "横行", "sRvW").western("SM"),
        PieceDef::new("R", "rook", "飛", "飛車", "R"),
        PieceDef::new("B", "bishop", "角", "角行", "B"),
        PieceDef::new("A", "reverse_chariot", "反", "反車", "vR").western("RC"),
        PieceDef::new("E", "drunk_elephant", "象", "酔象", "FfsW").western("DE"),
        PieceDef::new("O", "kirin", "麒", "麒麟", "FD").western("Kr"),
        PieceDef::new("X", "phoenix", "鳳", "鳳凰", "WA").western("Ph"),
        PieceDef::new("T", "blind_tiger", "虎", "盲虎", "FbsW").western("BT"),
        PieceDef::new("F", "ferocious_leopard", "豹", "猛豹", "FvW").western("FL"),
        pieces::GOLD,
        pieces::SILVER,
        PieceDef::new("C", "copper", "銅", "銅将", "vWfF"),
        PieceDef::new("L", "lance", "香", "香車", "fR"),
        PieceDef::new("I", "go_between", "仲", "仲人", "vW").western("GB").minor(),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").pawn().minor(),
        PieceDef::new("+D", "soaring_eagle", "鷲", "飛鷲", "RbBfFfA").power("fF", false),
        PieceDef::new("+H", "horned_falcon", "鷹", "角鷹", "BsbRfWfD").power("fW", false),
        PieceDef::new("+V", "flying_ox", "牛", "飛牛", "vRB"),
        PieceDef::new("+M", "free_boar", "猪", "奔猪", "sRB"),
        PieceDef::new("+R", "promoted_rook", "龍", "龍王", "RF"),
        PieceDef::new("+B", "promoted_bishop", "馬", "龍馬", "BW"),
        PieceDef::new("+A", "whale", "鯨", "鯨鯢", "vRbB"),
        PieceDef::new("+E", "crown_prince", "太", "太子", "K").royal(),
        PieceDef::new("+O", "promoted_kirin", "獅", "獅子", "KNAD").power("K", true).lion(),
        PieceDef::new("+X", "promoted_phoenix", "奔", "奔王", "Q"),
        PieceDef::new("+T", "flying_stag", "鹿", "飛鹿", "vRsWF"),
        PieceDef::new("+F", "promoted_leopard", "角", "小角", "B"),
        PieceDef::new("+G", "promoted_gold", "飛", "金飛車", "R"),
        PieceDef::new("+S", "promoted_silver", "竪", "竪行", "vRsW"),
        PieceDef::new("+C", "promoted_copper", "横", "横行", "sRvW"),
        PieceDef::new("+L", "white_horse", "駒", "白駒", "vRfB"),
        PieceDef::new("+I", "promoted_go_between", "象", "酔象", "FfsW"),
        PieceDef::new("+P", "tokin", "金", "金将", "WfF"),
    ],
    kif: Some("中将棋"),
    promotion: Promotion::EnteringOrTaking,
    repetition: Repetition::AttackerLoses,
    ends: Ends {
        royal_capture: true,
        bare_royals: true,
        draw_offers: true,
        move_limit: Some(1000),
        ..Ends::NEW
    },
    kings_differ: true,
    handicaps: &[
        HandicapDef::new(
            Handicap::TwoKings,
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                    PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGK+EGSCFL w - 1",
        ),
        HandicapDef::new(
            Handicap::TwoLions,
            "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                    PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1T+OXT1B1A/LFCSGKEGSCFL w - 1",
        ),
        HandicapDef::new(
            Handicap::ThreeLions,
            "lfcsgekgscfl/a1b1txxt1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                    PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1T+O+OT1B1A/LFCSGKEGSCFL w - 1",
        ),
    ],
    ..Def::NEW
};
