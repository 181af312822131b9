-- The content of what can be found keeps its blocks apart, a line each: an excerpt said title and text in one breath.
-- Line ends are no part of any key, so what is found stays the same.

-- The text of sanitised HTML, a line for each block.
CREATE OR REPLACE FUNCTION search_plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html, '</?(b|strong|em|i|u|s|a|sub|sup|code)( [^>]*)?>', '', 'gi'), '<[^>]*>', E'\n', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '[^\S\n]+', ' ', 'g'), ' ?\n\s*', E'\n', 'g'), E' \n')
$$;

CREATE OR REPLACE FUNCTION search_texts(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', E'\n') FROM jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') AS part
$$;

CREATE OR REPLACE FUNCTION search_texts_in(value jsonb, locale text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', E'\n') FROM jsonb_path_query(value,
    format('strict $.** ? (@.type() == "object" && exists (@.%1$s)).%1$s ? (@.type() == "string")', locale)::jsonpath) AS part
$$;

CREATE OR REPLACE VIEW search_posts AS
  SELECT post.id AS record_id, text.locale, CASE post.code WHEN 'project' THEN 'project' ELSE 'story' END AS kind,
    post_path(post.code, post.slug, post.id) AS path, text.subject AS title, NULL::text AS aliases,
    concat_ws(E'\n', text.summary, search_plain(text.body), search_texts(text.facts)) AS content,
    (extract(epoch FROM text.publish_from) * 1000)::bigint AS place, text.publish_from AS dated_at,
    text.publish_from AS show_from, text.publish_to AS show_to,
    array_remove(ARRAY[post.thumb], NULL) AS pictures, greatest(post.updated_at, text.updated_at) AS changed_at
  FROM posts AS post JOIN post_texts AS text ON text.post_id = post.id
  WHERE text.state = 'published' AND post.trashed_at IS NULL AND post_path(post.code, post.slug, post.id) IS NOT NULL;

CREATE OR REPLACE VIEW search_lawyers AS
  SELECT lawyer.id AS record_id, locale, 'lawyer' AS kind, '/introduction/lawyer/' || lawyer.key AS path,
    lawyer.title ->> locale AS title, concat_ws(E'\n', lawyer.title_en, lawyer.title ->> 'ko') AS aliases,
    concat_ws(E'\n', search_plain(lawyer.comment ->> locale), search_plain(lawyer.greeting ->> locale), search_texts(coalesce(lawyer.info -> locale, lawyer.info -> 'ko'))) AS content,
    -lawyer.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[lawyer.picture], NULL) AS pictures, lawyer.updated_at AS changed_at
  FROM lawyers AS lawyer, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE lawyer.visible AND search_translated(locale, lawyer.title, lawyer.comment);

CREATE OR REPLACE VIEW search_practices AS
  SELECT practice.id AS record_id, locale, 'practice' AS kind, practice.path,
    practice.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(E'\n', practice.summary ->> locale, search_plain(search_texts_in(practice.blocks, locale))) AS content,
    -practice.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[practice.picture], NULL) AS pictures, practice.updated_at AS changed_at
  FROM practices AS practice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE practice.visible AND practice.path LIKE '/%' AND search_translated(locale, practice.title, practice.summary);

CREATE OR REPLACE VIEW search_offices AS
  SELECT office.id AS record_id, locale, 'office' AS kind, '/contact/' || office.key AS path,
    office.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(E'\n', office.address ->> locale, office.floor ->> locale, office.phone, office.hours ->> locale,
      office.transit ->> locale, office.parking ->> locale) AS content,
    -office.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[office.picture] || office.photos, NULL) AS pictures, office.updated_at AS changed_at
  FROM offices AS office, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE office.visible AND search_translated(locale, office.title, office.address, office.floor, office.hours);

SELECT search_index(source)
FROM unnest(ARRAY['search_posts', 'search_lawyers', 'search_practices', 'search_offices']) AS source;
