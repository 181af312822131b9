-- Requests of a buyer that await an answer, as its company sees them: including one that the operator has placed
-- without release.
CREATE OR REPLACE FUNCTION open_requests(fair uuid, buyer uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT count(*)::int FROM matchings AS asked
    LEFT JOIN withheld_matchings AS kept ON kept.matching_id = asked.id
  WHERE asked.fair_id = fair AND asked.buyer_id = buyer
    AND CASE WHEN kept.matching_id IS NULL THEN asked.state ELSE kept.state END IN ('requested', 'offered', 'expired')
$$;
