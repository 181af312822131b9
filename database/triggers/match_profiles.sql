CREATE OR REPLACE TRIGGER match_profiles_cache AFTER INSERT OR UPDATE OR DELETE ON match_profiles
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER match_profiles_search AFTER INSERT OR UPDATE OR DELETE ON match_profiles
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_sellers', 'id');

CREATE OR REPLACE TRIGGER match_profiles_search_products AFTER UPDATE OF names ON match_profiles
  FOR EACH ROW EXECUTE FUNCTION update_search_entries_of_match();

CREATE OR REPLACE TRIGGER match_profiles_account BEFORE INSERT OR UPDATE OF user_id ON match_profiles
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
