-- A search view lists what can be found of a kind: one row per record and language, `aliases` being other names in
-- lines, or null. Triggers of every table that it reads update `search_entries` from it.
CREATE OR REPLACE VIEW search_posts AS
  SELECT post.id AS record_id, text.locale, CASE post.code WHEN 'project' THEN 'project' ELSE 'story' END AS kind,
    build_post_path(post.code, post.slug, post.id) AS path, text.subject AS title, NULL::text AS aliases,
    concat_ws(E'\n', text.summary, strip_html(text.body), collect_texts(text.facts)) AS content,
    (extract(epoch FROM text.publish_from) * 1000)::bigint AS place, text.publish_from AS dated_at,
    text.publish_from AS show_from, text.publish_to AS show_to,
    array_remove(ARRAY[post.thumb], NULL) AS pictures, greatest(post.updated_at, text.updated_at) AS changed_at
  FROM posts AS post JOIN post_texts AS text ON text.post_id = post.id
  WHERE text.state = 'published' AND post.trashed_at IS NULL AND build_post_path(post.code, post.slug, post.id) IS NOT NULL;
SELECT update_search_entries('search_posts');
