CREATE OR REPLACE TRIGGER fairs_slots AFTER INSERT OR UPDATE OF sessions, breaks, slot_minutes, tables, rooms ON fairs
  FOR EACH ROW EXECUTE FUNCTION update_fair_slots_and_places();

CREATE OR REPLACE TRIGGER fairs_cache AFTER INSERT OR UPDATE OR DELETE ON fairs
  FOR EACH ROW EXECUTE FUNCTION notify_cache('fairs');

CREATE OR REPLACE TRIGGER fairs_search AFTER INSERT OR UPDATE OR DELETE ON fairs
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_fairs', 'id');

CREATE OR REPLACE TRIGGER fairs_search_sellers AFTER UPDATE OF visible, phase, starts_at ON fairs
  FOR EACH ROW EXECUTE FUNCTION update_search_entries_of_match();

CREATE OR REPLACE TRIGGER fairs_matchings BEFORE DELETE ON fairs FOR EACH ROW EXECUTE FUNCTION protect_used_fair();

CREATE OR REPLACE TRIGGER fairs_plan BEFORE UPDATE OF released ON fairs FOR EACH ROW
  WHEN (NEW.released AND NOT OLD.released) EXECUTE FUNCTION require_released_changes();

CREATE OR REPLACE TRIGGER fairs_files AFTER INSERT OR DELETE OR UPDATE OF thumbs, body ON fairs
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'thumbs, body', '');
