CREATE OR REPLACE TRIGGER redirects_cache AFTER INSERT OR UPDATE OR DELETE ON redirects
  FOR EACH ROW EXECUTE FUNCTION notify_cache('redirects');

CREATE OR REPLACE TRIGGER redirects_one_writer BEFORE INSERT OR UPDATE ON redirects
  FOR EACH STATEMENT EXECUTE FUNCTION redirects_one_writer();

CREATE OR REPLACE TRIGGER redirects_flatten BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION redirects_flatten();

CREATE OR REPLACE TRIGGER redirects_lead_on AFTER INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION redirects_lead_on();
