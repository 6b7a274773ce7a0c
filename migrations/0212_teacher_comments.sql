-- Of which reviews of their games pupils are told, because a teacher has commented there.
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
