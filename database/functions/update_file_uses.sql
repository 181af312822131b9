-- Keeps `file_uses` up to date. Arguments: column of the record id, columns of the row key, columns that refer to
-- files (empty for all), and the column with the kind if it is not the table.
CREATE OR REPLACE FUNCTION update_file_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  kind text := coalesce(coalesce(new_row, old_row) ->> TG_ARGV[3], TG_TABLE_NAME);
BEGIN
  IF old_row = new_row THEN
    RETURN NULL;
  END IF;
  -- Unchanged uses are not touched.
  DELETE FROM file_uses AS file_use WHERE (file_use.source, file_use.part, file_use.file_id) IN (
    SELECT old_use.source, old_use.part, old_use.file_id
      FROM list_file_uses(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], old_row) AS old_use
    EXCEPT SELECT new_use.source, new_use.part, new_use.file_id
      FROM list_file_uses(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], new_row) AS new_use);
  INSERT INTO file_uses SELECT * FROM list_file_uses(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], new_row) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
