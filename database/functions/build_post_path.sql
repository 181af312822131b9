-- Path of a post; null on boards without pages.
CREATE OR REPLACE FUNCTION build_post_path(code text, slug text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE code WHEN 'news' THEN '/story/' WHEN 'project' THEN '/project/' END || coalesce(slug, id::text)
$$;
