-- Keeps `file_uses` up to date. Arguments: column of the record id, columns of the row key, columns that refer to
-- files (empty for all), and the column with the kind if it is not the table.
CREATE OR REPLACE FUNCTION note_file_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  kind text := coalesce(coalesce(becomes, was) ->> TG_ARGV[3], TG_TABLE_NAME);
BEGIN
  IF was = becomes THEN
    RETURN NULL;
  END IF;
  -- Unchanged uses are not touched.
  DELETE FROM file_uses AS use WHERE (use.source, use.part, use.file_id) IN (
    SELECT old_one.source, old_one.part, old_one.file_id
      FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], was) AS old_one
    EXCEPT SELECT new_one.source, new_one.part, new_one.file_id
      FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], becomes) AS new_one);
  INSERT INTO file_uses SELECT * FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], becomes) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
