-- Confirmed meetings that would lose their slot or place under a changed setup of a fair. Meetings displaced earlier
-- are settled on the board.
CREATE OR REPLACE FUNCTION fair_falls(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer,
  rooms integer)
RETURNS TABLE (matching_id uuid, changed text) LANGUAGE sql STABLE AS $$
  WITH grid AS (SELECT starts_at, ends_at FROM fair_grid(sessions, breaks, minutes)),
    met AS (
      SELECT met.id, met.way, met.place,
        EXISTS (SELECT FROM grid WHERE grid.starts_at = met.starts_at AND grid.ends_at = met.ends_at) AS kept
      FROM matchings AS met JOIN fair_slots AS slot ON slot.id = met.slot_id
        JOIN fair_places AS place ON place.fair_id = met.fair_id AND place.way = met.way AND place.number = met.place
      WHERE met.fair_id = fair AND met.state = 'confirmed' AND NOT slot.closed AND NOT place.closed)
  SELECT met.id, CASE WHEN met.kept THEN 'place' ELSE 'slot' END FROM met
  WHERE NOT met.kept OR met.place > CASE met.way WHEN 'offline' THEN tables ELSE rooms END
$$;
