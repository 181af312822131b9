-- First matches if there are many: each rank is searched among the newest rows first.
CREATE OR REPLACE FUNCTION search_first(of_kind text, in_locale text, at timestamptz, terms text[], whole text,
  amount integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  newest bigint;
  found uuid[] := '{}';
  part uuid[];
  missing integer;
BEGIN
  FOR rank IN 0 .. 2 LOOP
    missing := amount - cardinality(found);
    EXIT WHEN missing <= 0;
    part := '{}';
    IF rank > 0 AND missing <= 40 THEN
      part := search_walked(of_kind, in_locale, at, terms, whole, rank, 50 + 10 * missing, missing);
    END IF;
    IF rank > 0 AND cardinality(part) < missing THEN
      newest := coalesce(newest, (
        SELECT place FROM search_entries WHERE kind = of_kind ORDER BY place DESC, record_id DESC OFFSET 5000 LIMIT 1));
    END IF;
    IF rank > 0 AND newest IS NOT NULL AND cardinality(part) < missing THEN
      part := search_indexed(of_kind, in_locale, at, terms, whole, rank, newest, missing);
    END IF;
    IF cardinality(part) < missing THEN
      part := search_indexed(of_kind, in_locale, at, terms, whole, rank, NULL, missing);
    END IF;
    found := found || part;
  END LOOP;
  RETURN found;
END $$;
