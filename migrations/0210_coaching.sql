-- Members of a club who teach others there. They are known by their lines of the club's list, so
-- that who leaves and comes back is neither teacher nor pupil.
CREATE TABLE club_teachers (
    member_id UUID NOT NULL PRIMARY KEY REFERENCES club_members (id),
    club_id UUID NOT NULL REFERENCES clubs (id),
    since_ms BIGINT NOT NULL
);
CREATE INDEX club_teachers_by_club ON club_teachers (club_id, since_ms);

-- Who learns with whom. Neither sees more of the other before both have agreed.
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
