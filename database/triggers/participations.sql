CREATE OR REPLACE TRIGGER participations_cache AFTER INSERT OR UPDATE OR DELETE ON participations
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER participations_search AFTER INSERT OR UPDATE OR DELETE ON participations
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_sellers', 'profile_id');

CREATE OR REPLACE TRIGGER participations_matchings BEFORE UPDATE OF state ON participations FOR EACH ROW
  WHEN (OLD.state = 'approved' AND NEW.state <> 'approved') EXECUTE FUNCTION protect_busy_participation();

CREATE OR REPLACE TRIGGER participations_badge AFTER INSERT ON participations
  FOR EACH ROW EXECUTE FUNCTION create_badge();

CREATE OR REPLACE TRIGGER participations_search_products AFTER UPDATE OF state ON participations
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION update_search_entries_of_match();
