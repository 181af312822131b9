-- Ids of files in columns of a row, anywhere in their values: lists, image addresses in texts. Without column names it
-- scans the whole row.
CREATE OR REPLACE FUNCTION file_uses_in(named_by text, record_column text, part_columns text, naming_columns text,
  content jsonb)
RETURNS SETOF file_uses LANGUAGE sql STABLE AS $$
  SELECT file.id, named_by, content ->> record_column,
    (SELECT string_agg(content ->> own.name, ' ' ORDER BY own.place)
      FROM unnest(string_to_array(part_columns, ',')) WITH ORDINALITY AS own (name, place))
  FROM files AS file
  WHERE file.id IN (SELECT found[1]::uuid
    FROM regexp_matches(
      CASE WHEN naming_columns = '' THEN content::text
        ELSE (SELECT string_agg(content ->> named.name, ' ') FROM unnest(string_to_array(naming_columns, ', ')) AS named (name))
      END,
      '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') AS found)
$$;
