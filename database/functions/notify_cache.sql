-- Tells every process which cached responses a change invalidates, on commit. The arguments are cache tags; `{column}`
-- in a tag is replaced by the column's value in the old and in the new row.
CREATE OR REPLACE FUNCTION notify_cache() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tag text;
  name text;
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
BEGIN
  FOREACH tag IN ARRAY TG_ARGV LOOP
    name := substring(tag FROM '\{(\w+)\}');
    IF name IS NULL THEN
      PERFORM pg_notify('cache', tag);
    ELSE
      IF old_row IS NOT NULL THEN PERFORM pg_notify('cache', replace(tag, '{' || name || '}', coalesce(old_row ->> name, ''))); END IF;
      IF new_row IS NOT NULL THEN PERFORM pg_notify('cache', replace(tag, '{' || name || '}', coalesce(new_row ->> name, ''))); END IF;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
