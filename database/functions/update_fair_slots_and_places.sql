-- Updates slots and places to the setup of the fair. Slots and places in use are closed instead of deleted. Those that
-- will be closed are locked first, so that a concurrent booking completes before or fails. Meetings that lose their
-- slot or place must be the ones that the operator saw: the setting `match.displaced_digest` is the digest that the
-- operator confirmed in this transaction. The setting `match.displaced_ids` returns their ids.
CREATE OR REPLACE FUNCTION update_fair_slots_and_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  digest text;
BEGIN
  PERFORM FROM fair_slots AS slot WHERE slot.fair_id = NEW.id AND NOT slot.closed AND NOT EXISTS (
    SELECT FROM generate_slot_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at)
    ORDER BY slot.id FOR NO KEY UPDATE;
  PERFORM FROM fair_places AS place WHERE place.fair_id = NEW.id AND NOT place.closed
    AND place.number > CASE place.way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END
    ORDER BY place.way, place.number FOR NO KEY UPDATE;
  digest := digest_displaced_meetings(NEW.id, NEW.sessions, NEW.breaks, NEW.slot_minutes, NEW.tables, NEW.rooms);
  IF digest <> coalesce(current_setting('match.displaced_digest', true), '') THEN
    RAISE EXCEPTION 'the operator has not confirmed these displaced meetings' USING ERRCODE = '23514', TABLE = 'fairs', CONSTRAINT = 'fairs_falls';
  END IF;
  PERFORM set_config('match.displaced_ids', coalesce((SELECT string_agg(matching_id::text, ',')
    FROM list_displaced_meetings(NEW.id, NEW.sessions, NEW.breaks, NEW.slot_minutes, NEW.tables, NEW.rooms)), ''), true);

  UPDATE fair_slots AS slot SET closed = true WHERE slot.fair_id = NEW.id AND NOT slot.closed AND NOT EXISTS (
    SELECT FROM generate_slot_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at);
  DELETE FROM fair_slots AS slot WHERE slot.fair_id = NEW.id AND slot.closed
    AND NOT EXISTS (SELECT FROM matchings WHERE matchings.slot_id = slot.id)
    AND NOT EXISTS (SELECT FROM matching_picks AS pick WHERE pick.slot_id = slot.id)
    AND NOT EXISTS (SELECT FROM matching_unreleased AS unreleased WHERE unreleased.slot_id = slot.id);
  UPDATE fair_slots AS slot SET closed = false WHERE slot.fair_id = NEW.id AND slot.closed AND EXISTS (
    SELECT FROM generate_slot_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE grid.starts_at = slot.starts_at AND grid.ends_at = slot.ends_at);
  INSERT INTO fair_slots (fair_id, starts_at, ends_at)
    SELECT NEW.id, grid.starts_at, grid.ends_at FROM generate_slot_grid(NEW.sessions, NEW.breaks, NEW.slot_minutes) AS grid
    WHERE NOT EXISTS (SELECT FROM fair_slots AS slot
      WHERE slot.fair_id = NEW.id AND slot.starts_at = grid.starts_at AND slot.ends_at = grid.ends_at);
  UPDATE fair_places SET closed = number > CASE way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END
    WHERE fair_id = NEW.id AND closed <> (number > CASE way WHEN 'offline' THEN NEW.tables ELSE NEW.rooms END);
  DELETE FROM fair_places AS place WHERE place.fair_id = NEW.id AND place.closed
    AND NOT EXISTS (SELECT FROM matchings
      WHERE matchings.fair_id = NEW.id AND matchings.way = place.way AND matchings.place = place.number)
    AND NOT EXISTS (SELECT FROM matching_unreleased AS unreleased
      WHERE unreleased.fair_id = NEW.id AND unreleased.way = place.way AND unreleased.place = place.number);
  INSERT INTO fair_places (fair_id, way, number)
    SELECT NEW.id, 'offline', number FROM generate_series(1, NEW.tables) AS number
    UNION ALL SELECT NEW.id, 'online', number FROM generate_series(1, NEW.rooms) AS number
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
