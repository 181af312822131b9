-- Matchings with a change of the operator that is not released: the columns hold what their companies still see.
CREATE OR REPLACE VIEW withheld_matchings AS
  SELECT matching_id, fair_id, state, held_until, way, slot_id, starts_at, ends_at, place, updated_at
  FROM matching_unreleased WHERE released_at IS NULL;
