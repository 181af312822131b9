-- A changed set-up of a fair leaves meetings without a slot or a place only where the operator saw exactly these.

-- Confirmed meetings that stand on an open seat and would not under this set-up. Those that a change before has left
-- without one are settled on the board.
CREATE FUNCTION fair_falls(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer, rooms integer)
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

-- A list of such meetings in one word, which the operator who saw it gives back; null where none falls out.
CREATE FUNCTION fair_falls_mark(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer, rooms integer)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(string_agg(concat_ws(' ', met.id, met.slot_id, met.way, met.place, falls.changed), ',' ORDER BY met.id))
  FROM fair_falls(fair, sessions, breaks, minutes, tables, rooms) AS falls JOIN matchings AS met ON met.id = falls.matching_id
$$;

-- As before, and the seats that go are locked first: a meeting that is being booked there is done before or is refused.
-- `match.falls` is the mark that was seen, of this transaction; `match.fallen` are then the meetings that fell out.
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

-- As before, and the seat is held in share until the booking is done. A foreign key alone does not conflict with closing
-- it. The slot before the place, as above.
CREATE OR REPLACE FUNCTION require_open_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fair_slots WHERE id = NEW.slot_id FOR SHARE;
  PERFORM FROM fair_places WHERE fair_id = NEW.fair_id AND way = NEW.way AND number = NEW.place FOR SHARE;
  IF EXISTS (SELECT FROM fair_slots WHERE id = NEW.slot_id AND closed) THEN
    RAISE EXCEPTION 'the slot is closed' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_slot';
  END IF;
  IF EXISTS (SELECT FROM free_times WHERE fair_id = NEW.fair_id AND buyer_id = NEW.buyer_id AND slot_id = NEW.slot_id AND withdrawn) THEN
    RAISE EXCEPTION 'the time was taken back' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_free';
  END IF;
  IF EXISTS (SELECT FROM fair_places WHERE fair_id = NEW.fair_id AND way = NEW.way AND number = NEW.place AND closed) THEN
    RAISE EXCEPTION 'the place is closed' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_place';
  END IF;
  RETURN NEW;
END $$;

-- The two companies are still to be told of it by mail; who clears it writes the mail.
ALTER TABLE matching_events ADD COLUMN untold boolean NOT NULL DEFAULT false;
CREATE INDEX matching_events_untold ON matching_events (matching_id) WHERE untold;
