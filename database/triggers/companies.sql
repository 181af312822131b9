CREATE OR REPLACE TRIGGER companies_words AFTER INSERT OR DELETE OR UPDATE OF name, business_number ON companies
  FOR EACH ROW EXECUTE FUNCTION update_member_words();

CREATE OR REPLACE TRIGGER companies_match_cache AFTER UPDATE ON companies
  FOR EACH ROW EXECUTE FUNCTION notify_cache('match');

CREATE OR REPLACE TRIGGER companies_search_match AFTER UPDATE OF name, category, address ON companies
  FOR EACH ROW EXECUTE FUNCTION update_search_entries_of_match();

CREATE OR REPLACE TRIGGER companies_account BEFORE INSERT OR UPDATE OF user_id ON companies
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
