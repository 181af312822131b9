-- Which record names which file of the library, kept by triggers of the tables that name some. A file that is named
-- cannot be removed, since the reference restricts it, in whatever column it is named; who names one holds its row
-- meanwhile (`requireFile`).

CREATE TABLE file_uses (
  file_id uuid NOT NULL REFERENCES files (id),
  -- The table; of a draft the kind of record that it is of.
  source text NOT NULL,
  -- What the console opens.
  record_id text NOT NULL,
  -- The row, where several make one record.
  part text NOT NULL,
  PRIMARY KEY (source, part, file_id)
);
CREATE INDEX file_uses_file ON file_uses (file_id, record_id, source);

-- Ids in columns of a row that are those of files, wherever they stand there: in a list, in the address of a picture in a
-- text. Of all columns where none are named.
CREATE FUNCTION file_uses_in(named_by text, record_column text, part_columns text, naming_columns text, content jsonb)
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

-- Arguments: the column of the record, those of the row, those that name files, and the column that has the kind where the
-- table does not say it.
CREATE FUNCTION note_file_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  kind text := coalesce(coalesce(becomes, was) ->> TG_ARGV[3], TG_TABLE_NAME);
BEGIN
  IF was = becomes THEN
    RETURN NULL;
  END IF;
  -- What stays named is not touched.
  DELETE FROM file_uses AS use WHERE (use.source, use.part, use.file_id) IN (
    SELECT old_one.source, old_one.part, old_one.file_id
      FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], was) AS old_one
    EXCEPT SELECT new_one.source, new_one.part, new_one.file_id
      FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], becomes) AS new_one);
  INSERT INTO file_uses SELECT * FROM file_uses_in(kind, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], becomes) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- `naming_columns` are those that name files, where others change often or have what members write; else any change is
-- looked at, and the whole row.
CREATE FUNCTION watch_file_uses(
  watched regclass, record_column text DEFAULT 'id', part_columns text DEFAULT 'id', naming_columns text DEFAULT '',
  kind_column text DEFAULT ''
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR DELETE OR UPDATE %s ON %s FOR EACH ROW EXECUTE FUNCTION note_file_uses(%L, %L, %L, %L)',
    watched || '_files', 'OF ' || nullif(naming_columns, ''), watched, record_column, part_columns, naming_columns, kind_column);
  EXECUTE format('INSERT INTO file_uses SELECT use.* FROM %s AS own,
      file_uses_in(coalesce(to_jsonb(own) ->> %L, %L), %L, %L, %L, to_jsonb(own)) AS use ON CONFLICT DO NOTHING',
    watched, kind_column, watched, record_column, part_columns, naming_columns);
END $$;

SELECT watch_file_uses('posts', naming_columns => 'thumb, files');
SELECT watch_file_uses('post_texts', 'post_id', 'post_id,locale');
SELECT watch_file_uses('banners', naming_columns => 'pictures');
SELECT watch_file_uses('popups');
SELECT watch_file_uses('sections');
SELECT watch_file_uses('practices');
SELECT watch_file_uses('lawyers');
SELECT watch_file_uses('offices');
SELECT watch_file_uses('notifications', naming_columns => 'body');
SELECT watch_file_uses('faqs', naming_columns => 'answer');
SELECT watch_file_uses('terms');
SELECT watch_file_uses('message_templates');
SELECT watch_file_uses('sendings', naming_columns => 'html');
SELECT watch_file_uses('drafts', 'record_id', 'entity,record_id', kind_column => 'entity');
SELECT watch_file_uses('fairs', naming_columns => 'thumbs, body');
SELECT watch_file_uses('match_products', naming_columns => 'pictures');
SELECT watch_file_uses('auction_authors');
SELECT watch_file_uses('auction_works', naming_columns => 'pictures');
SELECT watch_file_uses('auction_files');
SELECT watch_file_uses('shop_goods', naming_columns => 'pictures');
SELECT watch_file_uses('shop_order_lines', 'order_id', 'id', naming_columns => 'picture');
SELECT watch_file_uses('shop_exchanges', naming_columns => 'pictures');
SELECT watch_file_uses('shop_returns', naming_columns => 'pictures');
SELECT watch_file_uses('shop_reviews', naming_columns => 'pictures');

DROP FUNCTION watch_file_uses(regclass, text, text, text, text);
