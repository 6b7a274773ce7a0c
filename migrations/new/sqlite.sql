-- The tables of a new SQLite database, as all migrations together make them.
-- Written by the store's tests: UPDATE=1 cargo test -p komadai-store --test it a_new_database

CREATE TABLE users (
    id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The folded name of an account; a guest has none, so guests never take a name away.
    name_key TEXT UNIQUE,
    guest BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL,
    version BIGINT NOT NULL
, deleted_ms BIGINT, bot BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE sessions (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
, address TEXT, agent TEXT);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE TABLE games (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    variant TEXT NOT NULL,
    start_sfen TEXT NOT NULL,
    handicap TEXT,
    rules TEXT NOT NULL,
    clock TEXT NOT NULL,
    sente UUID,
    gote UUID,
    sente_name TEXT,
    gote_name TEXT,
    plies BIGINT NOT NULL,
    reason TEXT NOT NULL,
    winner TEXT,
    final_sfen TEXT NOT NULL,
    opening TEXT,
    created_ms BIGINT NOT NULL,
    started_ms BIGINT,
    ended_ms BIGINT NOT NULL,
    previous_game UUID,
    next_game UUID,
    record BYTEA NOT NULL
, left_by UUID, rated BOOLEAN NOT NULL DEFAULT FALSE, kind BIGINT NOT NULL DEFAULT 0);
CREATE TABLE settlements (
    game_id UUID NOT NULL PRIMARY KEY,
    settled_ms BIGINT NOT NULL
);
CREATE TABLE imports (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    created_ms BIGINT NOT NULL,
    variant TEXT NOT NULL,
    sente_name TEXT,
    gote_name TEXT,
    event TEXT,
    -- As the file has it: "2005/05/03 10:30", "昭和60年".
    played TEXT,
    plies BIGINT NOT NULL,
    -- None when the record breaks off.
    reason TEXT,
    winner TEXT,
    final_sfen TEXT NOT NULL,
    -- Of the record, so that the same file twice is the same game once.
    digest BYTEA NOT NULL,
    record BYTEA NOT NULL, size_bytes BIGINT NOT NULL DEFAULT 0,
    UNIQUE (user_id, digest)
);
CREATE INDEX imports_by_user ON imports (user_id, created_ms, id);
CREATE TABLE accounts (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    -- The name to sign in with, as it was typed.
    handle TEXT NOT NULL,
    -- A PHC string of argon2id.
    password_hash TEXT NOT NULL,
    password_ms BIGINT NOT NULL,
    registered_ms BIGINT NOT NULL
, role TEXT, email TEXT, email_key TEXT, challenges_from TEXT NOT NULL DEFAULT 'all', tells_followers BOOLEAN NOT NULL DEFAULT TRUE, declared TEXT, password_epoch BIGINT NOT NULL DEFAULT 0, frozen_ms BIGINT, frozen_email TEXT, frozen_email_key TEXT, frozen_by_ms BIGINT, accepts_guests BOOLEAN NOT NULL DEFAULT TRUE, about TEXT NOT NULL DEFAULT '', bell_seen_ms BIGINT NOT NULL DEFAULT 0);
CREATE TABLE site (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE invitations (
    code_hash BYTEA NOT NULL PRIMARY KEY,
    made_by UUID NOT NULL,
    made_ms BIGINT NOT NULL,
    used_by UUID,
    used_ms BIGINT
, role TEXT, expires_ms BIGINT);
CREATE TABLE relations (
    user_id UUID NOT NULL,
    other_id UUID NOT NULL,
    kind TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, other_id)
);
CREATE TABLE reports (
    id UUID NOT NULL PRIMARY KEY,
    by_id UUID NOT NULL,
    about_id UUID NOT NULL,
    -- The game's address, when it was one.
    game TEXT,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    closed_by UUID,
    closed_ms BIGINT
, lines TEXT);
CREATE INDEX reports_open ON reports (closed_ms, made_ms, id);
CREATE TABLE sanctions (
    id UUID NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id UUID NOT NULL,
    address TEXT,
    reason TEXT NOT NULL,
    by_id UUID NOT NULL,
    from_ms BIGINT NOT NULL,
    -- NULL: for good.
    until_ms BIGINT,
    lifted_by UUID,
    lifted_ms BIGINT
);
CREATE INDEX sanctions_by_user ON sanctions (user_id, from_ms);
CREATE TABLE audit_log (
    id UUID NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    -- NULL: somebody at the server's command line.
    by_id UUID,
    action TEXT NOT NULL,
    about_id UUID,
    details TEXT NOT NULL
);
CREATE INDEX audit_log_by_time ON audit_log (at_ms, id);
CREATE INDEX accounts_by_email ON accounts (email_key) WHERE email_key IS NOT NULL;
CREATE TABLE tickets (
    ticket_hash BYTEA NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    -- 'verify_email', 'reset_password'.
    purpose TEXT NOT NULL,
    -- What it is about: the address that is to be verified.
    detail TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
, password_epoch BIGINT NOT NULL DEFAULT 0);
CREATE INDEX tickets_by_user ON tickets (user_id, purpose);
CREATE INDEX tickets_by_end ON tickets (expires_ms);
CREATE TABLE second_factors (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    secret BYTEA NOT NULL,
    -- When a first code was given; NULL: not yet, and it is not asked for.
    on_ms BIGINT,
    -- The latest step of 30 s whose code was used, so that none is used twice.
    last_step BIGINT NOT NULL
);
CREATE TABLE recovery_codes (
    user_id UUID NOT NULL REFERENCES users (id),
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);
CREATE TABLE api_tokens (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    token_hash BYTEA NOT NULL UNIQUE,
    -- What its owner calls it.
    name TEXT NOT NULL,
    -- What it may do: 'read', 'play', 'import', with a blank between.
    scopes TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- When it was last shown, to the minute.
    used_ms BIGINT
, expires_ms BIGINT);
CREATE INDEX api_tokens_by_user ON api_tokens (user_id, made_ms);
CREATE TABLE retired_handles (
    key_hash BYTEA NOT NULL PRIMARY KEY,
    retired_ms BIGINT NOT NULL
);
CREATE TABLE careers (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    n_games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    -- Wins in a row at the end (above 0), or losses (below 0).
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    -- Games up to this one earn no grade any more: one was annulled then.
    counted_after BIGINT NOT NULL,
    PRIMARY KEY (user_id, variant)
);
CREATE TABLE ratings (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_games BIGINT NOT NULL,
    -- When the last game was played, and until when the rating is certain without another.
    rated_ms BIGINT NOT NULL,
    certain_until_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, variant, speed)
);
CREATE INDEX ratings_by_rank ON ratings (variant, speed, rating, user_id);
CREATE TABLE rating_history (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    -- Counts the player's rated games of the variant from 1.
    n BIGINT NOT NULL,
    game_id UUID NOT NULL,
    speed TEXT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- The handicap, and whether this player gave it.
    handicap TEXT,
    gave BOOLEAN NOT NULL,
    -- 'win', 'draw', 'loss'.
    points TEXT NOT NULL,
    -- Before the game, idleness counted.
    rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    volatility_before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    opponent UUID NOT NULL,
    opponent_rating DOUBLE PRECISION NOT NULL,
    opponent_deviation DOUBLE PRECISION NOT NULL,
    opponent_grade TEXT, tournament_id UUID,
    PRIMARY KEY (user_id, variant, n)
);
CREATE UNIQUE INDEX rating_history_by_game ON rating_history (game_id, user_id);
CREATE TABLE grade_awards (
    user_id UUID NOT NULL,
    grade TEXT NOT NULL,
    n BIGINT NOT NULL,
    -- The grade's place in the scale, from 0.
    place BIGINT NOT NULL,
    n_games BIGINT NOT NULL,
    game_id UUID NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    awarded_ms BIGINT NOT NULL,
    annulled BOOLEAN NOT NULL DEFAULT FALSE, plies_min BIGINT NOT NULL DEFAULT 0, n_opponents BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, grade, n)
);
CREATE INDEX grade_awards_by_time ON grade_awards (awarded_ms);
CREATE TABLE grade_annulments (
    user_id UUID NOT NULL,
    grade TEXT NOT NULL,
    n BIGINT NOT NULL,
    moderator UUID NOT NULL,
    reason TEXT NOT NULL,
    annulled_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, grade, n),
    FOREIGN KEY (user_id, grade, n) REFERENCES grade_awards (user_id, grade, n)
);
CREATE TABLE challenges (
    -- Drawn by the challenger's page; the game's id follows from it.
    id UUID NOT NULL PRIMARY KEY,
    challenger UUID NOT NULL,
    challenged UUID NOT NULL,
    -- The game as JSON.
    setup TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- 'open', 'accepted', 'declined', 'withdrawn', 'expired'; only an open one is ever changed, but
    -- for one that was accepted and whose game could not be made, which is open again.
    state TEXT NOT NULL,
    -- Why it was declined, as a word of a list.
    reason TEXT,
    closed_ms BIGINT
);
CREATE UNIQUE INDEX challenges_open ON challenges (challenger, challenged) WHERE state = 'open';
CREATE INDEX challenges_by_challenger ON challenges (challenger, made_ms);
CREATE INDEX challenges_by_challenged ON challenges (challenged, state);
CREATE INDEX challenges_by_expiry ON challenges (expires_ms);
CREATE TABLE notices_off (
    user_id UUID NOT NULL,
    -- 'challenge', 'round', 'turn'.
    kind TEXT NOT NULL,
    -- 'mail', 'push'.
    channel TEXT NOT NULL,
    PRIMARY KEY (user_id, kind, channel)
);
CREATE TABLE notices (
    user_id UUID NOT NULL,
    -- 'challenge:ID', 'round:TOURNAMENT:NUMBER', 'game:CODE'.
    about TEXT NOT NULL,
    -- How far that had come; it is told again only when it has come further.
    mark BIGINT NOT NULL,
    told_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, about)
);
CREATE INDEX notices_by_time ON notices (told_ms);
CREATE TABLE notice_days (
    user_id UUID NOT NULL PRIMARY KEY,
    -- Days since 1970.
    day BIGINT NOT NULL,
    n BIGINT NOT NULL
);
CREATE TABLE push_browsers (
    -- Where it is told.
    endpoint TEXT NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL,
    session BYTEA NOT NULL,
    -- With which messages for it are encrypted (RFC 8291).
    public_key BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    -- The language it is told in: 'vi', 'en', 'ja'.
    language TEXT NOT NULL,
    since_ms BIGINT NOT NULL
);
CREATE INDEX push_browsers_by_user ON push_browsers (user_id, since_ms);
CREATE INDEX push_browsers_by_session ON push_browsers (session);
CREATE TABLE server_keys (
    -- 'vapid', 'links'.
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);
CREATE INDEX challenges_open_by_time ON challenges (made_ms) WHERE state = 'open';
CREATE TABLE tournaments (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    owner_id UUID NOT NULL,
    name TEXT NOT NULL,
    -- 'draft', 'open', 'running', 'over' or 'cancelled'.
    phase TEXT NOT NULL,
    -- NULL: at the organiser's word.
    starts_ms BIGINT,
    players BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL
, club_id UUID, format TEXT NOT NULL DEFAULT '', variant TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '', first_day TEXT, last_day TEXT, listed_ms BIGINT NOT NULL DEFAULT 0, winners TEXT NOT NULL DEFAULT '', is_listed BOOLEAN NOT NULL DEFAULT TRUE, is_indexed BOOLEAN NOT NULL DEFAULT FALSE);
CREATE TABLE tournament_acts (
    -- Drawn by whoever acts, so that an act that is said again is known.
    id UUID NOT NULL PRIMARY KEY,
    tournament_id UUID NOT NULL,
    version BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    -- NULL: the director itself.
    by_id UUID,
    act TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX tournament_acts_by_version ON tournament_acts (tournament_id, version);
CREATE TABLE tournament_players (
    user_id UUID NOT NULL,
    tournament_id UUID NOT NULL, entry TEXT, final_place BIGINT, quarters BIGINT,
    PRIMARY KEY (user_id, tournament_id)
);
CREATE TABLE clubs (
    id UUID NOT NULL PRIMARY KEY,
    -- In its address. A closed club keeps it, so that nobody takes an old club's place.
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    city TEXT NOT NULL,
    about TEXT NOT NULL,
    link TEXT NOT NULL,
    -- 'vi', 'en', 'ja', or nothing.
    lang TEXT NOT NULL,
    -- Name, slug and city, folded, for searches.
    search_key TEXT NOT NULL,
    -- Only members see more than its name.
    private BOOLEAN NOT NULL,
    -- 'open', 'request' or 'invitation'.
    joining TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    closed_ms BIGINT
, for_members TEXT NOT NULL DEFAULT '');
CREATE INDEX clubs_by_change ON clubs (changed_ms, id);
CREATE TABLE club_members (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    -- NULL: a player without an account.
    user_id UUID,
    -- The name that the club has typed; empty for an account.
    name TEXT NOT NULL,
    -- 'owner', 'organiser' or 'member'.
    role TEXT NOT NULL,
    joined_ms BIGINT NOT NULL,
    -- For the club's organisers.
    note TEXT NOT NULL,
    -- The account that may take this line over by joining.
    offered_id UUID,
    -- The grade that the club has awarded, when, and who did.
    grade TEXT,
    grade_ms BIGINT,
    grade_by UUID,
    UNIQUE (club_id, user_id)
);
CREATE INDEX club_members_by_user ON club_members (user_id);
CREATE INDEX club_members_by_offer ON club_members (offered_id);
CREATE TABLE club_requests (
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    words TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- NULL: nobody has answered yet. An accepted one is not kept.
    declined_ms BIGINT,
    PRIMARY KEY (club_id, user_id)
);
CREATE INDEX club_requests_by_user ON club_requests (user_id);
CREATE TABLE club_bans (
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    by_id UUID NOT NULL,
    reason TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (club_id, user_id)
);
CREATE INDEX club_bans_by_user ON club_bans (user_id);
CREATE TABLE club_invitations (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    token_hash BYTEA NOT NULL UNIQUE,
    made_by UUID NOT NULL,
    made_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- NULL: by any number of people.
    uses_max BIGINT,
    n_used BIGINT NOT NULL,
    revoked_ms BIGINT
);
CREATE INDEX club_invitations_by_club ON club_invitations (club_id, made_ms, id);
CREATE TABLE club_announcements (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    by_id UUID NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- NULL: as it was written.
    changed_ms BIGINT
, pinned BOOLEAN NOT NULL DEFAULT FALSE);
CREATE INDEX club_announcements_by_club ON club_announcements (club_id, made_ms, id);
CREATE TABLE club_acts (
    -- Drawn by whoever acts, so that an act that is said again is known.
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    at_ms BIGINT NOT NULL,
    by_id UUID NOT NULL,
    about_id UUID,
    act TEXT NOT NULL
);
CREATE INDEX club_acts_by_time ON club_acts (club_id, at_ms, id);
CREATE TABLE "reviews" (
    -- Of a game, the game's id.
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    owner_id UUID NOT NULL,
    -- Who else may change it: the other player of the game.
    partner_id UUID,
    of_game BOOLEAN NOT NULL,
    title TEXT NOT NULL,
    variant TEXT NOT NULL,
    plies BIGINT NOT NULL,
    -- Whether it is listed; who knows its address sees it either way.
    is_public BOOLEAN NOT NULL,
    -- How many changes it has seen.
    seq BIGINT NOT NULL,
    -- The tree and the last commands, packed.
    tree BYTEA NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
, size_bytes BIGINT NOT NULL DEFAULT 0, study_id UUID, place BIGINT, name TEXT, orientation TEXT, mode TEXT, added_by UUID, sente_name TEXT, gote_name TEXT, opening TEXT);
CREATE TABLE follows (
    user_id UUID NOT NULL,
    other_id UUID NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, other_id)
);
CREATE TABLE tsume_problems (
    number BIGINT NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- First attempts, and how many of them solved it.
    n_tried BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    rated_ms BIGINT NOT NULL
);
CREATE TABLE tsume_solvers (
    user_id UUID NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_tried BIGINT NOT NULL,
    -- First attempts in a row that solved, up to now and at most.
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    rated_ms BIGINT NOT NULL
);
CREATE TABLE tsume_attempts (
    user_id UUID NOT NULL,
    number BIGINT NOT NULL,
    first TEXT NOT NULL,
    first_ms BIGINT NOT NULL,
    solved_ms BIGINT, shown_ms BIGINT,
    PRIMARY KEY (user_id, number)
);
CREATE TABLE lessons_done (
    user_id UUID NOT NULL,
    lesson TEXT NOT NULL,
    done_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, lesson)
);
CREATE TABLE preferences (
    user_id UUID NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL,
    changed_ms BIGINT NOT NULL
);
CREATE TABLE known_browsers (
    user_id UUID NOT NULL REFERENCES users (id),
    token_hash BYTEA NOT NULL,
    seen_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_browsers_by_token ON known_browsers (token_hash);
CREATE INDEX sanctions_by_lifting ON sanctions (lifted_ms) WHERE lifted_ms IS NOT NULL;
CREATE INDEX accounts_by_frozen_email ON accounts (frozen_email_key)
    WHERE frozen_email_key IS NOT NULL;
CREATE INDEX api_tokens_by_end ON api_tokens (expires_ms) WHERE expires_ms IS NOT NULL;
CREATE INDEX reports_by ON reports (by_id, about_id);
CREATE INDEX reports_about ON reports (about_id);
CREATE INDEX games_nobody_joined ON games (ended_ms) WHERE sente IS NULL AND gote IS NULL;
CREATE TABLE journal_floors (
    node UUID NOT NULL PRIMARY KEY,
    pos BIGINT NOT NULL
);
CREATE TABLE people (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    -- Their public id as a number.
    code BIGINT NOT NULL,
    -- Which version of the player this was made of; of another one it is made anew.
    version BIGINT NOT NULL
);
CREATE INDEX people_by_code ON people (code);
CREATE TABLE people_terms (
    term BYTEA NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id),
    PRIMARY KEY (term, user_id)
);
CREATE INDEX people_terms_by_user ON people_terms (user_id);
CREATE INDEX users_by_bot ON users (id) WHERE bot = TRUE;
CREATE TABLE league_programs (
    pool TEXT NOT NULL,
    user_id UUID NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    -- In how many of the games that were paired it was sente, and in how many it sat at all.
    n_sente BIGINT NOT NULL,
    n_paired BIGINT NOT NULL,
    -- When the last game ended that counted, and when it was last there.
    rated_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    -- How often nobody was left for it since it was paired last, and with whom that was.
    sat_out BIGINT NOT NULL,
    last_opponent UUID,
    PRIMARY KEY (pool, user_id)
);
CREATE INDEX league_programs_by_rank ON league_programs (pool, rating);
CREATE INDEX league_programs_by_user ON league_programs (user_id);
CREATE TABLE league_games (
    pool TEXT NOT NULL,
    day BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    game_id UUID NOT NULL PRIMARY KEY
);
CREATE INDEX league_games_by_day ON league_games (pool, day, ended_ms, game_id);
CREATE TABLE game_comments (
    game_id UUID NOT NULL,
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
);
CREATE TABLE explorer_sources (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- Its games have the numbers below this.
    n_games BIGINT NOT NULL
);
INSERT INTO explorer_sources VALUES (1, 'people', 0);
INSERT INTO explorer_sources VALUES (2, 'programs', 0);
CREATE TABLE explorer_state (
    id BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    next_segment BIGINT NOT NULL
);
INSERT INTO explorer_state VALUES (1, 2, 1);
CREATE TABLE explorer_segments (
    id BIGINT NOT NULL PRIMARY KEY,
    -- 0: thrown away, and its blocks go some at a time.
    source BIGINT NOT NULL,
    n_games BIGINT NOT NULL,
    -- The segment to which its entries are moved some at a time.
    target BIGINT
);
CREATE INDEX explorer_segments_by_source ON explorer_segments (source, id);
CREATE TABLE explorer_blocks (
    segment BIGINT NOT NULL,
    first_key BIGINT NOT NULL,
    entries BYTEA NOT NULL,
    PRIMARY KEY (segment, first_key)
);
CREATE TABLE explorer_pages (
    source BIGINT NOT NULL,
    page BIGINT NOT NULL,
    games BYTEA NOT NULL,
    PRIMARY KEY (source, page)
);
CREATE TABLE explorer_pending (
    source BIGINT NOT NULL,
    game_id UUID NOT NULL,
    PRIMARY KEY (source, game_id)
);
CREATE TABLE explorer_records (
    id UUID NOT NULL PRIMARY KEY,
    source BIGINT NOT NULL,
    variant TEXT NOT NULL,
    start_sfen TEXT NOT NULL,
    moves BYTEA NOT NULL,
    sente_name TEXT,
    gote_name TEXT,
    event TEXT,
    -- As the file has it.
    played TEXT,
    winner TEXT,
    -- The average of the players' ratings, if the record tells them.
    rating BIGINT
);
CREATE INDEX explorer_records_by_source ON explorer_records (source, id);
CREATE TABLE tsume_rushes (
    user_id UUID NOT NULL PRIMARY KEY,
    id UUID NOT NULL,
    started_ms BIGINT NOT NULL,
    ends_ms BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    -- When the last of them was solved.
    solved_ms BIGINT NOT NULL,
    -- The numbers of those that were not, parted by spaces.
    missed TEXT NOT NULL
, composed TEXT NOT NULL DEFAULT '');
CREATE TABLE tsume_rush_days (
    user_id UUID NOT NULL,
    day BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    -- How long it took to solve as many.
    took_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, day)
);
CREATE INDEX tsume_rush_days_by_day ON tsume_rush_days (day, n_solved);
CREATE TABLE tsume_repeats (
    user_id UUID NOT NULL,
    number BIGINT NOT NULL,
    step BIGINT NOT NULL,
    due_day BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
CREATE INDEX reviews_by_owner ON reviews (owner_id, updated_ms, id);
CREATE INDEX reviews_public ON reviews (is_public, updated_ms, id);
CREATE TABLE studies (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    owner_id UUID NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    -- One a line, as they are shown; study_topics has them folded.
    topics TEXT NOT NULL,
    -- 'private', 'unlisted' or 'public'.
    visibility TEXT NOT NULL,
    -- All by which it is found, folded.
    search_key TEXT NOT NULL,
    -- What is in the link by which people join, hashed, and what they become.
    link_hash BYTEA,
    link_role TEXT,
    -- How many lines of study_likes are its.
    n_likes BIGINT NOT NULL,
    -- Counts changes to it and to its list of chapters.
    version BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
, is_broadcast BOOLEAN NOT NULL DEFAULT FALSE, has_terms BOOLEAN NOT NULL DEFAULT FALSE);
CREATE INDEX studies_by_owner ON studies (owner_id, updated_ms, id);
CREATE INDEX studies_newest ON studies (visibility, created_ms, id);
CREATE INDEX studies_liked ON studies (visibility, n_likes, id);
CREATE TABLE study_members (
    study_id UUID NOT NULL,
    user_id UUID NOT NULL,
    -- 'viewer' or 'contributor'.
    role TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (study_id, user_id)
);
CREATE INDEX study_members_by_user ON study_members (user_id);
CREATE TABLE study_topics (
    study_id UUID NOT NULL,
    topic_key TEXT NOT NULL,
    PRIMARY KEY (study_id, topic_key)
);
CREATE INDEX study_topics_by_topic ON study_topics (topic_key, study_id);
CREATE TABLE study_likes (
    study_id UUID NOT NULL,
    user_id UUID NOT NULL, network TEXT, is_counted BOOLEAN NOT NULL DEFAULT TRUE,
    PRIMARY KEY (study_id, user_id)
);
CREATE INDEX study_likes_by_user ON study_likes (user_id);
CREATE INDEX reviews_by_study ON reviews (study_id, place);
CREATE TABLE broadcasts (
    study_id UUID NOT NULL PRIMARY KEY,
    starts_ms BIGINT NOT NULL,
    -- When its owner has ended it.
    ended_ms BIGINT,
    -- How far the public is behind.
    delay_plies BIGINT NOT NULL,
    delay_ms BIGINT NOT NULL,
    -- The board that is shown large.
    featured_id UUID
, has_standings BOOLEAN NOT NULL DEFAULT FALSE);
CREATE INDEX broadcasts_by_start ON broadcasts (starts_ms, study_id);
CREATE TABLE broadcast_boards (
    -- The chapter: the tree that the public sees.
    review_id UUID NOT NULL PRIMARY KEY,
    study_id UUID NOT NULL,
    -- What the round is called.
    round TEXT NOT NULL,
    starts_ms BIGINT,
    -- The variant's name, and the position before the first move.
    variant TEXT NOT NULL,
    start TEXT NOT NULL,
    -- Grades and the time control as announced, as JSON.
    terms TEXT NOT NULL,
    -- How many lines of broadcast_entries are its.
    n_entries BIGINT NOT NULL,
    -- What the public sees of it in lists, as JSON.
    shown TEXT NOT NULL,
    -- When its public tree is to be compared with its score next; none while nothing waits.
    due_ms BIGINT,
    -- The address of a file that is asked again and again, and how that went.
    source TEXT,
    source_next_ms BIGINT,
    source_n_errors BIGINT NOT NULL DEFAULT 0,
    source_said TEXT NOT NULL DEFAULT '',
    source_tag TEXT NOT NULL DEFAULT ''
, tournament_id UUID, tournament_game TEXT, tournament_sente TEXT, tournament_takes BOOLEAN);
CREATE INDEX broadcast_boards_by_study ON broadcast_boards (study_id);
CREATE INDEX broadcast_boards_due ON broadcast_boards (due_ms);
CREATE INDEX broadcast_boards_source ON broadcast_boards (source_next_ms);
CREATE TABLE broadcast_entries (
    review_id UUID NOT NULL,
    n BIGINT NOT NULL,
    -- Chosen by who sent it, so that one that comes twice is one.
    id UUID NOT NULL,
    -- Who wrote it; none for a file, and once their account is deleted.
    by_id UUID,
    at_ms BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (review_id, n)
);
CREATE UNIQUE INDEX broadcast_entries_by_id ON broadcast_entries (review_id, id);
CREATE INDEX broadcast_entries_by_user ON broadcast_entries (by_id);
CREATE TABLE vacations (
    user_id UUID NOT NULL,
    n BIGINT NOT NULL,
    from_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, n)
);
CREATE INDEX vacations_until ON vacations (until_ms);
CREATE TABLE tsume_compositions (
    id UUID NOT NULL PRIMARY KEY,
    owner_id UUID NOT NULL,
    -- 'draft', 'proposed' or 'published'.
    state TEXT NOT NULL,
    sfen TEXT NOT NULL,
    -- Of a draft NULL: its number among all problems, and what its position and the mirror image
    -- have in common.
    number BIGINT UNIQUE,
    position_key TEXT UNIQUE,
    -- Of a draft empty and 0: the moves in USI, parted by spaces, their number, and the themes.
    solution TEXT NOT NULL,
    plies BIGINT NOT NULL,
    themes TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    -- When it came to be what it is: was saved, proposed, published.
    since_ms BIGINT NOT NULL,
    -- When the votes were against it, until it is changed or proposed again.
    declined_ms BIGINT,
    -- Whether the composer is still to be told that it is published.
    is_news BOOLEAN NOT NULL
, removed_reason TEXT);
CREATE INDEX tsume_compositions_by_owner ON tsume_compositions (owner_id, created_ms, id);
CREATE INDEX tsume_compositions_by_state ON tsume_compositions (state, since_ms, id);
CREATE TABLE tsume_votes (
    composition_id UUID NOT NULL,
    user_id UUID NOT NULL,
    is_yes BOOLEAN NOT NULL,
    voted_ms BIGINT NOT NULL, network TEXT,
    PRIMARY KEY (composition_id, user_id)
);
CREATE INDEX tsume_votes_by_user ON tsume_votes (user_id);
CREATE TABLE tsume_last_number (
    id BIGINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO tsume_last_number VALUES (1, 500000);
CREATE TABLE club_teachers (
    member_id UUID NOT NULL PRIMARY KEY REFERENCES club_members (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    since_ms BIGINT NOT NULL
);
CREATE INDEX club_teachers_by_club ON club_teachers (club_id, since_ms);
CREATE TABLE club_pupils (
    teacher_id UUID NOT NULL REFERENCES club_teachers (member_id),
    pupil_id UUID NOT NULL REFERENCES club_members (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    -- Whether the teacher has asked the pupil, or the pupil the teacher.
    by_teacher BOOLEAN NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- NULL: the other has not agreed yet.
    agreed_ms BIGINT,
    PRIMARY KEY (teacher_id, pupil_id)
);
CREATE INDEX club_pupils_by_pupil ON club_pupils (pupil_id);
CREATE INDEX club_pupils_by_club ON club_pupils (club_id);
CREATE TABLE club_homework (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    teacher_id UUID NOT NULL REFERENCES club_teachers (member_id),
    title TEXT NOT NULL,
    set_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL
);
CREATE INDEX club_homework_by_teacher ON club_homework (teacher_id, due_ms);
CREATE INDEX club_homework_by_club ON club_homework (club_id);
CREATE TABLE club_homework_items (
    homework_id UUID NOT NULL REFERENCES club_homework (id),
    place BIGINT NOT NULL,
    -- 'tsume', 'study' or 'text'.
    kind TEXT NOT NULL,
    -- Of a problem, its number.
    number BIGINT,
    -- Of a study, its code; of a chapter, that of its study, a slash, and its own.
    study TEXT,
    -- What is to be done in the teacher's words, or the title of the study.
    text TEXT NOT NULL,
    PRIMARY KEY (homework_id, place)
);
CREATE INDEX club_homework_items_by_number ON club_homework_items (number);
CREATE TABLE club_homework_pupils (
    homework_id UUID NOT NULL REFERENCES club_homework (id),
    pupil_id UUID NOT NULL REFERENCES club_members (id),
    PRIMARY KEY (homework_id, pupil_id)
);
CREATE INDEX club_homework_pupils_by_pupil ON club_homework_pupils (pupil_id);
CREATE TABLE club_homework_done (
    homework_id UUID NOT NULL REFERENCES club_homework (id),
    pupil_id UUID NOT NULL REFERENCES club_members (id),
    place BIGINT NOT NULL,
    done_ms BIGINT NOT NULL,
    PRIMARY KEY (homework_id, pupil_id, place)
);
CREATE INDEX club_homework_done_by_pupil ON club_homework_done (pupil_id);
CREATE TABLE teacher_comments (
    user_id UUID NOT NULL,
    review_id UUID NOT NULL,
    -- Who has commented last, and at which node of the tree first since the pupil was told.
    by_id UUID NOT NULL,
    node BIGINT NOT NULL,
    -- Since when the pupil is to be told; NULL: they have been.
    due_ms BIGINT,
    -- When they were told last; 0 for never.
    told_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, review_id)
);
CREATE INDEX teacher_comments_due ON teacher_comments (due_ms);
CREATE TABLE game_notes (
    user_id UUID NOT NULL,
    game_id UUID NOT NULL,
    text TEXT NOT NULL,
    version BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
CREATE TABLE sleeping_games (
    game_id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    sente UUID NOT NULL,
    gote UUID NOT NULL,
    log BYTEA NOT NULL,
    n_records BIGINT NOT NULL,
    since_ms BIGINT NOT NULL,
    thought_ms BIGINT NOT NULL,
    wake_ms BIGINT NOT NULL
);
CREATE INDEX sleeping_games_sente ON sleeping_games (sente);
CREATE INDEX sleeping_games_gote ON sleeping_games (gote);
CREATE INDEX sleeping_games_wake ON sleeping_games (wake_ms, game_id);
CREATE TABLE outages (
    from_ms BIGINT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
);
CREATE TABLE club_ladders (
    club_id UUID NOT NULL PRIMARY KEY REFERENCES clubs (id),
    variant TEXT NOT NULL,
    -- The time control, as JSON.
    clock TEXT NOT NULL,
    rated BOOLEAN NOT NULL,
    -- How many places above their own a player may challenge.
    reach BIGINT NOT NULL,
    -- Within how many days a challenge is answered.
    answer_days BIGINT NOT NULL,
    -- With how many challenges in a row that were not accepted one is lost.
    refusals BIGINT NOT NULL,
    -- For how many days the same two do not meet again.
    rest_days BIGINT NOT NULL,
    opened_ms BIGINT NOT NULL
);
CREATE TABLE club_ladder_places (
    member_id UUID NOT NULL PRIMARY KEY REFERENCES club_members (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    place BIGINT NOT NULL,
    -- How many challenges in a row they have not accepted.
    refused BIGINT NOT NULL,
    joined_ms BIGINT NOT NULL
);
CREATE INDEX club_ladder_places_by_club ON club_ladder_places (club_id, place);
CREATE INDEX club_ladder_places_by_user ON club_ladder_places (user_id);
CREATE TABLE club_ladder_challenges (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    challenger UUID NOT NULL,
    challenged UUID NOT NULL,
    -- The places of the two when it was made.
    challenger_place BIGINT NOT NULL,
    challenged_place BIGINT NOT NULL,
    -- 'open', 'agreed', 'playing', 'won', 'held', 'drawn', 'refused', 'forfeited' or 'void'.
    state TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- Since when the present state lasts, if it ends by itself after some days.
    since_ms BIGINT NOT NULL,
    -- When it does, if nobody is on vacation.
    due_ms BIGINT NOT NULL,
    -- NULL: it is not over.
    ended_ms BIGINT,
    game_id UUID,
    -- How its game is made, as JSON; NULL before that.
    setup TEXT,
    -- When the challenged player was told; NULL: they are still to be.
    told_ms BIGINT
);
CREATE INDEX club_ladder_challenges_by_club ON club_ladder_challenges (club_id, ended_ms);
CREATE INDEX club_ladder_challenges_by_challenger ON club_ladder_challenges (challenger);
CREATE INDEX club_ladder_challenges_by_challenged ON club_ladder_challenges (challenged);
CREATE INDEX club_ladder_challenges_by_due ON club_ladder_challenges (ended_ms, state, due_ms);
CREATE TABLE club_ladder_removals (
    member_id UUID NOT NULL PRIMARY KEY REFERENCES club_members (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    reason TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    -- When the player was told; NULL: they are still to be.
    told_ms BIGINT
);
CREATE INDEX club_ladder_removals_by_club ON club_ladder_removals (club_id, user_id);
CREATE INDEX club_ladder_removals_by_user ON club_ladder_removals (user_id);
CREATE INDEX club_ladder_removals_by_told ON club_ladder_removals (told_ms, at_ms);
CREATE TABLE game_kinds (
    id BIGINT NOT NULL PRIMARY KEY,
    variant TEXT NOT NULL,
    -- Empty for even games.
    handicap TEXT NOT NULL,
    -- Empty where it is not known.
    opening TEXT NOT NULL,
    reason TEXT NOT NULL,
    rated BOOLEAN NOT NULL,
    -- 'won', 'lost' or 'drawn' by the player whose game it is.
    result TEXT NOT NULL,
    UNIQUE (variant, handicap, opening, reason, rated, result)
);
CREATE INDEX games_by_end ON games (ended_ms, id, kind);
CREATE INDEX games_by_kind ON games (kind, ended_ms, id);
CREATE INDEX games_by_players ON games (sente, gote, ended_ms, id, kind);
CREATE TABLE "game_players" (
    user_id UUID NOT NULL,
    kind BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    game_id UUID NOT NULL REFERENCES games (id),
    PRIMARY KEY (user_id, kind, ended_ms, game_id)
);
CREATE INDEX game_players_by_end ON game_players (user_id, ended_ms, game_id, kind);
CREATE TABLE study_terms (
    term BYTEA NOT NULL,
    study_id UUID NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    PRIMARY KEY (term, study_id)
);
CREATE INDEX study_terms_by_study ON study_terms (study_id, term);
CREATE INDEX studies_without_terms ON studies (id) WHERE has_terms = FALSE;
CREATE TABLE study_invitations (
    study_id UUID NOT NULL,
    user_id UUID NOT NULL,
    -- What they become: as in study_members.
    role TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- 'open', 'declined' or 'withdrawn'. One that was accepted is gone.
    state TEXT NOT NULL,
    PRIMARY KEY (study_id, user_id)
);
CREATE INDEX study_invitations_by_user ON study_invitations (user_id, asked_ms);
CREATE INDEX study_invitations_by_age ON study_invitations (asked_ms);
CREATE TABLE tsume_daily (
    user_id UUID NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    easy BOOLEAN NOT NULL,
    medium BOOLEAN NOT NULL,
    hard BOOLEAN NOT NULL,
    -- Up to that day, and the most there ever were.
    n_days BIGINT NOT NULL,
    best_days BIGINT NOT NULL
);
CREATE TABLE bell_items (
    id UUID PRIMARY KEY,
    user_id UUID NOT NULL,
    at_ms BIGINT NOT NULL,
    -- Whose doing it is, if it is a player's.
    by_id UUID,
    -- As JSON: a BellItem.
    item TEXT NOT NULL,
    -- Whether the pages that were open then have heard of it.
    passed BOOLEAN NOT NULL
);
CREATE INDEX bell_items_by_user ON bell_items (user_id, at_ms, id);
CREATE INDEX bell_items_by_doer ON bell_items (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX bell_items_to_pass ON bell_items (at_ms, id) WHERE passed = FALSE;
CREATE TABLE study_solutions (
    review_id UUID NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
    user_id UUID NOT NULL,
    -- How many of its moves had to be shown, at best.
    n_shown BIGINT NOT NULL,
    -- When that was.
    solved_ms BIGINT NOT NULL,
    PRIMARY KEY (review_id, user_id)
);
CREATE INDEX study_solutions_by_user ON study_solutions (user_id);
CREATE INDEX tournaments_not_indexed ON tournaments (id) WHERE is_indexed = FALSE;
CREATE INDEX tournaments_by_phase ON tournaments
    (phase, listed_ms, id, club_id, owner_id, is_listed, format, variant);
CREATE INDEX tournaments_by_club ON tournaments (club_id, listed_ms, id);
CREATE INDEX tournaments_by_owner ON tournaments (owner_id, created_ms, id);
CREATE TABLE tournament_terms (
    term BYTEA NOT NULL,
    tournament_id UUID NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (term, tournament_id)
);
CREATE INDEX tournament_terms_by_tournament ON tournament_terms (tournament_id, term);
CREATE TABLE circuits (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    -- Who has made it; its organisers are those of the club, if it is one's.
    owner_id UUID NOT NULL,
    club_id UUID,
    name TEXT NOT NULL,
    -- What it says of itself and how its standings are computed, as JSON.
    settings TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL
);
CREATE INDEX circuits_by_change ON circuits (changed_ms, id);
CREATE INDEX circuits_by_club ON circuits (club_id, changed_ms, id);
CREATE INDEX circuits_by_owner ON circuits (owner_id, changed_ms, id);
CREATE TABLE circuit_events (
    circuit_id UUID NOT NULL REFERENCES circuits (id),
    tournament_id UUID NOT NULL,
    -- What the points of the event are multiplied by, in percent.
    weight_percent BIGINT NOT NULL,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (circuit_id, tournament_id)
);
CREATE INDEX circuit_events_by_tournament ON circuit_events (tournament_id);
CREATE TABLE circuit_aliases (
    circuit_id UUID NOT NULL REFERENCES circuits (id),
    -- An entry of an event, or a person's key.
    source TEXT NOT NULL,
    -- The key of the person it is.
    target TEXT NOT NULL,
    PRIMARY KEY (circuit_id, source)
);
CREATE INDEX circuit_aliases_by_source ON circuit_aliases (source);
CREATE INDEX circuit_aliases_by_target ON circuit_aliases (target);
CREATE INDEX sessions_by_address ON sessions (address);
CREATE INDEX broadcast_boards_by_tournament ON broadcast_boards (tournament_id);
CREATE INDEX club_requests_by_time ON club_requests (made_ms);
CREATE TABLE calendar_secrets (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL UNIQUE,
    made_ms BIGINT NOT NULL
);
CREATE TABLE site_files (
    name TEXT NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);
CREATE TABLE deletions (
    user_id UUID NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- Why it was not done, in words; NULL: it is still to be done.
    refused TEXT
);
CREATE INDEX accounts_by_age ON accounts (registered_ms, user_id);
CREATE TABLE club_bridges (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    kind TEXT NOT NULL,
    -- What its organisers call it.
    title TEXT NOT NULL,
    lang TEXT NOT NULL,
    -- What it tells, as a list of words with a comma between them.
    news TEXT NOT NULL,
    -- Whether players are named in it.
    names BOOLEAN NOT NULL,
    -- The server and the group or person there, as far as they are no secret.
    host TEXT NOT NULL,
    target TEXT NOT NULL,
    -- The token, the address or the shared secret, sealed for this bridge.
    secret BYTEA NOT NULL,
    made_ms BIGINT NOT NULL,
    -- Nothing is sent before.
    next_ms BIGINT NOT NULL,
    sent_ms BIGINT,
    -- What was wrong the last time, when, and how often in a row.
    fault TEXT,
    fault_ms BIGINT,
    n_failed BIGINT NOT NULL,
    -- Since when nothing is sent until an organiser has seen to it.
    paused_ms BIGINT
);
CREATE INDEX club_bridges_by_club ON club_bridges (club_id, made_ms, id);
CREATE TABLE bridge_messages (
    id UUID NOT NULL PRIMARY KEY,
    bridge_id UUID NOT NULL REFERENCES club_bridges (id),
    -- What it is about: the same is told once.
    about TEXT NOT NULL,
    -- Whose doing it tells of, if it is one player's.
    by_id UUID,
    -- As JSON; empty once it was sent or given up.
    news TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- Until when it is worth telling.
    until_ms BIGINT NOT NULL,
    -- When it is sent, or tried again; none once that is over.
    due_ms BIGINT,
    -- Those that are sent together, under this id.
    batch UUID,
    n_tries BIGINT NOT NULL,
    UNIQUE (bridge_id, about)
);
CREATE INDEX bridge_messages_due ON bridge_messages (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX bridge_messages_by_time ON bridge_messages (made_ms);
