CREATE OR REPLACE TRIGGER comments_cache AFTER INSERT OR UPDATE OR DELETE ON comments
  FOR EACH ROW EXECUTE FUNCTION notify_cache('comments:{post_id}');

CREATE OR REPLACE TRIGGER comments_account BEFORE INSERT OR UPDATE OF author_id ON comments
  FOR EACH ROW WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION require_author_account();
