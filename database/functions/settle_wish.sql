-- Applies `free_times.wish` after the meeting left the time, unless an offer still uses it.
CREATE OR REPLACE FUNCTION settle_wish() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE free_times AS given SET way = given.wish, wish = NULL
  WHERE given.fair_id = OLD.fair_id AND given.buyer_id = OLD.buyer_id AND given.slot_id = OLD.slot_id
    AND given.wish IS NOT NULL AND NOT EXISTS (SELECT FROM matching_picks AS pick
      WHERE pick.fair_id = given.fair_id AND pick.buyer_id = given.buyer_id AND pick.slot_id = given.slot_id);
  RETURN NULL;
END $$;
