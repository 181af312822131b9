-- All texts of one language in a JSON value with translations at any depth.
CREATE OR REPLACE FUNCTION collect_texts_in_language(value jsonb, locale text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', E'\n') FROM jsonb_path_query(value,
    format('strict $.** ? (@.type() == "object" && exists (@.%1$s)).%1$s ? (@.type() == "string")', locale)::jsonpath) AS part
$$;
