-- Applies `free_times.wish` after the meeting left the time, unless an offer still uses it.
CREATE OR REPLACE FUNCTION apply_free_time_wish() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE free_times AS free_time SET way = free_time.wish, wish = NULL
  WHERE free_time.fair_id = OLD.fair_id AND free_time.buyer_id = OLD.buyer_id AND free_time.slot_id = OLD.slot_id
    AND free_time.wish IS NOT NULL AND NOT EXISTS (SELECT FROM matching_picks AS offered_time
      WHERE offered_time.fair_id = free_time.fair_id AND offered_time.buyer_id = free_time.buyer_id AND offered_time.slot_id = free_time.slot_id);
  RETURN NULL;
END $$;
