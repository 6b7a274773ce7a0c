-- Whom the owner of a study asks to become a member.
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
