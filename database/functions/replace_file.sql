-- Replaces a file in the records of the given kinds (`following`, as in `file_uses.source`) and returns those changed.
-- Each value is computed from the current row; versions increase, so that open editors notice. The caller locks both
-- files: of two concurrent replacements the second finds nothing.
CREATE OR REPLACE FUNCTION replace_file(was uuid, becomes uuid, following text[], moment timestamptz)
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
    -- If the row is a part of a record, the record has the version.
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
      -- The record before its parts, as editors lock them.
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
