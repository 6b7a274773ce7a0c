//! Who is there of an arena's players: they come and pause, and connections are lost.

use komadai_ids::UserId;
use komadai_tournament::{EntryId, Presence};

use super::{
    TournamentRefusal,
    state::{ActOutcome, Phase, Tournament},
};

/// How often somebody may come to an arena and pause.
pub(super) const PRESENCES_MAX: usize = 200;

impl Tournament {
    /// An arena is about to begin: those without a connection are paired once they have one.
    /// Programs may learn of their games in other ways, and names without an account are entered by
    /// organisers who see them.
    pub(super) fn begins_with(&mut self, is_online: &dyn Fn(UserId) -> bool) {
        if self.phase == Phase::Running || !self.goes_by_connection() {
            return;
        }
        let away = self.people.iter().filter(|(_, it)| !it.bot && !is_online(it.user));
        self.away = away.map(|(entry, _)| entry.clone()).collect();
    }

    /// Whether only those are paired who have a connection.
    pub(super) fn goes_by_connection(&self) -> bool {
        self.players_come_and_go() && !self.plan.at_the_board
    }

    /// Whether somebody can be paired in an arena.
    pub fn is_here(&self, entry: &EntryId) -> bool {
        self.event.presence.iter().rfind(|it| it.entry == *entry).is_some_and(|it| it.here)
    }

    /// Players of an arena have lost their connections, or are back.
    pub(super) fn note_connections(
        &mut self,
        now_ms: u64,
        lost: &[EntryId],
        back: &[EntryId],
    ) -> ActOutcome {
        for entry in lost {
            // Whose line breaks again and again is paired, and loses what they do not come to.
            if self.people.contains_key(entry)
                && self.is_here(entry)
                && self.note_presence(now_ms, entry, false).is_ok()
            {
                self.away.insert(entry.clone());
            }
        }
        for entry in back {
            if self.away.remove(entry) {
                self.note_presence(now_ms, entry, true)?;
            }
        }
        self.advance(now_ms)
    }

    /// Somebody is in an arena from now on, or is not.
    fn note_presence(&mut self, at_ms: u64, entry: &EntryId, here: bool) -> ActOutcome {
        let n_own = self.event.presence.iter().filter(|it| it.entry == *entry).count();
        // A player who left may come back.
        if n_own >= PRESENCES_MAX + usize::from(here) {
            let text = "you have left and returned too often";
            return Err(TournamentRefusal::NotOpen(text));
        }
        if self.is_here(entry) != here {
            self.event.presence.push(Presence { entry: entry.clone(), at_ms, here });
        }
        Ok(())
    }

    /// Somebody comes to an arena, or pauses.
    pub(super) fn come_or_go(&mut self, now_ms: u64, entry: EntryId, here: bool) -> ActOutcome {
        // Their own word goes before what their connection says.
        self.away.remove(&entry);
        if self.is_here(&entry) == here {
            return Ok(());
        }
        self.note_presence(now_ms, &entry, here)?;
        self.advance(now_ms)
    }

    /// Somebody is paired no longer in an arena, until they come again.
    pub(super) fn pause(&mut self, now_ms: u64, entry: EntryId) {
        let presence = &mut self.event.presence;
        if presence.iter().rfind(|it| it.entry == entry).is_some_and(|it| it.here) {
            presence.push(Presence { entry, at_ms: now_ms, here: false });
        }
    }
}
