CREATE OR REPLACE TRIGGER auction_programs_halls AFTER INSERT OR UPDATE OF halls ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION update_auction_halls();

CREATE OR REPLACE TRIGGER auction_programs_locked BEFORE UPDATE ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION protect_auction_rules();

CREATE OR REPLACE TRIGGER auction_programs_publish_pause AFTER UPDATE OF stopped_at ON auction_programs FOR EACH ROW
  WHEN (OLD.stopped_at IS DISTINCT FROM NEW.stopped_at) EXECUTE FUNCTION publish_auction_pause();

CREATE OR REPLACE TRIGGER auction_programs_cache AFTER INSERT OR UPDATE OR DELETE ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');

CREATE OR REPLACE TRIGGER auction_programs_search AFTER UPDATE OF title, visible, starts_at ON auction_programs
  FOR EACH ROW EXECUTE FUNCTION update_search_entries_of_works();

CREATE OR REPLACE TRIGGER auction_programs_open_lots
  AFTER UPDATE OF visible, first_end, lot_seconds, hard_minutes ON auction_programs
  FOR EACH ROW WHEN (NEW.visible AND (OLD.visible, OLD.first_end, OLD.lot_seconds, OLD.hard_minutes)
    IS DISTINCT FROM (NEW.visible, NEW.first_end, NEW.lot_seconds, NEW.hard_minutes))
  EXECUTE FUNCTION open_shown_lots();

CREATE OR REPLACE TRIGGER auction_programs_reset_lots AFTER UPDATE OF visible ON auction_programs
  FOR EACH ROW WHEN (OLD.visible AND NOT NEW.visible) EXECUTE FUNCTION reset_hidden_lots();
