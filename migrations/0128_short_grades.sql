-- Grades have one spelling: 3k and 2d, where clubs' grades were 3-kyu and 2-dan.
UPDATE club_members SET grade = REPLACE(REPLACE(grade, '-kyu', 'k'), '-dan', 'd') WHERE grade IS NOT NULL;
