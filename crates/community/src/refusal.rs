//! The codes with which a command or a request can be refused.

use komadai_game::Refusal;
use komadai_rules::Illegal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! codes {
    (
        commands { $($(#[$doc:meta])* $name:ident => $status:literal $code:literal, $message:literal;)* }
        requests { $($(#[$http_doc:meta])* $http_name:ident => $http_status:literal $http_code:literal, $http_message:literal;)* }
    ) => {
        /// The reason for a refusal, for programs. The clause with it is for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum RefusalCode {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
            $($(#[$http_doc])* #[serde(rename = $http_code)] $http_name,)*
        }

        impl RefusalCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)* $(Self::$http_name,)*];

            /// The codes with which a command over the WebSocket can be refused. Requests over HTTP
            /// can be refused with these and all others.
            pub const OF_COMMANDS: &'static [Self] = &[$(Self::$name),*];

            /// The code as it is sent.
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

            /// The usual HTTP status.
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
        /// The frame is not JSON, or not a valid message.
        BadMessage => 400 "bad_message", "the message could not be read";
        /// The frame was longer than [`crate::FRAME_BYTES_MAX`].
        TooLong => 413 "too_long", "the message is too long";
        /// The first message was not `hello`.
        HelloFirst => 400 "hello_first", "send hello before anything else";
        /// A second `hello`.
        HelloTwice => 409 "hello_twice", "hello was already sent";
        /// The client uses another version of the protocol.
        ProtocolUnsupported => 400 "protocol_unsupported", "this page is from another version; reload it";
        /// Too many messages in a short time.
        TooFast => 429 "too_fast", "too many messages; wait a moment";
        /// More connections than one player is allowed.
        TooManySockets => 429 "too_many_sockets", "the site is open in too many places at once; close some";
        /// More subscriptions than one tab is allowed.
        TooManyStreams => 429 "too_many_streams", "you are following too many games in one tab";
        /// More watchers than one game is allowed.
        TooManyWatchers => 503 "too_many_watchers", "this game has reached its limit of watchers";
        /// More open seeks or games than one player, one address without accounts, or all together
        /// are allowed.
        TooManyGames => 429 "too_many_games", "you have too many open seeks or games; finish or cancel one";
        /// An engine of the server plays as many games as its operator allows.
        EngineBusy => 503 "engine_busy", "this engine is playing as many games as it can; choose another, or try again later";
        /// More new visitors from one address than are allowed in an hour.
        TooManyGuests => 429 "too_many_guests", "too many new visitors from your network; sign in, or try again later";
        /// There is no stream of that name.
        UnknownStream => 404 "unknown_stream", "there is nothing to follow under that name";
        /// Another server of the cluster hosts the game: `node` names it, for `/ws?at=`. Without
        /// `node`, the command is for a socket that is opened without `at`.
        Elsewhere => 421 "elsewhere", "another server of this site has the game; reload the page";
        /// There is no such game.
        UnknownGame => 404 "unknown_game", "there is no such game";
        /// The seek was cancelled or accepted.
        UnknownSeek => 404 "unknown_seek", "this seek is no longer open";
        /// Players cannot accept their own seeks.
        OwnSeek => 409 "own_seek", "this is your own seek";
        /// A player in a game can neither seek another nor delete their account.
        StillPlaying => 409 "still_playing", "finish your game first";
        /// While a player has a rated game, the server computes nothing and looks nothing up for
        /// them, and for nobody who comes from the same address anything about its position.
        RatedGameRunning => 409 "rated_game_running", "a rated game is being played; ask again when it is over";
        /// There is no account of that name.
        UnknownPlayer => 404 "unknown_player", "there is no player with that name";
        /// Players cannot challenge themselves.
        Yourself => 422 "yourself", "you cannot do that to yourself";
        /// The challenge was answered or withdrawn, or has expired.
        UnknownChallenge => 404 "unknown_challenge", "this challenge is no longer open";
        /// There is already an open challenge.
        AlreadyChallenged => 409 "already_challenged", "you have already challenged this player";
        /// More challenges than one player may make or receive.
        TooManyChallenges => 429 "too_many_challenges", "there are too many open challenges; wait for answers";
        /// The challenger is offline, so the game would begin without them.
        Away => 409 "away", "the other player is offline; the challenge stays open";
        /// The other player is banned, or has to wait.
        CannotCome => 409 "cannot_come", "the other player cannot play at the moment";
        /// The settings of a seek or game are invalid.
        BadSetup => 422 "bad_setup", "a game cannot be set up like this";
        /// The SFEN cannot be read.
        BadPosition => 422 "bad_position", "this is not a valid position";
        /// Only the game's two players can do that.
        NotAPlayer => 403 "not_a_player", "you are not a player of this game";
        /// The game is waiting for an opponent.
        NotStarted => 409 "not_started", "the game has not started yet";
        /// The game has ended.
        GameOver => 409 "game_over", "the game is over";
        /// The game has not ended.
        GameNotOver => 409 "game_not_over", "the game is not over yet";
        /// An arbiter has stopped the game.
        Halted => 409 "halted", "the arbiter has stopped the game; wait until it resumes";
        /// It is the other side's turn.
        NotYourTurn => 409 "not_your_turn", "it is not your turn";
        /// The move was made in a position that is no longer the current one.
        StalePly => 409 "stale_ply", "the position has changed in the meantime";
        /// The text is not a valid move.
        BadMove => 422 "bad_move", "this is not a move in USI notation, such as 7g7f or P*5e";
        /// The rules, or the state of the game, do not allow it.
        NotAllowed => 403 "not_allowed", "this is not allowed at this moment";
        /// Conditional moves cannot be kept like this.
        BadConditions => 422 "bad_conditions", "these conditional moves are illegal, contradict each other, or are too many";
        /// Both sides have moved.
        TooLateToAbort => 409 "too_late_to_abort", "the game can no longer be aborted; you can resign";
        /// The opponent is present, or may still return.
        NotLeft => 409 "not_left", "your opponent is here, or may still come back";
        /// A player who abandoned too many games has to wait.
        LeftTooOften => 403 "left_too_often", "you left or aborted several recent games; wait before the next one";
        /// There is no such offer.
        NoOffer => 404 "no_offer", "this offer is no longer open";
        /// The same offer is already open.
        AlreadyOffered => 409 "already_offered", "you have already offered that";
        /// Both seats are taken.
        SeatTaken => 409 "seat_taken", "somebody else has already joined this game";
        /// Players cannot play against themselves.
        OwnGame => 409 "own_game", "you cannot join your own game";
        /// The seek is for players with other ratings or grades.
        NotWanted => 403 "not_wanted", "this seek is for other ratings or grades";
        /// Guests have no rating.
        NeedsAccount => 403 "needs_account", "rated games and games by correspondence are between accounts; register first";
        /// The next game already exists.
        AlreadyFollowed => 409 "already_followed", "the next game has already been created";
        /// One of the two has blocked the other.
        KeptApart => 403 "kept_apart", "you and this player cannot be paired";
        /// The player accepts challenges from nobody, or only from players whom they follow.
        TakesNoChallenges => 403 "takes_no_challenges", "this player does not accept challenges from you";
        /// The site is read-only.
        ReadOnly => 503 "read_only", "nothing new can be started for now; games in progress continue";
        /// A moderator has muted the player.
        Muted => 403 "muted", "a moderator has muted you";
        /// Too many lines of chat in a short time.
        TooMuchChat => 429 "too_much_chat", "you are sending messages too quickly; wait a moment";
        /// A chat line was empty or too long.
        BadChat => 422 "bad_chat", "a message has between 1 and 300 characters";
        /// There is no such review.
        UnknownReview => 404 "unknown_review", "there is no such review";
        /// Only its owner, or the two players of the game, can change a review.
        NotYourReview => 403 "not_your_review", "only its owners can change this review; make a copy of your own";
        /// The place in the review no longer exists.
        UnknownNode => 404 "unknown_node", "this position is no longer in the review";
        /// The review already has the maximum number of moves.
        ReviewFull => 409 "review_full", "no more moves can be added to this review";
        /// The review would exceed the maximum size.
        ReviewTooLarge => 413 "review_too_large", "this review would be larger than 1 MiB; shorten its comments";
        /// Too many large reviews are being viewed, in all or from one address.
        TooManyReviews => 503 "too_many_reviews", "too many reviews are open here, or in your network; close one or try again in a moment";
        /// The change cannot be made.
        BadEdit => 422 "bad_edit", "this change to the review is not possible";
        /// The server cannot write for now; nothing is lost and the clocks are paused.
        Stalled => 503 "stalled", "the server cannot write at the moment; the clocks are stopped";
        /// The server is stopping.
        Stopping => 503 "stopping", "the server is restarting; try again in a moment";
        /// An internal error of the server.
        Internal => 500 "internal", "something went wrong on the server; try again";
        /// §1.4: two of one's own pawns on one file.
        Nifu => 422 "nifu", "illegal move: two unpromoted pawns on one file (nifu)";
        /// §1.4: mate by a pawn drop.
        Uchifuzume => 422 "uchifuzume", "illegal move: mate by a dropped pawn (uchifuzume)";
        /// §1.4: the piece could never move again.
        DeadPiece => 422 "dead_piece", "illegal move: the piece could never move again";
        /// §1.3: promotion is compulsory there.
        MustPromote => 422 "must_promote", "illegal move: the piece must promote there";
        /// §1.3: the piece cannot promote.
        CannotPromote => 422 "cannot_promote", "illegal move: this piece cannot promote";
        /// §1.3: neither end of the move is in the zone.
        OutsidePromotionZone => 422 "outside_promotion_zone", "illegal move: pieces promote only in the promotion zone";
        /// §1.5: the king is in check, or would be.
        LeavesKingInCheck => 422 "leaves_king_in_check", "illegal move: the king would be in check";
        /// §1.4: the piece is not in hand.
        NotInHand => 422 "not_in_hand", "illegal move: that piece is not in hand";
        /// §1.4: drops go to empty squares; §1.2: a move cannot capture one's own piece.
        Occupied => 422 "occupied", "illegal move: the square is occupied";
        /// The square is empty.
        EmptySquare => 422 "empty_square", "illegal move: that square is empty";
        /// The piece belongs to the other side.
        NotYourPiece => 422 "not_your_piece", "illegal move: that is not your piece";
        /// §1.2: the piece does not move that way.
        CannotMoveThere => 422 "cannot_move_there", "illegal move: the piece does not move like that";
        /// §10.2: the piece must turn over at every move.
        MustTurn => 422 "must_turn", "illegal move: the piece must turn over at every move";
        /// §13.3: a third swallow of one's own on the file.
        ThirdSwallow => 422 "third_swallow", "illegal move: you already have two swallows on that file";
        /// A lion at distance two is protected (§9.4).
        ProtectedLion => 422 "protected_lion", "illegal move: that lion is protected; from two squares away, a lion may capture it only together with a piece other than a pawn or a go-between";
        /// A lion was captured on the previous move by a piece other than a lion (§9.4).
        CounterStrike => 422 "counter_strike", "illegal move: a lion has just been captured, so only a lion may capture another lion in reply";
        /// The move neither enters the zone nor captures (§9.5).
        NoPromotionNow => 422 "no_promotion_now", "illegal move: the piece promotes only on entering the zone or on capturing";
    }
    requests {
        /// There were too many requests of one kind in a short time.
        TooManyAttempts => 429 "too_many_attempts", "too many attempts; wait a minute and try again";
        /// The server has as many requests as it accepts, from one visitor or in all.
        Busy => 503 "busy", "the server is busy; try again in a moment";
        /// The request took too long to arrive.
        TooSlow => 408 "too_slow", "the request took too long to arrive; try again";
        /// The request does not conform to HTTP or to the API.
        BadRequest => 400 "bad_request", "the request cannot be read";
        /// The query of the address is invalid.
        BadQuery => 400 "bad_query", "the address cannot be read";
        /// The body cannot be read, or contradicts itself.
        BadBody => 422 "bad_body", "what was sent cannot be read";
        /// The body is larger than is accepted.
        TooLarge => 413 "too_large", "this is more than the server accepts; send less";
        /// The address does not support that method.
        MethodNotAllowed => 405 "method_not_allowed", "this address does not support that method";
        /// There is nothing at this address, or nothing the caller can see.
        NotFound => 404 "not_found", "there is nothing here: it may have been deleted";
        /// The request comes from a page of another site.
        WrongOrigin => 403 "wrong_origin", "this request comes from a page of another site";
        /// The account or the address is banned.
        Banned => 403 "banned", "this account or address is banned";
        /// The browser sent no cookie.
        NoSession => 401 "no_session", "open the site in this browser first";
        /// Signing in is required.
        NotSignedIn => 401 "not_signed_in", "sign in first";
        /// Site staff must have two-step sign-in.
        NeedsSecondFactor => 403 "needs_second_factor", "turn on two-step sign-in at /account first: site staff need it";
        /// The token is invalid or has expired.
        BadToken => 401 "bad_token", "this token is not valid, or has expired";
        /// The token does not permit that.
        NoScope => 403 "no_scope", "this token does not allow that";
        /// A handle is invalid.
        BadHandle => 422 "bad_handle", "a user name is 3 to 20 letters a to z, digits, - and _, and begins with a letter";
        /// A name is reserved.
        ReservedHandle => 422 "reserved_handle", "this name is reserved for the site itself";
        /// A display name is invalid.
        BadName => 422 "bad_name", "a display name is 1 to 30 letters, digits and spaces";
        /// A password is too short or too long.
        BadPassword => 422 "bad_password", "a password has at least 12 characters, and at most 256 bytes";
        /// A password is easy to guess.
        GuessablePassword => 422 "guessable_password", "this password is easy to guess; choose another one";
        /// A strength is too high to be declared, or no rating of the place that is named.
        BadDeclared => 422 "bad_declared", "this strength cannot be declared";
        /// The account has played rated games, and they say how strong it is.
        AlreadyRated => 409 "already_rated", "your rated games say how strong you are; it cannot be declared any more";
        /// What somebody says of themselves is too long.
        LongAbout => 422 "long_about", "a line about yourself has at most 200 characters";
        /// A handle is taken, or looks like one that is.
        NameTaken => 409 "name_taken", "this user name is taken; choose another one";
        /// The handle or the password is wrong.
        WrongPassword => 401 "wrong_password", "the user name or the password is wrong";
        /// The code of a second factor is wrong, or was already used.
        WrongCode => 401 "wrong_code", "this code is wrong, or has already been used";
        /// The caller already has an account.
        HasAccount => 409 "has_account", "you already have an account";
        /// The account is frozen until its owner chooses a new password.
        Frozen => 403 "frozen", "this account is frozen; choose a new password by email";
        /// Registration is closed.
        RegistrationClosed => 403 "registration_closed", "registration is closed for now";
        /// An invitation, to the site or to a club, is not valid.
        BadInvitation => 403 "bad_invitation", "this invitation is not valid, or has expired";
        /// The site sends no email.
        NoMail => 404 "no_mail", "this site sends no email";
        /// Not a valid email address.
        BadEmail => 422 "bad_email", "this is not an email address";
        /// A link in an email was already used, or has expired.
        BadTicket => 403 "bad_ticket", "this link has already been used, or has expired";
        /// That is already the case.
        AsItIs => 409 "as_it_is", "that is already the case";
        /// The account has already played, or the site has the maximum number of programs.
        HasPlayed => 409 "has_played", "an account can become a program's only before its first game; create a new one";
        /// The account organises a tournament that is not over.
        Organises => 409 "organises", "end your tournament first";
        /// The account is a member of the site's staff.
        HasRole => 403 "has_role", "this account belongs to site staff; have its role removed first";
        /// The name of a token is invalid.
        BadTokenName => 422 "bad_token_name", "a name has between 1 and 40 characters";
        /// A token must have a permission.
        BadScopes => 422 "bad_scopes", "choose at least one permission";
        /// A token cannot be valid for that many days.
        BadDays => 422 "bad_days", "a token cannot be valid for that long";
        /// The account has the maximum number of tokens.
        TooManyTokens => 409 "too_many_tokens", "you have as many tokens as are allowed; revoke one first";
        /// The settings, of a player or a tournament, are invalid.
        BadSettings => 422 "bad_settings", "these settings are not valid";
        /// The browser's push subscription is invalid.
        BadBrowser => 422 "bad_browser", "this browser cannot be notified";
        /// The site sends no push messages.
        NoPush => 403 "no_push", "this site sends no notifications to browsers";
        /// The grade was not earned.
        UnknownAward => 404 "unknown_award", "there is no such grade";
        /// There is no such tsume problem.
        UnknownProblem => 404 "unknown_problem", "there is no such problem";
        /// The caller has no such composition.
        UnknownComposition => 404 "unknown_composition", "you have no such composition";
        /// The composition is no draft, or has changed in the meantime.
        NotADraft => 409 "not_a_draft", "this is not a draft any more, or it has changed";
        /// The problem is not proposed any more.
        NotProposed => 409 "not_proposed", "there is no vote about this problem any more";
        /// The caller has the maximum number of drafts or proposals.
        TooManyCompositions => 409 "too_many_compositions", "you have as many drafts or proposals as are allowed";
        /// The solver finds faults in the composition.
        Unsound => 422 "unsound", "this composition is not sound";
        /// The position, or its mirror image, is a problem or proposed already.
        KnownPosition => 409 "known_position", "this position, or its mirror image, is a problem already";
        /// Only who has solved a problem votes on it.
        NotSolved => 403 "not_solved", "solve this problem first";
        /// Players who were shown the solution of a problem do not vote on it.
        SolutionShown => 403 "solution_shown", "you were shown the solution of this problem; others vote on it";
        /// Votes count from accounts of some age whose players have solved some problems alone.
        VotesLater => 403 "votes_later", "your account is too new to vote, or has solved too few problems by itself";
        /// One vote counts from each network.
        VotedThere => 409 "voted_there", "somebody else has voted on this problem from your network";
        /// There is no such rush, or it is not the caller's latest.
        UnknownRush => 404 "unknown_rush", "there is no such rush";
        /// There is no such game in the caller's archive.
        UnknownImport => 404 "unknown_import", "there is no such game in your archive";
        /// There is no such file.
        UnknownFormat => 404 "unknown_format", "there is no such format";
        /// The game is not that long.
        UnknownPly => 404 "unknown_ply", "the game does not have that many moves";
        /// Nothing is fetched from this address, or it is invalid.
        BadAddress => 422 "bad_address", "nothing can be fetched from this address";
        /// A host did not answer with a record.
        NothingFetched => 502 "nothing_fetched", "the other site did not send a record";
        /// A record cannot be read.
        Unreadable => 422 "unreadable", "this is not a game record in any known format";
        /// A game cannot be written in that format.
        Unwritable => 422 "unwritable", "this game cannot be written in that format";
        /// A game cannot be stored as it is.
        CannotBeKept => 422 "cannot_be_kept", "a game in this file cannot be stored";
        /// Games and reviews take up all the space they may.
        ArchiveFull => 409 "archive_full", "your games and reviews take up all the space allowed; delete something first";
        /// The caller has the maximum number of reviews.
        TooManyOwnReviews => 409 "too_many_own_reviews", "you have as many reviews as are allowed; delete one first";
        /// The address has uploaded as much as it may today.
        TooMuchKept => 429 "too_much_kept", "your network has uploaded as much as it may today; continue tomorrow";
        /// The disk is nearly full.
        StorageFull => 507 "storage_full", "the server is short of storage, so nothing new is stored; games continue";
        /// There is no such study, or the caller cannot see it.
        UnknownStudy => 404 "unknown_study", "there is no such study";
        /// Only the owner, or the contributors, of a study can do that.
        NotYourStudy => 403 "not_your_study", "only the owner of this study, or its contributors, can do that";
        /// The study has the maximum number of chapters, members or topics.
        StudyFull => 409 "study_full", "the study has reached a limit";
        /// There is no such broadcast, or the caller cannot see it.
        UnknownBroadcast => 404 "unknown_broadcast", "there is no such broadcast";
        /// The broadcast has no such board.
        UnknownBoard => 404 "unknown_board", "the broadcast has no such board";
        /// Only those who keep the score can do that.
        NotScorer => 403 "not_scorer", "only the scorers of this broadcast can do that";
        /// A score cannot say that.
        BadEntry => 409 "bad_entry", "the score cannot say that";
        /// The caller has the maximum number of studies.
        TooManyStudies => 409 "too_many_studies", "you have as many studies as are allowed; delete one first";
        /// More invitations than one player may make or receive.
        TooManyInvitations => 429 "too_many_invitations", "there are too many invitations; wait for answers";
        /// A study has at least one chapter.
        LastChapter => 409 "last_chapter", "a study has at least one chapter";
        /// The review is a chapter, and is changed with its study.
        PartOfStudy => 409 "part_of_study", "this review is a chapter of a study";
        /// A study, a chapter or an order of chapters is invalid.
        BadStudy => 422 "bad_study", "this cannot be a study";
        /// A submitted review is invalid.
        BadReview => 422 "bad_review", "this review cannot be read";
        /// There is no such lesson.
        BadLesson => 422 "bad_lesson", "there is no such lesson";
        /// The maximum number of lessons is already recorded.
        TooManyLessons => 422 "too_many_lessons", "no more lessons can be recorded";
        /// The position cannot be played from.
        BadLine => 422 "bad_line", "these moves cannot be played from there";
        /// The caller follows the maximum number of players.
        TooManyFollows => 422 "too_many_follows", "you follow as many players as are allowed";
        /// The caller mutes or blocks the maximum number of players.
        TooManyRelations => 422 "too_many_relations", "you have muted or blocked as many players as are allowed";
        /// The caller has too many open reports.
        TooManyReports => 429 "too_many_reports", "you have made many reports; wait for the moderators to look at them";
        /// A moderator must give a reason.
        BadReason => 422 "bad_reason", "say why";
        /// Setting a grade requires a reason.
        NoReason => 422 "no_reason", "say why";
        /// A text is too long, or contains invisible characters.
        BadWords => 422 "bad_words", "this text is too long, or contains characters that are not allowed";
        /// A sanction cannot last that long.
        BadHours => 422 "bad_hours", "a sanction cannot last that long";
        /// The site's announcement is too long.
        BadBanner => 422 "bad_banner", "the announcement is too long";
        /// What the site is to be called or to look like does not fit.
        BadBranding => 422 "bad_branding", "this name or text does not fit";
        /// The site's address is none.
        BadPublicUrl => 422 "bad_public_url", "the site's address is https:// or http:// and a name, without a path";
        /// The file shows no sign.
        BadSign => 422 "bad_sign", "a sign is a PNG or a plain SVG";
        /// The address belongs to the server or the site's staff.
        ProtectedAddress => 422 "protected_address", "this address belongs to the server or to site staff";
        /// Rows of a table are not accepted; `rows` lists them.
        BadRows => 422 "bad_rows", "some rows of this table cannot be read";
        /// A table is not in UTF-8.
        NotUtf8 => 422 "not_utf8", "this file is not in UTF-8";
        /// Only members of the club can see that.
        PrivateClub => 403 "private_club", "only members of this club can see that";
        /// The address of a club is taken, or was once.
        SlugTaken => 409 "slug_taken", "this address is taken; choose another one";
        /// The account owns the maximum number of clubs.
        TooManyClubs => 429 "too_many_clubs", "you own as many clubs as are allowed";
        /// The club has reached a limit.
        ClubFull => 409 "club_full", "the club has reached a limit";
        /// The club is joined by invitation link.
        ByInvitation => 403 "by_invitation", "you can join this club only with a link from its organisers";
        /// The caller is banned from the club.
        ClubBanned => 403 "club_banned", "this club does not let you join";
        /// The player is already on the club's list.
        AlreadyMember => 409 "already_member", "this player already belongs to the club";
        /// The club declined a request a short time ago.
        DeclinedLately => 409 "declined_lately", "the club has declined your request; you can ask again after a week";
        /// A club must have an owner.
        LastOwner => 409 "last_owner", "the club needs an owner; hand it over or close it";
        /// The club's line, link or announcement no longer exists.
        UnknownEntry => 404 "unknown_entry", "it no longer exists";
        /// The line of the club's list has no account.
        NoAccount => 409 "no_account", "this player has no account here";
        /// The caller is not on the club's ladder.
        NotOnLadder => 409 "not_on_ladder", "you are not on this ladder; join it first";
        /// The caller is on the club's ladder already.
        AlreadyOnLadder => 409 "already_on_ladder", "you are on this ladder already";
        /// The player is below the caller on the ladder, or too far above.
        OutOfReach => 409 "out_of_reach", "this player is below you, or too far above you";
        /// One of the two has an unfinished challenge or game on the ladder.
        LadderBusy => 409 "ladder_busy", "one of you has a challenge or a game on this ladder; finish it first";
        /// The last challenge between the two was a short time ago.
        MetLately => 409 "met_lately", "you two have met on this ladder lately; challenge somebody else";
        /// The player is on vacation.
        OnVacation => 409 "on_vacation", "this player is on vacation; challenge them when they are back";
        /// Only organisers can do that.
        NotOrganiser => 403 "not_organiser", "only the organisers can do that";
        /// The tournament is not at the stage for that.
        WrongPhase => 422 "wrong_phase", "that cannot be done at this stage";
        /// Registration is closed to the player.
        NotOpen => 422 "not_open", "registration is closed for now";
        /// Only members of the club may register.
        MembersOnly => 403 "members_only", "only members of the club can enter";
        /// Only the player can do that.
        PlayerOnly => 422 "player_only", "only the player can do that";
        /// The player has already declined.
        Declined => 422 "declined", "this player has declined, but can still join by themselves";
        /// A player has agreed to unrated games only.
        StaysCasual => 422 "stays_casual", "players have entered for unrated games, so the games stay unrated";
        /// The tournament is full.
        Full => 422 "full", "all places are taken";
        /// An organiser must give a reason.
        ReasonNeeded => 422 "reason_needed", "give a reason; it is recorded";
        /// The tournament has no such item.
        Unknown => 422 "unknown", "it no longer exists";
        /// Settings made before the start cannot change.
        HasBegun => 422 "has_begun", "the format, the scoring and the variant are fixed once it has begun";
        /// The tournament's settings contradict one another.
        Contradiction => 422 "contradiction", "these settings contradict one another";
        /// An entry has no team.
        TeamMissing => 422 "team_missing", "a player has no team";
        /// An entry has no class.
        ClassMissing => 422 "class_missing", "a player has no class";
        /// The format accepts nobody after the start.
        NoLateEntries => 422 "no_late_entries", "this format has no late entries";
        /// The format accepts no orders.
        NoOrders => 422 "no_orders", "this format follows a fixed plan and accepts no orders";
        /// A tie-break is listed twice.
        TiebreakTwice => 422 "tiebreak_twice", "a tie-break is listed twice";
        /// The format has no tie-breaks.
        NoTiebreaks => 422 "no_tiebreaks", "this format has no tie-breaks";
        /// The points are invalid.
        BadPoints => 422 "bad_points", "points are whole or half numbers, at most 10,000";
        /// The action is not possible; the tournament is unchanged.
        NotPossible => 422 "not_possible", "that cannot be done";
        /// It is too early for the next round.
        NotYet => 422 "not_yet", "the next round cannot begin yet";
        /// The next round waits for results.
        ResultsMissing => 422 "results_missing", "some games of this round have no result yet";
        /// The next round waits for players.
        PlayersMissing => 422 "players_missing", "there are too few players";
        /// The title match waits for its challenger.
        ChallengerMissing => 422 "challenger_missing", "the challenger has not been entered yet";
        /// The title match waits for its holder.
        HolderMissing => 422 "holder_missing", "the title holder has not been entered yet";
        /// The simul waits for its host.
        HostMissing => 422 "host_missing", "the host has not been entered yet";
        /// An order for the next round cannot be carried out.
        OrderInTheWay => 422 "order_in_the_way", "an order cannot be carried out; withdraw it";
        /// The tournament is paused.
        HeldUp => 422 "held_up", "the tournament is paused; resume it";
        /// Games of the round have been begun or decided, so it cannot be taken back.
        RoundPlayed => 422 "round_played", "games of this round have begun; it cannot be taken back any more";
        /// The coming pairings are no longer those that were looked at.
        PairingsChanged => 409 "pairings_changed", "the pairings have changed since you looked at them";
        /// The game is not running.
        NotPlayed => 422 "not_played", "this game is not being played";
        /// The time lies in the past, or after the deadline of the game.
        OutOfTime => 422 "out_of_time", "this time is past, or after the deadline";
        /// The opponent does not propose that time, or no longer.
        TimeNotProposed => 422 "time_not_proposed", "this time is not proposed any more";
        /// The game begins so soon that its players can no longer change the time.
        TimeFixed => 422 "time_fixed", "it begins so soon that the time can no longer be changed";
        /// The caller has the maximum number of tournaments.
        TooManyTournaments => 429 "too_many_tournaments", "you have too many unfinished tournaments";
        /// The caller has made the maximum number of tournaments for today.
        TooManyTournamentsToday => 429 "too_many_tournaments_today", "you have made many tournaments today";
        /// Games have been played in it here.
        HasGames => 422 "has_games", "games have been played in this tournament";
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
            Refusal::Conditions(_) => Self::BadConditions,
            Refusal::Setup(_) => Self::BadSetup,
        }
    }
}
