-- The audit logs of clubs keep acts as JSON. Until now there was a word, and a text whose form
-- depended on the word. Names and titles were lines without control characters.
UPDATE club_acts SET details = REPLACE(REPLACE(details, '\', '\\'), '"', '\"');
UPDATE club_acts SET details = '{"t":"' || action || '"' || CASE
    WHEN action = 'join' THEN
        ',"by_invitation":' || CASE details WHEN 'invitation' THEN 'true' ELSE 'false' END
    WHEN action = 'invite' THEN ',"days":' || REPLACE(details, ' d', '')
    WHEN action = 'import' THEN
        ',"added":' || REPLACE(REPLACE(details, '+', ''), ' ~', ',"changed":')
    WHEN action IN ('announce', 'reword', 'set_homework', 'drop_homework', 'tick', 'untick') THEN
        ',"title":"' || details || '"'
    WHEN action IN ('add', 'change', 'remove') THEN ',"name":"' || details || '"'
    WHEN action IN ('ban', 'ladder_remove') THEN ',"reason":"' || details || '"'
    WHEN action = 'role' THEN ',"role":"' || details || '"'
    WHEN action = 'ladder_place' THEN ',"place":' || details
    -- The name on a line without an account stood before the last colon.
    WHEN action = 'award' AND about_id IS NULL THEN
        ',"name":"' || SUBSTR(details, 1, LENGTH(RTRIM(details, REPLACE(details, ':', ''))) - 1)
        || '","grade":"' || SUBSTR(details, LENGTH(RTRIM(details, REPLACE(details, ':', ''))) + 2)
        || '"'
    WHEN action = 'award' THEN ',"name":"","grade":"' || details || '"'
    ELSE ''
END || '}';
-- Grades were spelled in full once, and nothing was written of one that was revoked.
UPDATE club_acts SET details = REPLACE(REPLACE(REPLACE(
    details, '-kyu"}', 'k"}'), '-dan"}', 'd"}'), '"grade":""}', '"grade":null}')
WHERE action = 'award';
ALTER TABLE club_acts DROP COLUMN action;
ALTER TABLE club_acts RENAME COLUMN details TO act;
