CREATE OR REPLACE TRIGGER fairs_lay AFTER INSERT OR UPDATE OF sessions, breaks, slot_minutes, tables, rooms ON fairs
  FOR EACH ROW EXECUTE FUNCTION lay_fair();

CREATE OR REPLACE TRIGGER fairs_cache AFTER INSERT OR UPDATE OR DELETE ON fairs
  FOR EACH ROW EXECUTE FUNCTION notify_cache('fairs');

CREATE OR REPLACE TRIGGER fairs_search AFTER INSERT OR UPDATE OR DELETE ON fairs
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_fairs', 'id');

CREATE OR REPLACE TRIGGER fairs_search_sellers AFTER UPDATE OF visible, phase, starts_at ON fairs
  FOR EACH ROW EXECUTE FUNCTION search_match_others();

CREATE OR REPLACE TRIGGER fairs_matchings BEFORE DELETE ON fairs FOR EACH ROW EXECUTE FUNCTION keep_fair();

CREATE OR REPLACE TRIGGER fairs_plan BEFORE UPDATE OF released ON fairs FOR EACH ROW
  WHEN (NEW.released AND NOT OLD.released) EXECUTE FUNCTION keep_plan();

CREATE OR REPLACE TRIGGER fairs_files AFTER INSERT OR DELETE OR UPDATE OF thumbs, body ON fairs
  FOR EACH ROW EXECUTE FUNCTION note_file_uses('id', 'id', 'thumbs, body', '');
