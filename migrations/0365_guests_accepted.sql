-- Whether guests may be paired with an account, and take what it offers to all.
ALTER TABLE accounts ADD COLUMN accepts_guests BOOLEAN NOT NULL DEFAULT TRUE;
