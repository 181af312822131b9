-- A buyer paints a time in the other way while a meeting in it was not told: the meeting keeps its way, and the buyer
-- sees what it has painted.
ALTER TABLE free_times ADD COLUMN wish text CHECK (wish IN ('online', 'offline'));

-- Once the meeting has gone from there, the time is as its buyer gives it. An offer of it keeps its way.
CREATE FUNCTION settle_wish() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE free_times AS given SET way = given.wish, wish = NULL
  WHERE given.fair_id = OLD.fair_id AND given.buyer_id = OLD.buyer_id AND given.slot_id = OLD.slot_id
    AND given.wish IS NOT NULL AND NOT EXISTS (SELECT FROM matching_picks AS pick
      WHERE pick.fair_id = given.fair_id AND pick.buyer_id = given.buyer_id AND pick.slot_id = given.slot_id);
  RETURN NULL;
END $$;
CREATE TRIGGER matchings_wish AFTER UPDATE OF slot_id ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL AND NEW.slot_id IS DISTINCT FROM OLD.slot_id) EXECUTE FUNCTION settle_wish();
CREATE TRIGGER matchings_wish_deleted AFTER DELETE ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL) EXECUTE FUNCTION settle_wish();
