-- What somebody says of themselves on their page, in one line.
ALTER TABLE accounts ADD COLUMN about TEXT NOT NULL DEFAULT '';
