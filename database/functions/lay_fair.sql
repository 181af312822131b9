-- Updates slots and places to the setup of the fair. Slots and places in use are closed instead of deleted. Those that
-- will be closed are locked first, so that a concurrent booking completes before or fails. Meetings that lose their
-- seat must be the ones that the operator saw: `match.falls` is the mark that the operator confirmed in this
-- transaction; `match.fallen` returns their ids.
CREATE OR REPLACE FUNCTION lay_fair() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mark text;
BEGIN
  PERFORM FROM fair_slots AS slot WHERE slot.fair_id = NEW.id AND NOT slot.closed AND NOT EXISTS (
    SELECT FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at)
    ORDER BY slot.id FOR NO KEY UPDATE;
  PERFORM FROM fair_places AS place WHERE place.fair_id = NEW.id AND NOT place.closed
    AND place.number > CASE place.way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END
    ORDER BY place.way, place.number FOR NO KEY UPDATE;
  mark := fair_falls_mark(NEW.id, NEW.sessions, NEW.breaks, NEW.slot_minutes, NEW.tables, NEW.rooms);
  IF mark <> coalesce(current_setting('match.falls', true), '') THEN
    RAISE EXCEPTION 'meetings fall out that nobody saw' USING ERRCODE = '23514', TABLE = 'fairs', CONSTRAINT = 'fairs_falls';
  END IF;
  PERFORM set_config('match.fallen', coalesce((SELECT string_agg(matching_id::text, ',')
    FROM fair_falls(NEW.id, NEW.sessions, NEW.breaks, NEW.slot_minutes, NEW.tables, NEW.rooms)), ''), true);

  UPDATE fair_slots AS slot SET closed = true WHERE slot.fair_id = NEW.id AND NOT slot.closed AND NOT EXISTS (
    SELECT FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at);
  DELETE FROM fair_slots AS slot WHERE slot.fair_id = NEW.id AND slot.closed
    AND NOT EXISTS (SELECT FROM matchings WHERE matchings.slot_id = slot.id)
    AND NOT EXISTS (SELECT FROM matching_picks AS pick WHERE pick.slot_id = slot.id)
    AND NOT EXISTS (SELECT FROM matching_unreleased AS told WHERE told.slot_id = slot.id);
  UPDATE fair_slots AS slot SET closed = false WHERE slot.fair_id = NEW.id AND slot.closed AND EXISTS (
    SELECT FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at);
  INSERT INTO fair_slots (fair_id, starts_at, ends_at)
    SELECT NEW.id, grid.starts_at, grid.ends_at FROM fair_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE NOT EXISTS (SELECT FROM fair_slots AS slot
      WHERE slot.fair_id = NEW.id AND slot.starts_at = grid.starts_at AND slot.ends_at = grid.ends_at);
  UPDATE fair_places SET closed = number > CASE way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END
    WHERE fair_id = NEW.id AND closed <> (number > CASE way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END);
  DELETE FROM fair_places AS place WHERE place.fair_id = NEW.id AND place.closed
    AND NOT EXISTS (SELECT FROM matchings
      WHERE matchings.fair_id = NEW.id AND matchings.way = place.way AND matchings.place = place.number)
    AND NOT EXISTS (SELECT FROM matching_unreleased AS told
      WHERE told.fair_id = NEW.id AND told.way = place.way AND told.place = place.number);
  INSERT INTO fair_places (fair_id, way, number)
    SELECT NEW.id, 'offline', number FROM generate_series(1, NEW.tables) AS number
    UNION ALL SELECT NEW.id, 'online', number FROM generate_series(1, NEW.rooms) AS number
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
