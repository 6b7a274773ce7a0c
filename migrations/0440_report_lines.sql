-- What the two have said at the board up to the report, one JSON object a line: who of them, when
-- and what. Chat is kept nowhere else.
ALTER TABLE reports ADD COLUMN lines TEXT;

-- Moderators look for accounts of one address.
CREATE INDEX sessions_by_address ON sessions (address);
