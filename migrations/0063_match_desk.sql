-- The operator's desk: a plan that is held back, seats that a change of the fair closed under a meeting, and who came in.

-- What the two companies of a matching still see while a change of the operator is not told to them. From the release on
-- (`released_at`) they see the matching as it is; the row goes with the message that tells them.
CREATE TABLE matching_unreleased (
  matching_id uuid PRIMARY KEY REFERENCES matchings (id) ON DELETE CASCADE,
  fair_id uuid NOT NULL REFERENCES fairs (id) ON DELETE CASCADE,
  state text NOT NULL,
  held_until timestamptz(3),
  way text,
  slot_id uuid,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  place integer,
  updated_at timestamptz(3) NOT NULL,
  released_at timestamptz(3)
);
CREATE INDEX matching_unreleased_fair ON matching_unreleased (fair_id) WHERE released_at IS NULL;

-- What the companies were not told stays out of the history they see.
ALTER TABLE matching_events ADD COLUMN shown boolean NOT NULL DEFAULT true;

-- A slot or a place that the fair does not have any more, under a meeting that stands on it: nobody is put there again.
ALTER TABLE fair_slots ADD COLUMN closed boolean NOT NULL DEFAULT false;
ALTER TABLE fair_places ADD COLUMN closed boolean NOT NULL DEFAULT false;
-- A time that its buyer took back while a meeting in it was not told: the buyer does not see it any more.
ALTER TABLE free_times ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;

-- The grid that is open never overlaps; closed slots may lie across it.
ALTER TABLE fair_slots DROP CONSTRAINT fair_slots_start, DROP CONSTRAINT fair_slots_overlap;
CREATE UNIQUE INDEX fair_slots_start ON fair_slots (fair_id, starts_at) WHERE NOT closed;
ALTER TABLE fair_slots ADD CONSTRAINT fair_slots_overlap
  EXCLUDE USING gist (fair_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (NOT closed);
-- So one table has one meeting at a time, on whichever grid the two stand.
ALTER TABLE matchings ADD CONSTRAINT matchings_seated
  EXCLUDE USING gist (fair_id WITH =, way WITH =, place WITH =, tstzrange(starts_at, ends_at) WITH &&)
  WHERE (slot_id IS NOT NULL);
CREATE INDEX matchings_fair_starts ON matchings (fair_id, starts_at);

CREATE OR REPLACE FUNCTION lay_fair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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

-- Fires where a meeting is put somewhere: not to a closed seat, nor into a time that was taken back.
CREATE FUNCTION require_open_seat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE TRIGGER matchings_open_seat BEFORE INSERT OR UPDATE OF slot_id, way, place ON matchings FOR EACH ROW
  WHEN (NEW.slot_id IS NOT NULL) EXECUTE FUNCTION require_open_seat();

-- A plan is made known by its release, which tells everybody: not by the way, while something waits to be told.
CREATE FUNCTION keep_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM matching_unreleased WHERE fair_id = NEW.id AND released_at IS NULL) THEN
    RAISE EXCEPTION 'meetings are not told' USING ERRCODE = '23514', TABLE = 'fairs', CONSTRAINT = 'fairs_plan';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fairs_plan BEFORE UPDATE OF released ON fairs FOR EACH ROW
  WHEN (NEW.released AND NOT OLD.released) EXECUTE FUNCTION keep_plan();
