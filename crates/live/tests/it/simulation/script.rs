//! What can happen, and how a seed becomes a list of it.

use komadai_game::Offer;

/// How many commands a run has.
const COMMANDS: u64 = 120;

/// One thing that happens. Each means something whatever happened before, so that any of them
/// can be left out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Command {
    /// What the games are of: the first of that variant, the next of the one after it. Counts
    /// before anything else.
    Variants(usize),
    /// A tab says something.
    Say { tab: usize, what: Say },
    /// A tab delivers something again: the latest, or so many before it.
    Repeat { tab: usize, back: usize },
    /// A tab loses its connection.
    Break { tab: usize },
    /// A tab that has none connects again, resumes and delivers what was not answered.
    Return { tab: usize },
    /// A tab does not read, until it returns.
    Deafen { tab: usize },
    /// Tasks run so often, and no time passes.
    Turns(u32),
    /// Time passes, in milliseconds.
    Wait(u32),
    /// Time passes until the flag of a tab's game is due, and so many milliseconds more or fewer.
    ToFlag { tab: usize, offset_ms: i32 },
    /// So many of the next commands come at once: nobody hears of one before the last.
    AtOnce(u32),
    /// An arbiter acts on a tab's game.
    Arbiter { tab: usize, act: Act },
    /// The next appends go wrong.
    Disk(Fault),
    /// The process stops as it should, and is there again after so many milliseconds.
    Stop { away_ms: i64 },
    /// The process is killed, and is there again after so many milliseconds; less than none when
    /// the wall clock was put back meanwhile.
    Kill { away_ms: i64 },
    /// The disk keeps nothing of what it says is durable from now on: for the test of the test.
    Lie,
}

/// What a tab says about its game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Say {
    /// One of the legal moves.
    Move(usize),
    /// A move for a position that was.
    Stale(usize),
    Resign,
    Abort,
    Claim {
        win: bool,
    },
    Declare,
    /// Conditional moves.
    Plan(usize),
    Offer(Offer),
    Answer(Offer, bool),
    Chat,
}

/// What an arbiter does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    Halt,
    GoOn,
    /// Gives both sides so many milliseconds.
    SetClocks(u32),
    Adjudicate,
    /// Whoever has not come has lost.
    NoShow,
}

/// How appends go wrong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// They take so many milliseconds, half of it before the row is durable.
    Slow(u32),
    /// So many are refused.
    Refuse(u32),
    /// So many are lost before they arrive, and nobody knows.
    LoseQuestion(u32),
    /// The next one arrives, and nobody knows.
    LoseAnswer,
}

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % sides
    }
}

/// The run of a seed.
pub(super) fn script(seed: u64) -> Vec<Command> {
    let mut dice = Dice(seed);
    let variants = Command::Variants(dice.roll(1 << 16) as usize);
    [variants].into_iter().chain((0..COMMANDS).map(|_| command(&mut dice))).collect()
}

/// The run of a seed in which everything comes at once when a flag is due.
pub(super) fn race(seed: u64) -> Vec<Command> {
    let mut dice = Dice(seed);
    let mut commands = vec![Command::Variants(dice.roll(1 << 16) as usize)];
    for _ in 0..RACES {
        let table = dice.roll(2) as usize * 4;
        for _ in 0..dice.roll(6) {
            commands.extend([Command::Say { tab: table, what: a_move(&mut dice) }, TURNS]);
        }
        if dice.roll(4) == 0 {
            // One who is gone for long enough, and the other claims it.
            let gone = table + 2 * dice.roll(2) as usize;
            commands.extend([gone, gone + 1].map(|tab| Command::Break { tab }));
        }
        let offset_ms = dice.roll(50) as i32 - 15;
        commands.push(Command::ToFlag { tab: table, offset_ms });
        if dice.roll(3) == 0 {
            commands.push(Command::Disk(Fault::Slow(1 + dice.roll(60) as u32)));
            commands.extend([Command::Say { tab: table, what: say(&mut dice) }, TURNS]);
        }
        let n = 2 + dice.roll(6) as u32;
        commands.push(Command::AtOnce(n));
        commands.extend((0..n).map(|_| racing(&mut dice, table)));
        match dice.roll(6) {
            0 => commands.push(Command::Kill { away_ms: dice.roll(1_000) as i64 }),
            1 => commands.push(Command::Stop { away_ms: dice.roll(1_000) as i64 }),
            _ => commands.push(TURNS),
        }
        if dice.roll(3) == 0 {
            let what = Say::Offer(Offer::Rematch);
            commands.extend([table, table + 2].map(|tab| Command::Say { tab, what }));
        }
        for tab in table..table + 3 {
            let back = dice.roll(3) as usize;
            commands.extend([Command::Return { tab }, Command::Repeat { tab, back }, TURNS]);
        }
    }
    commands
}

/// How many races there are in a run.
const RACES: u64 = 4;

const TURNS: Command = Command::Turns(30);

/// One of those that come at once.
fn racing(dice: &mut Dice, table: usize) -> Command {
    let tab = table + dice.roll(3) as usize;
    let what = match dice.roll(16) {
        0..5 => a_move(dice),
        5 => Say::Resign,
        6 => Say::Abort,
        7 => Say::Claim { win: dice.roll(2) == 0 },
        8 => Say::Declare,
        9 => Say::Plan(dice.roll(1 << 16) as usize),
        10 => return Command::Arbiter { tab, act: act(dice) },
        11 => return Command::Repeat { tab, back: dice.roll(2) as usize },
        _ => say(dice),
    };
    Command::Say { tab, what }
}

fn a_move(dice: &mut Dice) -> Say {
    Say::Move(dice.roll(1 << 20) as usize)
}

fn act(dice: &mut Dice) -> Act {
    match dice.roll(6) {
        0 | 1 => Act::Halt,
        2 => Act::GoOn,
        3 => Act::SetClocks(1 + dice.roll(20_000) as u32),
        4 => Act::Adjudicate,
        _ => Act::NoShow,
    }
}

fn command(dice: &mut Dice) -> Command {
    let tab = dice.roll(super::world::TABS as u64) as usize;
    match dice.roll(100) {
        0..48 => Command::Say { tab, what: say(dice) },
        48..56 => Command::Repeat { tab, back: dice.roll(6) as usize },
        56..61 => Command::Break { tab },
        61..69 => Command::Return { tab },
        69..70 => Command::Deafen { tab },
        70..82 => Command::Turns(1 + dice.roll(12) as u32),
        82..83 => Command::ToFlag { tab, offset_ms: dice.roll(40) as i32 - 10 },
        83 => Command::Arbiter { tab, act: act(dice) },
        84..91 => Command::Wait(match dice.roll(24) {
            0 => 5_000 + dice.roll(60_000) as u32,
            4 => 2_000 + dice.roll(6_000) as u32,
            1..4 => 500 + dice.roll(3_000) as u32,
            _ => 1 + dice.roll(300) as u32,
        }),
        91..97 => Command::Disk(match dice.roll(5) {
            0 | 1 => Fault::Slow(1 + dice.roll(4_000) as u32),
            2 => Fault::Refuse(1 + dice.roll(12) as u32),
            3 => Fault::LoseQuestion(1 + dice.roll(4) as u32),
            _ => Fault::LoseAnswer,
        }),
        97 if dice.roll(2) == 0 => Command::Stop { away_ms: dice.roll(5_000) as i64 },
        _ => Command::Kill {
            away_ms: match dice.roll(6) {
                0 => -3_600_000,
                1 => 3_600_000,
                _ => dice.roll(5_000) as i64,
            },
        },
    }
}

fn say(dice: &mut Dice) -> Say {
    let offer = Offer::ALL[dice.roll(3) as usize];
    match dice.roll(100) {
        0..70 => a_move(dice),
        70..72 => Say::Plan(dice.roll(1 << 16) as usize),
        72..77 => Say::Stale(dice.roll(4) as usize),
        77..78 if dice.roll(2) == 0 => Say::Resign,
        78..79 if dice.roll(2) == 0 => Say::Abort,
        79..80 if dice.roll(2) == 0 => Say::Declare,
        80..81 => Say::Claim { win: dice.roll(2) == 0 },
        77..86 => Say::Offer(offer),
        86..96 => Say::Answer(offer, dice.roll(3) > 0),
        _ => Say::Chat,
    }
}
