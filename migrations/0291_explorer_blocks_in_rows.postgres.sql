-- A block fills a page, and stays in its row: elsewhere it would be cut into five pieces.
ALTER TABLE explorer_blocks SET (toast_tuple_target = 8160);
