-- When the owner froze the account by the link of a letter: nobody signs in until a new password was
-- chosen, by a letter to `frozen_email`, where that link had been sent, and nowhere else.
ALTER TABLE accounts ADD COLUMN frozen_ms BIGINT;
ALTER TABLE accounts ADD COLUMN frozen_email TEXT;
ALTER TABLE accounts ADD COLUMN frozen_email_key TEXT;
-- When the letter with the link was written: one that was written earlier outranks it.
ALTER TABLE accounts ADD COLUMN frozen_by_ms BIGINT;
CREATE INDEX accounts_by_frozen_email ON accounts (frozen_email_key)
    WHERE frozen_email_key IS NOT NULL;
