CREATE OR REPLACE TRIGGER auction_halls_follow AFTER INSERT OR UPDATE OF halls ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION auction_halls_follow();

CREATE OR REPLACE TRIGGER auction_programs_locked BEFORE UPDATE ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION auction_programs_locked();

CREATE OR REPLACE TRIGGER auction_stop_told AFTER UPDATE OF stopped_at ON auction_programs FOR EACH ROW
  WHEN (OLD.stopped_at IS DISTINCT FROM NEW.stopped_at) EXECUTE FUNCTION auction_stop_told();

CREATE OR REPLACE TRIGGER auction_programs_cache AFTER INSERT OR UPDATE OR DELETE ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');

CREATE OR REPLACE TRIGGER auction_programs_search AFTER UPDATE OF title, visible, starts_at ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION search_auction_works();

CREATE OR REPLACE TRIGGER auction_lots_open
  AFTER UPDATE OF visible, first_end, lot_seconds, hard_minutes ON auction_programs
  FOR EACH ROW WHEN (NEW.visible AND (OLD.visible, OLD.first_end, OLD.lot_seconds, OLD.hard_minutes)
    IS DISTINCT FROM (NEW.visible, NEW.first_end, NEW.lot_seconds, NEW.hard_minutes))
  EXECUTE FUNCTION auction_lots_open();

CREATE OR REPLACE TRIGGER auction_lots_down AFTER UPDATE OF visible ON auction_programs
  FOR EACH ROW WHEN (OLD.visible AND NOT NEW.visible) EXECUTE FUNCTION auction_lots_down();
