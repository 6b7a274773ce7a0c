-- Pictures that admins give the whole site: its sign, as PNG.
CREATE TABLE site_files (
    name TEXT NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);
