-- By what people with accounts are found, besides their handles.
CREATE TABLE people (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    -- Their public id as a number.
    code BIGINT NOT NULL,
    -- Which version of the player this was made of; of another one it is made anew.
    version BIGINT NOT NULL
);
CREATE INDEX people_by_code ON people (code);

-- Both their names, folded, from every word on to the end. As bytes, which both databases order alike.
CREATE TABLE people_terms (
    term BYTEA NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id),
    PRIMARY KEY (term, user_id)
);
CREATE INDEX people_terms_by_user ON people_terms (user_id);
