-- Replaces a file in the records of the given kinds (`sources`, as in `file_uses.source`) and returns those changed.
-- Each value is computed from the current row; versions increase, so that open editors notice. The caller locks both
-- files: of two concurrent replacements the second finds nothing.
CREATE OR REPLACE FUNCTION replace_file(old_file uuid, new_file uuid, sources text[], changed_at timestamptz)
RETURNS TABLE (source text, record text) LANGUAGE plpgsql AS $$
DECLARE
  watch record;
  file_column text;
  records uuid[];
  parent regclass;
  condition text;
BEGIN
  FOR watch IN
    -- The arguments of `update_file_uses`, each ended by a zero byte.
    SELECT file_trigger.tgrelid::regclass AS relation, watched_table.relname::text AS name, split_part(args, '\000', 1) AS record_column,
      string_to_array(replace(split_part(args, '\000', 3), ' ', ''), ',') AS columns, split_part(args, '\000', 4) AS kind_column
    FROM pg_trigger AS file_trigger JOIN pg_class AS watched_table ON watched_table.oid = file_trigger.tgrelid, encode(file_trigger.tgargs, 'escape') AS args
    WHERE file_trigger.tgfoid = 'update_file_uses'::regproc ORDER BY watched_table.relname
  LOOP
    records := (SELECT array_agg(DISTINCT used.record_id::uuid) FROM file_uses AS used
      WHERE used.file_id = old_file AND used.source = ANY (sources) AND (watch.kind_column <> '' OR used.source = watch.name));
    CONTINUE WHEN records IS NULL;
    -- If the row is a part of a record, the record has the version.
    parent := (SELECT reference.confrelid FROM pg_constraint AS reference
      JOIN pg_attribute AS part ON part.attrelid = reference.conrelid AND part.attnum = reference.conkey[1]
      WHERE reference.conrelid = watch.relation AND reference.contype = 'f' AND cardinality(reference.conkey) = 1
        AND part.attname = watch.record_column);
    FOR file_column IN
      SELECT attribute.attname FROM pg_attribute AS attribute
      WHERE attribute.attrelid = watch.relation AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
        AND attribute.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype, 'text'::regtype, 'jsonb'::regtype)
        AND attribute.attname NOT IN ('id', watch.record_column)
        AND (cardinality(watch.columns) = 0 OR attribute.attname = ANY (watch.columns))
      ORDER BY attribute.attnum
    LOOP
      condition := format('target.%I = ANY ($1) AND target.%I::text ~* $2::text', watch.record_column, file_column)
        || CASE WHEN watch.kind_column = '' THEN '' ELSE format(' AND target.%I = ANY ($5)', watch.kind_column) END;
      -- The record before its parts, as editors lock them.
      IF parent IS NOT NULL THEN
        EXECUTE format('UPDATE %s AS parent SET updated_at = greatest($4, parent.updated_at + interval ''1 millisecond'')
          WHERE parent.id IN (SELECT target.%I FROM %s AS target WHERE %s)', parent, watch.record_column, watch.relation, condition)
          USING records, old_file, new_file, changed_at, sources;
      END IF;
      RETURN QUERY EXECUTE format('UPDATE %1$s AS target SET %2$I = replace_file_in_value(target.%2$I, $2, $3),
          updated_at = greatest($4, target.updated_at + interval ''1 millisecond'')
        WHERE %3$s RETURNING %4$s, target.%5$I::text',
        watch.relation, file_column, condition,
        CASE WHEN watch.kind_column = '' THEN quote_literal(watch.name) || '::text' ELSE format('target.%I', watch.kind_column) END,
        watch.record_column)
        USING records, old_file, new_file, changed_at, sources;
    END LOOP;
  END LOOP;
END $$;
