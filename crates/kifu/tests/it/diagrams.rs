//! Pictures of positions and games.

use komadai_kifu::{
    Certificate, Diagram, DiagramError, GifOptions, Record, TextDirection, Theme,
    diagrams::WIDTH_PX_MAX, gif,
};
use komadai_language::Language;
use komadai_rules::{Move, Position, Side, Variant};

/// The parts of an SVG that a test asks for, without looking at outlines.
struct Svg(String);

impl Svg {
    fn of(diagram: &Diagram) -> Self {
        Self(diagram.svg())
    }

    fn count(&self, part: &str) -> usize {
        self.0.matches(part).count()
    }

    /// How often a face is drawn on a piece.
    fn faces(&self, face: char) -> usize {
        self.count(&format!(r##"<use href="#koma-{:x}""##, u32::from(face)))
    }
}

#[test]
fn every_piece_of_every_variant_is_drawn() {
    for variant in Variant::all() {
        let start = variant.start();
        let svg = Svg::of(&Diagram::new(start));
        let mut n_pieces = 0;
        for kind in variant.kinds() {
            let face = variant.piece(kind).kanji.chars().next().expect("a kanji");
            let same = |other| variant.piece(other).kanji.starts_with(face);
            // On the board, and once for each hand that holds it.
            let in_hands = Side::ALL.into_iter().flat_map(|side| start.hand(side));
            let on_board = start.pieces().map(|(_, piece)| piece.kind);
            let drawn: Vec<_> = on_board.chain(in_hands.map(|(held, _)| held)).collect();
            let n_alike = drawn.iter().filter(|&&other| same(other)).count();
            assert_eq!(svg.faces(face), n_alike, "{face} in {variant}");
            n_pieces += drawn.iter().filter(|&&other| other == kind).count();
        }
        let n_drawn = svg.count("rotate(0) scale") + svg.count("rotate(180) scale");
        assert_eq!(n_drawn, n_pieces, "{variant}");
        // Every face has an outline, and every outline a line.
        assert_eq!(svg.count(r#" d="""#), 0, "{variant}");
    }
}

#[test]
fn hands_are_drawn_with_their_numbers() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b R2G17P 1";
    let position = Position::from_sfen(Variant::standard(), sfen).expect("an SFEN");
    let svg = Svg::of(&Diagram::new(&position));
    assert_eq!([svg.faces('飛'), svg.faces('金'), svg.faces('歩'), svg.faces('玉')], [1, 1, 1, 2]);
}

#[test]
fn one_king_is_the_other() {
    let start = Variant::standard().start();
    let svg = Svg::of(&Diagram::new(start).king(Some(Side::Gote)));
    assert_eq!([svg.faces('王'), svg.faces('玉')], [1, 1]);
}

#[test]
fn what_stands_around_the_board_changes_with_language_and_side() {
    let start = Variant::standard().start();
    let base = Diagram::new(start).player(Side::Sente, "Đỗ").player(Side::Gote, "羽生");
    let all = [
        base.clone(),
        base.clone().language(Language::JAPANESE),
        base.clone().bottom(Side::Gote),
        base.clone().theme(Theme::DARK),
        base.clone().player(Side::Sente, "Do"),
        base.clone().caption("Nước 1: T-76"),
        base.clone().last(Some(Move::from_usi(start.variant(), "7g7f").expect("a move"))),
    ]
    .map(|diagram| diagram.svg());
    for (nth, one) in all.iter().enumerate() {
        for other in &all[nth + 1..] {
            assert!(one != other, "{nth}");
        }
        // No text that a browser would set in a font of its own, and nothing from elsewhere.
        assert!(!one.contains("<text") && !one.contains("font") && !one.contains("href=\"http"));
    }
}

#[test]
fn text_cannot_break_out_of_the_picture() {
    let nasty = "</title><script>alert(1)</script>\u{0} & <b>";
    let diagram =
        Diagram::new(Variant::standard().start()).player(Side::Sente, nasty).caption(nasty);
    let svg = diagram.svg();
    assert!(!svg.contains("<script") && !svg.contains('\u{0}'));
    assert!(diagram.png().is_ok(), "it is XML");
}

#[test]
fn names_in_any_script_are_drawn_and_long_ones_shortened() {
    for name in
        ["Nguyễn Thị Ánh Tuyết", "藤井聡太", "Łukasz", "Ω Σ", "Каспаров", "한국", "😀", "e\u{301}"]
    {
        let diagram = Diagram::new(Variant::standard().start()).player(Side::Sente, name);
        assert!(diagram.png().is_ok(), "{name}");
    }
    let long = "x".repeat(1_000_000);
    let svg = Diagram::new(Variant::standard().start()).player(Side::Sente, &long).svg();
    assert!(svg.len() < 60_000, "{}", svg.len());
    let short = Diagram::new(Variant::standard().start()).player(Side::Sente, &long[..20]).svg();
    assert!(short.len() < svg.len(), "twenty letters fit and need no dots");
}

#[test]
fn pngs_have_the_width_that_was_asked_for() {
    let start = Variant::standard().start();
    for width in [1, 100, 1_200, 2_048] {
        let png = Diagram::new(start).width_px(width).png().expect("it is not too wide");
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..20], width.to_be_bytes());
    }
    for width in [0, 2_049] {
        assert_eq!(Diagram::new(start).width_px(width).png(), Err(DiagramError::Size));
    }
}

#[test]
fn a_picture_of_a_game_shows_the_move_and_the_names() {
    let start = Variant::standard().start().clone();
    let usi = |text| Move::from_usi(Variant::standard(), text).expect("a move");
    let mut game = Record::builder(start.clone());
    game.player(Side::Sente, "An").play(usi("7g7f"), None).expect("it can be played");
    let record = game.finish();
    let title = |ply, language| {
        let svg = Diagram::of(&record, record.at_ply(ply), language).svg();
        let (_, rest) = svg.split_once("<title>").expect("a title");
        rest.split_once("</title>").expect("its end").0.to_owned()
    };
    assert_eq!(title(0, Language::ENGLISH), "Starting position");
    assert_eq!(title(1, Language::ENGLISH), "Move 1: P-76");
    assert_eq!(title(1, Language::VIETNAMESE), "Nước 1: T-76");
    assert_eq!(title(9, Language::JAPANESE), "1手目 7六歩");
    let drawn = Diagram::of(&record, record.at_ply(1), Language::ENGLISH).svg();
    let same = Diagram::new(game.position())
        .player(Side::Sente, "An")
        .caption("Move 1: P-76")
        .last(Some(usi("7g7f")))
        .svg();
    assert_eq!(drawn, same);
}

/// The size of each frame of a GIF, by walking through its blocks.
fn frames(gif: &[u8]) -> Vec<(u16, u16)> {
    let word = |at: usize| u16::from_le_bytes([gif[at], gif[at + 1]]);
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut sizes = Vec::new();
    let mut at = 13 + table(gif[10]);
    loop {
        let skip_blocks = |mut at: usize| {
            while gif[at] != 0 {
                at += usize::from(gif[at]) + 1;
            }
            at + 1
        };
        match gif[at] {
            0x21 => at = skip_blocks(at + 2),
            0x2c => {
                sizes.push((word(at + 5), word(at + 7)));
                at = skip_blocks(at + 10 + table(gif[at + 9]) + 1);
            }
            0x3b => return sizes,
            other => panic!("block {other:#x}"),
        }
    }
}

#[test]
fn a_gif_has_a_frame_for_each_position_and_draws_what_changes() {
    let mut game = Record::builder(Variant::standard().start().clone());
    for text in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"] {
        let mv = Move::from_usi(Variant::standard(), text).expect("a move");
        game.play(mv, None).expect("it can be played");
    }
    let options = GifOptions { width_px: 160, ..GifOptions::default() };
    let bytes = gif(&game.finish(), &options, &|| false).expect("it is short");
    assert_eq!(&bytes[..6], b"GIF89a");
    let frames = frames(&bytes);
    assert_eq!((frames.len(), frames[0].0), (6, 160));
    assert!(frames[1..].iter().all(|(_, height)| *height < frames[0].1), "{frames:?}");
    let part = gif(&game.finish(), &GifOptions { last_ply: Some(2), ..options.clone() }, &|| false);
    assert_eq!(self::frames(&part.expect("it is short")).len(), 3);
    let wide = GifOptions { width_px: 801, ..options };
    assert_eq!(gif(&game.finish(), &wide, &|| false), Err(DiagramError::Size));
}

fn certificate(name: &str) -> Certificate {
    Certificate {
        run: TextDirection::Across,
        title: "Giấy chứng nhận đẳng cấp".to_owned(),
        name: name.to_owned(),
        grade: "Sơ đẳng".to_owned(),
        lines: vec!["14 ván tính Elo liên tiếp".to_owned()],
        footer: "Komadai".to_owned(),
    }
}

#[test]
fn a_certificate_is_drawn_with_any_name() {
    for name in ["Nguyễn Văn A", "", "<script>&", &"ạ".repeat(500), "羽生"] {
        for run in [TextDirection::Across, TextDirection::Down] {
            let certificate = Certificate { run, ..certificate(name) };
            let svg = certificate.svg();
            assert!(!svg.contains("<script") && svg.ends_with("</svg>"), "{name}");
            let png = certificate.png(420).unwrap();
            assert_eq!(png.get(1..4), Some(&b"PNG"[..]));
        }
    }
    assert_eq!(certificate("A").png(0), Err(DiagramError::Size));
    assert_eq!(certificate("A").png(WIDTH_PX_MAX + 1), Err(DiagramError::Size));
}
