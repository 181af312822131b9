-- Requests of a buyer that await an answer, as its company sees them: including one that the operator has placed
-- without release.
CREATE OR REPLACE FUNCTION count_open_requests(fair uuid, buyer uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM matchings AS request
    LEFT JOIN withheld_matchings AS withheld ON withheld.matching_id = request.id
  WHERE request.fair_id = fair AND request.buyer_id = buyer
    AND CASE WHEN withheld.matching_id IS NULL THEN request.state ELSE withheld.state END IN ('requested', 'offered', 'expired')
$$;
