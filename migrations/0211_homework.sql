-- What a teacher gives pupils to do.
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

-- Who has it to do.
CREATE TABLE club_homework_pupils (
    homework_id UUID NOT NULL REFERENCES club_homework (id),
    pupil_id UUID NOT NULL REFERENCES club_members (id),
    PRIMARY KEY (homework_id, pupil_id)
);
CREATE INDEX club_homework_pupils_by_pupil ON club_homework_pupils (pupil_id);

-- What they have done of it.
CREATE TABLE club_homework_done (
    homework_id UUID NOT NULL REFERENCES club_homework (id),
    pupil_id UUID NOT NULL REFERENCES club_members (id),
    place BIGINT NOT NULL,
    done_ms BIGINT NOT NULL,
    PRIMARY KEY (homework_id, pupil_id, place)
);
CREATE INDEX club_homework_done_by_pupil ON club_homework_done (pupil_id);
