-- Works of the auction; hidden artists are not named.
CREATE OR REPLACE VIEW search_works AS
  SELECT work.id AS record_id, locale, 'work' AS kind, '/auction/works/' || work.id AS path,
    work.title ->> locale AS title, concat_ws(' ', work.title ->> 'ko', author.name ->> 'ko') AS aliases,
    concat_ws(' ', coalesce(nullif(author.name ->> locale, ''), author.name ->> 'ko'), work.medium ->> locale, work.made,
      program.title ->> locale, strip_html(work.note ->> locale)) AS content,
    (extract(epoch FROM program.starts_at) * 1000)::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT picture::uuid FROM jsonb_array_elements_text(work.pictures) AS picture) AS pictures,
    work.updated_at AS changed_at
  FROM auction_works AS work
    JOIN auction_programs AS program ON program.id = work.program_id
    LEFT JOIN auction_authors AS author ON author.id = work.author_id AND author.visible,
    unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE program.visible AND work.state NOT IN ('draft', 'withdrawn') AND is_fully_translated(locale, work.title);
SELECT update_search_entries('search_works');
