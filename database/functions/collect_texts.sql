-- All texts in a JSON value, without the names of its fields.
CREATE OR REPLACE FUNCTION collect_texts(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', E'\n') FROM jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') AS part
$$;
