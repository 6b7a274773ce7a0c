-- Reviews were called studies when their table was made. Studies are something else now: several
-- chapters, each of which is a review.
DROP INDEX studies_by_owner;
DROP INDEX studies_public;
ALTER TABLE studies RENAME TO reviews;
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
);
CREATE INDEX studies_by_owner ON studies (owner_id, updated_ms, id);
CREATE INDEX studies_newest ON studies (visibility, created_ms, id);
CREATE INDEX studies_liked ON studies (visibility, n_likes, id);

-- Who belongs to a study that is somebody else's.
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
    user_id UUID NOT NULL,
    PRIMARY KEY (study_id, user_id)
);
CREATE INDEX study_likes_by_user ON study_likes (user_id);

-- Of a chapter, its study, whose owner the review's owner is.
ALTER TABLE reviews ADD COLUMN study_id UUID;
-- Its place in the order of chapters; places may be missing.
ALTER TABLE reviews ADD COLUMN place BIGINT;
ALTER TABLE reviews ADD COLUMN name TEXT;
-- 'sente' or 'gote': who is at the bottom of the board.
ALTER TABLE reviews ADD COLUMN orientation TEXT;
-- 'normal', 'practice' or 'hide_next'.
ALTER TABLE reviews ADD COLUMN mode TEXT;
-- Who has added it.
ALTER TABLE reviews ADD COLUMN added_by UUID;
-- Who plays, as its record says.
ALTER TABLE reviews ADD COLUMN sente_name TEXT;
ALTER TABLE reviews ADD COLUMN gote_name TEXT;
-- The opening that its record names.
ALTER TABLE reviews ADD COLUMN opening TEXT;
CREATE INDEX reviews_by_study ON reviews (study_id, place);
