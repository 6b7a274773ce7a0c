//! Why something is not done in a club.

/// How many clubs an account may own.
pub const OWNED_MAX: i64 = 5;

refusals! {
    /// Why something was not done in a club.
    pub enum ClubRefusal {
        /// There is none with that address.
        Unknown => NotFound, "there is no such club";
        /// Only members see that.
        Private => PrivateClub;
        /// It takes another role.
        NotAllowed => NotAllowed, "this is for the club's organisers or owners";
        /// Nothing new begins while the site is read only.
        ReadOnly => ReadOnly, "the site is read-only for now; try again later";
        /// Something that was typed cannot be.
        Words(text: String) => BadWords, "{text}";
        /// Another club has the address, or had it.
        SlugTaken => SlugTaken;
        /// The account owns enough clubs.
        TooMany => TooManyClubs, "an account owns at most {OWNED_MAX} clubs; hand one over or close it first";
        /// There are enough of something.
        Full(text: String) => ClubFull, "{text}";
        /// One joins by a link alone.
        ByInvitation => ByInvitation;
        /// The link does not lead in.
        BadInvitation => BadInvitation, "this link is no longer valid; ask for a new one";
        /// The club does not want them.
        Banned => ClubBanned;
        /// One of the two has blocked the other.
        KeptApart => KeptApart, "one of you has blocked the other";
        /// The account may not come to the site.
        CannotCome => CannotCome, "this player cannot join at the moment";
        /// They are on the list.
        AlreadyMember => AlreadyMember;
        /// An organiser has said no a short time ago.
        DeclinedLately => DeclinedLately;
        /// Somebody must be the owner.
        LastOwner => LastOwner;
        /// The line, link or announcement is not there.
        UnknownThing(thing: &'static str) => UnknownEntry, "there is no {thing}";
        /// No account has that user name.
        UnknownPlayer => UnknownPlayer, "there is no such player";
        /// There is no account behind the line.
        NoAccount => NoAccount;
        /// A player on the ladder does that.
        NotOnLadder => NotOnLadder;
        /// They have a place there.
        AlreadyOnLadder => AlreadyOnLadder;
        /// The other is below, or too far above.
        OutOfReach(most: i64) => OutOfReach, "you can challenge players up to {most} places above you";
        /// One of the two has a challenge or a game.
        LadderBusy => LadderBusy;
        /// The two had a challenge a short time ago.
        MetLately(days: i64) => MetLately, "you two have met on this ladder lately; {days} days lie between two challenges";
        /// Nobody plays on vacation.
        OnVacation => OnVacation;
    }
}
