-- One file in the place of another, in whatever column records name it: the same places in which `note_file_uses` finds
-- files. `with_file_replaced` is a value in which the second stands for the first.

CREATE FUNCTION with_file_replaced(content uuid, was uuid, becomes uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN content = was THEN becomes ELSE content END
$$;

-- A list names each file once.
CREATE FUNCTION with_file_replaced(content uuid[], was uuid, becomes uuid) RETURNS uuid[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(file ORDER BY place), '{}') FROM (
    SELECT file, min(place) AS place FROM unnest(array_replace(content, was, becomes)) WITH ORDINALITY AS named (file, place)
    GROUP BY file) AS once
$$;

-- In a text a picture has the address of a width that its file has, and the proportion of its pixels: both are those of
-- the new one, in no more room than the old one took.
CREATE FUNCTION with_file_replaced(content text, was uuid, becomes uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  file files;
  found text;
  asked integer;
BEGIN
  IF content IS NULL OR content !~* was::text THEN RETURN content; END IF;
  SELECT * INTO file FROM files WHERE id = becomes;
  IF file.kind = 'picture' THEN
    FOR found IN SELECT DISTINCT image[1]
      FROM regexp_matches(content, '<img\s[^>]*/files/' || was || '/[^>]*>', 'gi') AS image
    LOOP
      asked := substring(found FROM '\swidth="(\d{1,5})"')::integer;
      CONTINUE WHEN asked IS NULL;
      asked := least(asked, file.width);
      content := replace(content, found, regexp_replace(
        regexp_replace(found, '(\swidth=")\d+', '\1' || asked),
        '(\sheight=")\d+', '\1' || greatest(1, round(asked::numeric * file.height / file.width))));
    END LOOP;
    FOR found IN SELECT DISTINCT address[1]
      FROM regexp_matches(content, '/files/' || was || '/\d{1,4}\.(?:avif|webp)', 'gi') AS address
    LOOP
      asked := substring(found FROM '/(\d{1,4})\.')::integer;
      content := replace(content, found, '/files/' || becomes || '/' || coalesce(
        (SELECT min(width) FROM unnest(file.widths) AS width WHERE width >= asked),
        (SELECT max(width) FROM unnest(file.widths) AS width)) || '.webp');
    END LOOP;
  END IF;
  RETURN regexp_replace(content, was::text, becomes::text, 'gi');
END $$;

CREATE FUNCTION with_file_replaced(content jsonb, was uuid, becomes uuid) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF content IS NULL OR content::text !~* was::text THEN RETURN content; END IF;
  CASE jsonb_typeof(content)
    WHEN 'string' THEN
      RETURN to_jsonb(with_file_replaced(content #>> '{}', was, becomes));
    WHEN 'object' THEN
      RETURN (SELECT jsonb_object_agg(key, with_file_replaced(value, was, becomes)) FROM jsonb_each(content));
    ELSE
      RETURN (SELECT jsonb_agg(part ORDER BY place) FROM (
        SELECT part, place, row_number() OVER (PARTITION BY part ORDER BY place) AS turn FROM (
          SELECT with_file_replaced(value, was, becomes) AS part, place
          FROM jsonb_array_elements(content) WITH ORDINALITY AS parts (value, place)) AS changed) AS counted
        WHERE turn = 1 OR part <> to_jsonb(becomes));
  END CASE;
END $$;

-- Records of the kinds that follow (`following`: names as `file_uses.source` has them) name the new file; answers which
-- did. Their versions move on, so that who has one of them open is told. Each value is made of the row as it is when it is
-- written, so that what was committed while one waited for it is in it. The caller holds the rows of both files: of two
-- that replace the same one the later finds nothing left to do.
CREATE FUNCTION replace_file(was uuid, becomes uuid, following text[], moment timestamptz)
RETURNS TABLE (named_by text, record text) LANGUAGE plpgsql AS $$
DECLARE
  watched record;
  naming text;
  records uuid[];
  parent regclass;
  is_named text;
BEGIN
  FOR watched IN
    -- The arguments of `note_file_uses`, each ended by a zero byte.
    SELECT own.tgrelid::regclass AS relation, named.relname::text AS name, split_part(args, '\000', 1) AS record_column,
      string_to_array(replace(split_part(args, '\000', 3), ' ', ''), ',') AS columns, split_part(args, '\000', 4) AS kind_column
    FROM pg_trigger AS own JOIN pg_class AS named ON named.oid = own.tgrelid, encode(own.tgargs, 'escape') AS args
    WHERE own.tgfoid = 'note_file_uses'::regproc ORDER BY named.relname
  LOOP
    records := (SELECT array_agg(DISTINCT used.record_id::uuid) FROM file_uses AS used
      WHERE used.file_id = was AND used.source = ANY (following) AND (watched.kind_column <> '' OR used.source = watched.name));
    CONTINUE WHEN records IS NULL;
    -- Of a row that is a part, the record has the version.
    parent := (SELECT reference.confrelid FROM pg_constraint AS reference
      JOIN pg_attribute AS part ON part.attrelid = reference.conrelid AND part.attnum = reference.conkey[1]
      WHERE reference.conrelid = watched.relation AND reference.contype = 'f' AND cardinality(reference.conkey) = 1
        AND part.attname = watched.record_column);
    FOR naming IN
      SELECT own.attname FROM pg_attribute AS own
      WHERE own.attrelid = watched.relation AND own.attnum > 0 AND NOT own.attisdropped AND own.attgenerated = ''
        AND own.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype, 'text'::regtype, 'jsonb'::regtype)
        AND own.attname NOT IN ('id', watched.record_column)
        AND (cardinality(watched.columns) = 0 OR own.attname = ANY (watched.columns))
      ORDER BY own.attnum
    LOOP
      is_named := format('own.%I = ANY ($1) AND own.%I::text ~* $2::text', watched.record_column, naming)
        || CASE WHEN watched.kind_column = '' THEN '' ELSE format(' AND own.%I = ANY ($5)', watched.kind_column) END;
      -- The record before its parts, as whoever edits it does.
      IF parent IS NOT NULL THEN
        EXECUTE format('UPDATE %s AS whole SET updated_at = greatest($4, whole.updated_at + interval ''1 millisecond'')
          WHERE whole.id IN (SELECT own.%I FROM %s AS own WHERE %s)', parent, watched.record_column, watched.relation, is_named)
          USING records, was, becomes, moment, following;
      END IF;
      RETURN QUERY EXECUTE format('UPDATE %1$s AS own SET %2$I = with_file_replaced(own.%2$I, $2, $3),
          updated_at = greatest($4, own.updated_at + interval ''1 millisecond'')
        WHERE %3$s RETURNING %4$s, own.%5$I::text',
        watched.relation, naming, is_named,
        CASE WHEN watched.kind_column = '' THEN quote_literal(watched.name) || '::text' ELSE format('own.%I', watched.kind_column) END,
        watched.record_column)
        USING records, was, becomes, moment, following;
    END LOOP;
  END LOOP;
END $$;
