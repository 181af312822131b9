-- What the search finds of the auction, and the site map lists: works, by title, artist and medium. As in 0007 and 0045.

CREATE VIEW search_works AS
  SELECT work.id AS record_id, locale, 'work' AS kind, '/auction/works/' || work.id AS path,
    work.title ->> locale AS title, concat_ws(' ', work.title ->> 'ko', author.name ->> 'ko') AS aliases,
    concat_ws(' ', coalesce(nullif(author.name ->> locale, ''), author.name ->> 'ko'), work.medium ->> locale, work.made,
      program.title ->> locale, search_plain(work.note ->> locale)) AS content,
    (extract(epoch FROM program.starts_at) * 1000)::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT picture::uuid FROM jsonb_array_elements_text(work.pictures) AS picture) AS pictures,
    work.updated_at AS changed_at
  FROM auction_works AS work
    JOIN auction_programs AS program ON program.id = work.program_id
    LEFT JOIN auction_authors AS author ON author.id = work.author_id,
    unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE program.visible AND work.state NOT IN ('draft', 'withdrawn') AND search_translated(locale, work.title);

CREATE TRIGGER auction_works_search_kept AFTER INSERT OR DELETE ON auction_works
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_works', 'id');
-- Not at a bid, which changes price and end alone.
CREATE TRIGGER auction_works_search_changed
  AFTER UPDATE OF program_id, author_id, title, medium, made, note, pictures, state ON auction_works
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_works', 'id');

-- What a programme or an artist is called is told of the works.
CREATE FUNCTION search_auction_works() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'auction_programs' THEN
    PERFORM search_index('search_works', id) FROM auction_works WHERE program_id = NEW.id;
  ELSE
    PERFORM search_index('search_works', id) FROM auction_works WHERE author_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auction_programs_search AFTER UPDATE OF title, visible, starts_at ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION search_auction_works();
CREATE TRIGGER auction_authors_search AFTER UPDATE OF name ON auction_authors
  FOR EACH ROW EXECUTE FUNCTION search_auction_works();

SELECT search_index('search_works');
