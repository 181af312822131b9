-- Books a meeting only in an open slot, at an open place, at a time that the buyer still offers. The locks conflict
-- with closing (a foreign key's do not); slot before place, as in `update_fair_slots_and_places`.
CREATE OR REPLACE FUNCTION require_open_slot_and_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fair_slots WHERE id = NEW.slot_id FOR SHARE;
  PERFORM FROM fair_places WHERE fair_id = NEW.fair_id AND way = NEW.way AND number = NEW.place FOR SHARE;
  IF EXISTS (SELECT FROM fair_slots WHERE id = NEW.slot_id AND closed) THEN
    RAISE EXCEPTION 'the slot is closed' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_slot';
  END IF;
  IF EXISTS (SELECT FROM free_times WHERE fair_id = NEW.fair_id AND buyer_id = NEW.buyer_id AND slot_id = NEW.slot_id AND withdrawn) THEN
    RAISE EXCEPTION 'the buyer has withdrawn the time' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_free';
  END IF;
  IF EXISTS (SELECT FROM fair_places WHERE fair_id = NEW.fair_id AND way = NEW.way AND number = NEW.place AND closed) THEN
    RAISE EXCEPTION 'the place is closed' USING ERRCODE = '23503', TABLE = 'matchings', CONSTRAINT = 'matchings_place';
  END IF;
  RETURN NEW;
END $$;
