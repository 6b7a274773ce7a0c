//! The rules from outside, as a caller sees them.

mod betza;
mod chu;
mod course;
mod dice;
mod endings;
mod examinations;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod grades;
mod handicaps;
mod impasse;
mod judged;
mod made_up;
mod mates;
mod naive;
mod other_programs;
mod perft;
mod problems;
mod properties;
mod second_opinion;
mod slow_mates;
mod text;
mod tsume;
mod variants;

komadai_fuzz::tests!(fuzz);
