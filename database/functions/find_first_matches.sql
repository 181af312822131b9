-- First matches if there are many: each rank is searched among the newest 5000 rows first.
CREATE OR REPLACE FUNCTION find_first_matches(of_kind text, in_locale text, at timestamptz, terms text[], query_key text,
  page_size integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  min_place bigint;
  found uuid[] := '{}';
  matches uuid[];
  missing integer;
BEGIN
  FOR rank IN 0 .. 2 LOOP
    missing := page_size - cardinality(found);
    EXIT WHEN missing <= 0;
    matches := '{}';
    IF rank > 0 AND missing <= 40 THEN
      matches := find_matches_by_scan(of_kind, in_locale, at, terms, query_key, rank, 50 + 10 * missing, missing);
    END IF;
    IF rank > 0 AND cardinality(matches) < missing THEN
      min_place := coalesce(min_place, (
        SELECT place FROM search_entries WHERE kind = of_kind ORDER BY place DESC, record_id DESC OFFSET 5000 LIMIT 1));
    END IF;
    IF rank > 0 AND min_place IS NOT NULL AND cardinality(matches) < missing THEN
      matches := find_matches_by_index(of_kind, in_locale, at, terms, query_key, rank, min_place, missing);
    END IF;
    IF cardinality(matches) < missing THEN
      matches := find_matches_by_index(of_kind, in_locale, at, terms, query_key, rank, NULL, missing);
    END IF;
    found := found || matches;
  END LOOP;
  RETURN found;
END $$;
