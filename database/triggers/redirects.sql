CREATE OR REPLACE TRIGGER redirects_cache AFTER INSERT OR UPDATE OR DELETE ON redirects
  FOR EACH ROW EXECUTE FUNCTION notify_cache('redirects');

CREATE OR REPLACE TRIGGER redirects_lock BEFORE INSERT OR UPDATE ON redirects
  FOR EACH STATEMENT EXECUTE FUNCTION lock_before_redirect_write();

CREATE OR REPLACE TRIGGER redirects_flatten BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION flatten_redirect();

CREATE OR REPLACE TRIGGER redirects_retarget AFTER INSERT OR UPDATE OF from_path, to_path ON redirects
  FOR EACH ROW EXECUTE FUNCTION retarget_redirects();
