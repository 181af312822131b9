-- Without `views`: counting them must not invalidate the cache.
CREATE OR REPLACE TRIGGER posts_cache_insert AFTER INSERT OR DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION notify_cache('board:{code}', 'post:{id}');

CREATE OR REPLACE TRIGGER posts_cache_update
  AFTER UPDATE OF code, category, slug, pinned, comments, thumb, files, published_at, trashed_at, updated_at ON posts
  FOR EACH ROW EXECUTE FUNCTION notify_cache('board:{code}', 'post:{id}');

-- Without `views`.
CREATE OR REPLACE TRIGGER posts_search AFTER UPDATE OF code, slug, thumb, trashed_at OR DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_posts', 'id');

CREATE OR REPLACE TRIGGER posts_redirects AFTER UPDATE OF slug, code ON posts
  FOR EACH ROW EXECUTE FUNCTION redirect_former_post_path();

CREATE OR REPLACE TRIGGER posts_files AFTER INSERT OR DELETE OR UPDATE OF thumb, files ON posts
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'thumb, files', '');
