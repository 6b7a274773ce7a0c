-- Whom the organisers of a club have taken off its ladder, until they join it again.
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
