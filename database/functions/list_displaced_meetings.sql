-- Confirmed meetings that would lose their slot or place under a changed setup of a fair. Meetings displaced earlier
-- are handled on the schedule board.
CREATE OR REPLACE FUNCTION list_displaced_meetings(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer,
  rooms integer)
RETURNS TABLE (matching_id uuid, changed text) LANGUAGE sql STABLE AS $$
  WITH grid AS (SELECT starts_at, ends_at FROM generate_slot_grid(sessions, breaks, minutes)),
    meeting AS (
      SELECT meeting.id, meeting.way, meeting.place,
        EXISTS (SELECT FROM grid WHERE grid.starts_at = meeting.starts_at AND grid.ends_at = meeting.ends_at) AS keeps_slot
      FROM matchings AS meeting JOIN fair_slots AS slot ON slot.id = meeting.slot_id
        JOIN fair_places AS place ON place.fair_id = meeting.fair_id AND place.way = meeting.way AND place.number = meeting.place
      WHERE meeting.fair_id = fair AND meeting.state = 'confirmed' AND NOT slot.closed AND NOT place.closed)
  SELECT meeting.id, CASE WHEN meeting.keeps_slot THEN 'place' ELSE 'slot' END FROM meeting
  WHERE NOT meeting.keeps_slot OR meeting.place > CASE meeting.way WHEN 'offline' THEN tables ELSE rooms END
$$;
