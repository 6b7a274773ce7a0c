//! Every code with which a command or a request may be refused.

use komadai_game::Refusal;
use komadai_rules::Illegal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! codes {
    (
        commands { $($(#[$doc:meta])* $name:ident => $status:literal $code:literal, $message:literal;)* }
        requests { $($(#[$http_doc:meta])* $http_name:ident => $http_status:literal $http_code:literal, $http_message:literal;)* }
    ) => {
        /// Why something was refused, for programs. The clause beside it is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum RefusalCode {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
            $($(#[$http_doc])* #[serde(rename = $http_code)] $http_name,)*
        }

        impl RefusalCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)* $(Self::$http_name,)*];

            /// The codes with which a command over the WebSocket may be refused. Requests over HTTP
            /// may be refused with these and with all others.
            pub const OF_COMMANDS: &'static [Self] = &[$(Self::$name),*];

            /// The code as it goes over the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                    $(Self::$http_name => $http_code,)*
                }
            }

            /// One English clause for people whose client does not know the code.
            pub const fn message(self) -> &'static str {
                match self {
                    $(Self::$name => $message,)*
                    $(Self::$http_name => $http_message,)*
                }
            }

            /// The usual status of HTTP.
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$name => $status,)*
                    $(Self::$http_name => $http_status,)*
                }
            }
        }
    };
}

codes! {
    commands {
        /// The frame is not JSON, or not a message.
        BadMessage => 400 "bad_message", "the message could not be read";
        /// The frame was longer than [`crate::FRAME_BYTES_MAX`].
        TooLong => 413 "too_long", "the message is too long";
        /// Anything but `hello` came first.
        HelloFirst => 400 "hello_first", "say hello before anything else";
        /// A second `hello`.
        HelloTwice => 409 "hello_twice", "you have said hello already";
        /// The client speaks another version of the protocol.
        ProtocolUnsupported => 400 "protocol_unsupported", "this page is from another version; reload it";
        /// Too many messages in a short time.
        TooFast => 429 "too_fast", "too many messages; wait a moment";
        /// More connections than one player may have.
        TooManySockets => 429 "too_many_sockets", "the site is open in too many places at once; close some";
        /// More subscriptions than one tab may have.
        TooManyStreams => 429 "too_many_streams", "you follow too many games in one tab";
        /// More watchers than one game may have.
        TooManyWatchers => 503 "too_many_watchers", "this game has as many watchers as it can take";
        /// More open seeks or games than one player, or visitors from one address, or all may have.
        TooManyGames => 429 "too_many_games", "you have too many open seeks or games; finish or cancel one";
        /// An engine of the host plays as many games as the operator lets it.
        EngineBusy => 503 "engine_busy", "this engine plays as many games as it can; choose another, or try later";
        /// More new visitors from one address than may come in an hour.
        TooManyGuests => 429 "too_many_guests", "too many new visitors came from your network; sign in, or try later";
        /// No stream has that name.
        UnknownStream => 404 "unknown_stream", "there is nothing of that name to follow";
        /// Another server of the cluster has the game: `node` says which, for `/ws?at=`; without it,
        /// what was asked is for a socket that is opened without `at`.
        Elsewhere => 421 "elsewhere", "another server of this site has the game; reload the page";
        /// No such game.
        UnknownGame => 404 "unknown_game", "there is no such game";
        /// The seek was cancelled or taken.
        UnknownSeek => 404 "unknown_seek", "this seek is no longer open";
        /// One cannot accept one's own seek.
        OwnSeek => 409 "own_seek", "this is your own seek";
        /// Who is in a game looks for no other, and does not delete the account.
        StillPlaying => 409 "still_playing", "finish your game first";
        /// No account has that name.
        UnknownPlayer => 404 "unknown_player", "there is no player of that name";
        /// One cannot challenge oneself.
        Yourself => 422 "yourself", "that is you";
        /// The challenge was answered, withdrawn, or has expired.
        UnknownChallenge => 404 "unknown_challenge", "this challenge does not stand any more";
        /// There is an open one already.
        AlreadyChallenged => 409 "already_challenged", "you have challenged this player already";
        /// More challenges than one player may make, or be given.
        TooManyChallenges => 429 "too_many_challenges", "there are too many challenges open; wait for answers";
        /// The challenger has no connection, so the game would begin without them.
        Away => 409 "away", "the other player is not here just now; the challenge stands";
        /// The other player is banned, or has to wait.
        CannotCome => 409 "cannot_come", "the other player cannot come to a board just now";
        /// The set-up of a seek or game cannot be.
        BadSetup => 422 "bad_setup", "this game cannot be set up";
        /// The SFEN cannot be read.
        BadPosition => 422 "bad_position", "this is no position";
        /// Only the two players may do that.
        NotAPlayer => 403 "not_a_player", "you are not a player of this game";
        /// The game waits for an opponent.
        NotStarted => 409 "not_started", "the game has not begun";
        /// The game has ended.
        GameOver => 409 "game_over", "the game is over";
        /// The game has not ended.
        GameNotOver => 409 "game_not_over", "the game is not over yet";
        /// An arbiter has stopped the game.
        Halted => 409 "halted", "the arbiter has stopped the game; wait until it goes on";
        /// It is the other side's turn.
        NotYourTurn => 409 "not_your_turn", "it is not your turn";
        /// The move answers another position than the present one.
        StalePly => 409 "stale_ply", "the position has changed meanwhile";
        /// The text is not a move.
        BadMove => 422 "bad_move", "this is not a move in USI notation, such as 7g7f or P*5e";
        /// The rules, or the moment, do not allow it.
        NotAllowed => 403 "not_allowed", "this is not allowed now";
        /// Both sides have moved.
        TooLateToAbort => 409 "too_late_to_abort", "the game can no longer be aborted; you may resign";
        /// The opponent is there, or may still come back.
        NotLeft => 409 "not_left", "your opponent is there, or may still come back";
        /// Who left too many games waits.
        LeftTooOften => 403 "left_too_often", "you left several of your last games; wait a while";
        /// There is no such offer.
        NoOffer => 404 "no_offer", "there is no such offer to answer";
        /// The same offer is already open.
        AlreadyOffered => 409 "already_offered", "you have already offered that";
        /// Both seats are taken.
        SeatTaken => 409 "seat_taken", "somebody else has joined this game";
        /// One cannot play oneself.
        OwnGame => 409 "own_game", "you cannot join your own game";
        /// The seek is for other ratings or grades.
        NotWanted => 403 "not_wanted", "this seek is for other ratings or grades";
        /// Guests have no rating.
        NeedsAccount => 403 "needs_account", "rated games are between accounts; register first";
        /// The next game is already there.
        AlreadyFollowed => 409 "already_followed", "the next game has already been made";
        /// One of the two has blocked the other.
        KeptApart => 403 "kept_apart", "you and this player do not meet at a board";
        /// The player takes challenges from nobody, or from those whom they follow.
        TakesNoChallenges => 403 "takes_no_challenges", "this player takes no challenges from you";
        /// The site only lets people read.
        ReadOnly => 503 "read_only", "nothing new can begin here just now; games go on to their ends";
        /// A moderator has silenced the player.
        Muted => 403 "muted", "a moderator has silenced you";
        /// Too many lines of chat in a short time.
        TooMuchChat => 429 "too_much_chat", "you say too much; wait a moment";
        /// A chat line was empty or too long.
        BadChat => 422 "bad_chat", "a message has between 1 and 300 characters";
        /// No such review.
        UnknownReview => 404 "unknown_review", "there is no such review";
        /// Only its owner, or the two players of the game, change a review.
        NotYourReview => 403 "not_your_review", "only its owners change this review; make a copy of your own";
        /// The place in the review is gone.
        UnknownNode => 404 "unknown_node", "this position is no longer in the review";
        /// The review has as many moves as it can have.
        ReviewFull => 409 "review_full", "this review holds no more moves";
        /// The review would be larger than a review can be.
        ReviewTooLarge => 413 "review_too_large", "this review would be larger than a mebibyte; shorten its comments";
        /// As many large reviews are being looked at as may be, by all or from one address.
        TooManyReviews => 503 "too_many_reviews", "too many reviews are open here, or in your network; close one or try again in a moment";
        /// The change cannot be made.
        BadEdit => 422 "bad_edit", "this cannot be done with a review";
        /// The server cannot write just now; nothing was lost and the clocks stand.
        Stalled => 503 "stalled", "the server cannot write just now; the clocks stand";
        /// The server is stopping.
        Stopping => 503 "stopping", "the server is restarting; try again in a moment";
        /// Something went wrong with the server.
        Internal => 500 "internal", "something went wrong here; try again";
        /// §1.4: two own pawns on one file.
        Nifu => 422 "nifu", "illegal move: two unpromoted pawns on one file (nifu)";
        /// §1.4: mate by a dropped pawn.
        Uchifuzume => 422 "uchifuzume", "illegal move: mate by a dropped pawn (uchifuzume)";
        /// §1.4: the piece could never move again.
        DeadPiece => 422 "dead_piece", "illegal move: the piece could never move again";
        /// §1.3: promotion is forced there.
        MustPromote => 422 "must_promote", "illegal move: the piece must promote there";
        /// §1.3: the piece does not promote.
        CannotPromote => 422 "cannot_promote", "illegal move: this piece cannot promote";
        /// §1.3: neither end of the move lies in the zone.
        OutsidePromotionZone => 422 "outside_promotion_zone", "illegal move: promotion is only in the zone";
        /// §1.5: the king is, or stays, in check.
        LeavesKingInCheck => 422 "leaves_king_in_check", "illegal move: the king would be in check";
        /// §1.4: the piece is not in hand.
        NotInHand => 422 "not_in_hand", "illegal move: that piece is not in hand";
        /// §1.4: drops are on empty squares; one cannot take one's own piece.
        Occupied => 422 "occupied", "illegal move: the square is occupied";
        /// Nothing stands there.
        EmptySquare => 422 "empty_square", "illegal move: nothing stands on that square";
        /// The piece is the other side's.
        NotYourPiece => 422 "not_your_piece", "illegal move: that is not your piece";
        /// §1.2: the piece does not move like that.
        CannotMoveThere => 422 "cannot_move_there", "illegal move: the piece does not move like that";
        /// §10.2: the piece turns over at every move.
        MustTurn => 422 "must_turn", "illegal move: the piece turns over at every move";
        /// §13.3: a third own swallow on the file.
        ThirdSwallow => 422 "third_swallow", "illegal move: two of your swallows are on that file";
        /// A lion at distance two is protected (§9.4).
        ProtectedLion => 422 "protected_lion", "illegal move: that lion is protected, and a lion takes it from afar only over a piece of worth";
        /// A lion was just taken by a piece that is none (§9.4).
        CounterStrike => 422 "counter_strike", "illegal move: after a lion was taken no other may be taken in answer, but by a lion";
        /// Neither entering the zone nor taking anything (§9.5).
        NoPromotionNow => 422 "no_promotion_now", "illegal move: here a piece promotes on entering the zone or on taking something";
    }
    requests {
        /// There were too many requests of a kind in a short time.
        TooManyAttempts => 429 "too_many_attempts", "too many attempts; wait a minute and try again";
        /// The server has as much to do as it takes, of one visitor or in all.
        Busy => 503 "busy", "the server is busy just now; try again in a moment";
        /// The request took too long to arrive.
        TooSlow => 408 "too_slow", "the request took too long to arrive; try again";
        /// The request is not what HTTP, or the address, asks for.
        BadRequest => 400 "bad_request", "the request cannot be read";
        /// What stands after the `?` of the address cannot be.
        BadQuery => 400 "bad_query", "the address cannot be read";
        /// What was sent cannot be read, or does not fit together.
        BadBody => 422 "bad_body", "what was sent cannot be read";
        /// More was sent than is taken.
        TooLarge => 413 "too_large", "this is more than is taken; send less";
        /// The address is there, and not for that.
        MethodNotAllowed => 405 "method_not_allowed", "this cannot be done there";
        /// There is nothing at this address, or not for whoever asks.
        NotFound => 404 "not_found", "it is not there, or not any more";
        /// The page that asks is not one of ours.
        WrongOrigin => 403 "wrong_origin", "this page is not ours";
        /// The account or the address is banned.
        Banned => 403 "banned", "this account or address is banned";
        /// The browser sends no cookie.
        NoSession => 401 "no_session", "open the site in this browser first";
        /// It takes somebody who is signed in.
        NotSignedIn => 401 "not_signed_in", "sign in first";
        /// Who runs the site signs in with a second factor.
        NeedsSecondFactor => 403 "needs_second_factor", "turn on two-step sign-in at /account first: who runs the site needs it";
        /// The token of a program is none, or holds no more.
        BadToken => 401 "bad_token", "this token is not valid, or no longer";
        /// The token of a program does not allow that.
        NoScope => 403 "no_scope", "this token does not allow that";
        /// A user name cannot be.
        BadHandle => 422 "bad_handle", "a user name is 3 to 20 letters a to z, digits, - and _, and begins with a letter";
        /// A name is kept for the site.
        ReservedHandle => 422 "reserved_handle", "this name is kept for the site itself";
        /// A display name cannot be.
        BadName => 422 "bad_name", "a display name is 1 to 30 letters, digits and spaces";
        /// A password is too short or too long.
        BadPassword => 422 "bad_password", "a password has at least 12 characters, and at most 256 bytes";
        /// A password is easily guessed.
        GuessablePassword => 422 "guessable_password", "this password is easily guessed; choose another one";
        /// A strength is too high to be declared.
        BadDeclared => 422 "bad_declared", "this strength cannot be declared";
        /// A user name is taken, or looks like one that is.
        NameTaken => 409 "name_taken", "this user name is taken; choose another one";
        /// The user name or the password is wrong.
        WrongPassword => 401 "wrong_password", "the user name or the password is wrong";
        /// The code of a second factor is wrong, or was used.
        WrongCode => 401 "wrong_code", "this code is not right, or was used before";
        /// Whoever registers has an account.
        HasAccount => 409 "has_account", "you have an account already";
        /// The account is frozen until its owner chooses a new password.
        Frozen => 403 "frozen", "this account is frozen; choose a new password by email";
        /// Nobody registers here.
        RegistrationClosed => 403 "registration_closed", "nobody can register here just now";
        /// An invitation, to the site or to a club, does not hold.
        BadInvitation => 403 "bad_invitation", "this invitation does not hold, or not any more";
        /// The site sends no letters.
        NoMail => 404 "no_mail", "this site sends no email";
        /// It is no address of letters.
        BadEmail => 422 "bad_email", "this is not an email address";
        /// A link in a letter was used, or is too old.
        BadTicket => 403 "bad_ticket", "this link was used, or is too old";
        /// It is so already.
        AsItIs => 409 "as_it_is", "that is already so";
        /// The account has played, or there are as many programs as may be.
        HasPlayed => 409 "has_played", "an account is made a program's before its first game; make a new one";
        /// The account organises a tournament that is not over.
        Organises => 409 "organises", "end your tournament first";
        /// The account helps to run the site.
        HasRole => 403 "has_role", "this account helps to run the site; have its role taken away first";
        /// The name of a token cannot be.
        BadTokenName => 422 "bad_token_name", "a name has between 1 and 40 characters";
        /// A token must allow something.
        BadScopes => 422 "bad_scopes", "choose at least one thing that it may do";
        /// A token cannot hold for so many days.
        BadDays => 422 "bad_days", "a token cannot be good for that long";
        /// The account has as many tokens as it may.
        TooManyTokens => 409 "too_many_tokens", "you have as many tokens as are allowed; revoke one first";
        /// Settings, of a player or of a tournament, cannot be.
        BadSettings => 422 "bad_settings", "these settings cannot be";
        /// A browser cannot be notified.
        BadBrowser => 422 "bad_browser", "this browser cannot be notified";
        /// The site sends nothing to browsers.
        NoPush => 403 "no_push", "this site sends no notifications to browsers";
        /// The grade was not earned.
        UnknownAward => 404 "unknown_award", "this grade was not earned";
        /// No such problem of 詰将棋.
        UnknownProblem => 404 "unknown_problem", "there is no such problem";
        /// No such game in the archive of whoever asks.
        UnknownImport => 404 "unknown_import", "there is no such game in your archive";
        /// There is no file of that kind.
        UnknownFormat => 404 "unknown_format", "there is no such format";
        /// The game is not as long as that.
        UnknownPly => 404 "unknown_ply", "the game is not as long as that";
        /// Nothing is fetched from this address, or it is none.
        BadAddress => 422 "bad_address", "nothing can be fetched from this address";
        /// A host did not answer with a record.
        NothingFetched => 502 "nothing_fetched", "the other site did not send a record";
        /// A record cannot be read.
        Unreadable => 422 "unreadable", "this is not a game record in any known format";
        /// A game cannot be written in that format.
        Unwritable => 422 "unwritable", "this game cannot be written in that format";
        /// A game cannot be kept as it is.
        CannotBeKept => 422 "cannot_be_kept", "a game of this file cannot be kept";
        /// Games and reviews take all the space they may.
        ArchiveFull => 409 "archive_full", "your games and reviews take all the space they may; remove something first";
        /// Whoever asks has as many reviews as they may.
        TooManyOwnReviews => 409 "too_many_own_reviews", "you have as many reviews as you may; delete one first";
        /// As much came from the address today as may.
        TooMuchKept => 429 "too_much_kept", "as much has come from your network today as may; go on tomorrow";
        /// The disk is nearly full.
        StorageFull => 507 "storage_full", "the server is short of storage, so nothing new is kept; games go on";
        /// A review that was sent cannot be.
        BadReview => 422 "bad_review", "this review cannot be read";
        /// No such lesson.
        BadLesson => 422 "bad_lesson", "there is no such lesson";
        /// As many lessons are noted as may be.
        TooManyLessons => 422 "too_many_lessons", "no more lessons can be noted";
        /// Moves cannot be played from there.
        BadLine => 422 "bad_line", "these moves cannot be played from there";
        /// Whoever asks follows as many players as they can.
        TooManyFollows => 422 "too_many_follows", "you follow as many players as you can";
        /// Whoever asks keeps away as many players as they can.
        TooManyRelations => 422 "too_many_relations", "you keep away as many as can be";
        /// Whoever asks has made many reports that nobody has looked at.
        TooManyReports => 429 "too_many_reports", "you have made many reports; wait for the moderators to look at them";
        /// A moderator says why.
        BadReason => 422 "bad_reason", "say why";
        /// Who sets a grade says why.
        NoReason => 422 "no_reason", "say why";
        /// A text is too long, or has signs that are not seen.
        BadWords => 422 "bad_words", "this text is too long, or cannot be";
        /// Something cannot be imposed for so long.
        BadHours => 422 "bad_hours", "it cannot last that long";
        /// The announcement of the site is too long.
        BadBanner => 422 "bad_banner", "the announcement is too long";
        /// The address is of the server, or of those who run the site.
        ProtectedAddress => 422 "protected_address", "this address belongs to the server or to those who run the site";
        /// Rows of a table cannot be taken; `rows` says which.
        BadRows => 422 "bad_rows", "some rows of this table cannot be read";
        /// A table is not in UTF-8.
        NotUtf8 => 422 "not_utf8", "this file is not in UTF-8";
        /// Only members of the club see that.
        PrivateClub => 403 "private_club", "only members of this club see that";
        /// The address of a club is taken, or was.
        SlugTaken => 409 "slug_taken", "this address is taken; choose another one";
        /// The account owns as many clubs as it may.
        TooManyClubs => 429 "too_many_clubs", "you own as many clubs as you may";
        /// The club has as many as it may have of something.
        ClubFull => 409 "club_full", "there is no room for more";
        /// One joins the club with a link.
        ByInvitation => 403 "by_invitation", "one joins this club with a link from its organisers";
        /// The club does not want whoever asks.
        ClubBanned => 403 "club_banned", "this club does not let you join";
        /// The player is on the list of the club.
        AlreadyMember => 409 "already_member", "this player belongs to the club already";
        /// The club has said no a short time ago.
        DeclinedLately => 409 "declined_lately", "the club has said no; you can ask again a week after that";
        /// A club has an owner.
        LastOwner => 409 "last_owner", "the club needs an owner: hand it over or close it";
        /// The line, link or announcement of a club is gone.
        UnknownEntry => 404 "unknown_entry", "it is not there any more";
        /// There is no account behind the line of a club.
        NoAccount => 409 "no_account", "this player has no account here";
        /// Only organisers do that.
        NotOrganiser => 403 "not_organiser", "only the organisers do that";
        /// That is not for this part of a tournament.
        WrongPhase => 422 "wrong_phase", "that cannot be done now";
        /// Registration is closed to the player.
        NotOpen => 422 "not_open", "nobody can come in just now";
        /// Only members of the club come in.
        MembersOnly => 403 "members_only", "only members of the club come in";
        /// Only the player says that.
        PlayerOnly => 422 "player_only", "only the player can do that";
        /// The player has said no already.
        Declined => 422 "declined", "this player has declined; they can still come in by themself";
        /// Somebody has agreed to games that are not rated.
        StaysCasual => 422 "stays_casual", "players have entered games that are not rated, so they stay unrated";
        /// All places of the tournament are taken.
        Full => 422 "full", "all places are taken";
        /// An organiser says why.
        ReasonNeeded => 422 "reason_needed", "say why: the reason is kept with it";
        /// What is spoken of is not in the tournament.
        Unknown => 422 "unknown", "it is not there any more";
        /// What was decided before the start stays.
        HasBegun => 422 "has_begun", "the format, the scoring and the variant stay as they are once it has begun";
        /// The tournament would contradict itself.
        Contradiction => 422 "contradiction", "this does not go together";
        /// An entry is of no team.
        TeamMissing => 422 "team_missing", "somebody plays for no team";
        /// An entry is of no class.
        ClassMissing => 422 "class_missing", "somebody is in no class";
        /// The format takes nobody after the start.
        NoLateEntries => 422 "no_late_entries", "in this format nobody can come in after the start";
        /// The format takes no orders.
        NoOrders => 422 "no_orders", "this format follows a plan and takes no orders";
        /// A tie-break stands there twice.
        TiebreakTwice => 422 "tiebreak_twice", "a tie-break stands there twice";
        /// The format has no tie-breaks.
        NoTiebreaks => 422 "no_tiebreaks", "this format has no tie-breaks";
        /// Points cannot be.
        BadPoints => 422 "bad_points", "points are whole or half numbers, 10,000 at most";
        /// The tournament is left as it is.
        NotPossible => 422 "not_possible", "that cannot be done";
        /// It is not time for the next round.
        NotYet => 422 "not_yet", "the next round cannot begin yet";
        /// The next round waits for results.
        ResultsMissing => 422 "results_missing", "some games of this round have no result yet";
        /// The next round waits for players.
        PlayersMissing => 422 "players_missing", "there are too few players";
        /// The title match waits for its challenger.
        ChallengerMissing => 422 "challenger_missing", "the challenger is not entered yet";
        /// The title match waits for its holder.
        HolderMissing => 422 "holder_missing", "the title holder is not entered yet";
        /// An order for the next round cannot be obeyed.
        OrderInTheWay => 422 "order_in_the_way", "an order cannot be obeyed; take it back";
        /// The tournament is held up.
        HeldUp => 422 "held_up", "everything is held up; let it go on";
        /// The game is not being played.
        NotPlayed => 422 "not_played", "this game is not being played";
        /// Whoever asks has as many tournaments as they may.
        TooManyTournaments => 429 "too_many_tournaments", "you have too many tournaments that are not over";
    }
}

impl From<Illegal> for RefusalCode {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::Nifu => Self::Nifu,
            Illegal::Uchifuzume => Self::Uchifuzume,
            Illegal::DeadPiece => Self::DeadPiece,
            Illegal::MustPromote => Self::MustPromote,
            Illegal::CannotPromote => Self::CannotPromote,
            Illegal::OutsidePromotionZone => Self::OutsidePromotionZone,
            Illegal::LeavesKingInCheck => Self::LeavesKingInCheck,
            Illegal::NotInHand => Self::NotInHand,
            Illegal::Occupied => Self::Occupied,
            Illegal::EmptySquare => Self::EmptySquare,
            Illegal::NotYourPiece => Self::NotYourPiece,
            Illegal::CannotMoveThere => Self::CannotMoveThere,
            Illegal::MustTurn => Self::MustTurn,
            Illegal::ThirdSwallow => Self::ThirdSwallow,
            Illegal::ProtectedLion => Self::ProtectedLion,
            Illegal::CounterStrike => Self::CounterStrike,
            Illegal::NoPromotionNow => Self::NoPromotionNow,
        }
    }
}

impl From<&Refusal> for RefusalCode {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::NotAPlayer => Self::NotAPlayer,
            Refusal::NotStarted => Self::NotStarted,
            Refusal::GameOver => Self::GameOver,
            Refusal::GameNotOver => Self::GameNotOver,
            Refusal::Halted => Self::Halted,
            Refusal::NotYourTurn => Self::NotYourTurn,
            Refusal::StalePly { .. } => Self::StalePly,
            Refusal::BadMove => Self::BadMove,
            Refusal::Illegal(illegal) => (*illegal).into(),
            Refusal::NotAllowed => Self::NotAllowed,
            Refusal::TooLateToAbort => Self::TooLateToAbort,
            Refusal::NotLeft => Self::NotLeft,
            Refusal::NoOffer => Self::NoOffer,
            Refusal::AlreadyOffered => Self::AlreadyOffered,
            Refusal::SeatTaken => Self::SeatTaken,
            Refusal::OwnGame => Self::OwnGame,
            Refusal::NeedsAccount => Self::NeedsAccount,
            Refusal::AlreadyFollowed => Self::AlreadyFollowed,
            Refusal::Setup(_) => Self::BadSetup,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_spelled_once() {
        let mut names: Vec<_> = RefusalCode::ALL.iter().map(|code| code.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RefusalCode::ALL.len());
    }

    #[test]
    fn an_illegal_move_is_spelled_as_the_rules_spell_it() {
        for illegal in Illegal::ALL {
            assert_eq!(RefusalCode::from(illegal).as_str(), illegal.as_str());
        }
    }
}
