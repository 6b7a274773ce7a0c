-- The ladder of a club, as its organisers have decided it.
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

-- Who is on it. The places of a ladder are 1, 2, 3 and so on; they are moved while the club's row
-- is locked.
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
