CREATE OR REPLACE TRIGGER notifications_cache AFTER INSERT OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION notify_cache('notifications');

-- Without `views`.
CREATE OR REPLACE TRIGGER notifications_cache_update
  AFTER UPDATE OF category, title, body, pinned, visible, start_at, end_at ON notifications
  FOR EACH ROW EXECUTE FUNCTION notify_cache('notifications');

CREATE OR REPLACE TRIGGER notifications_search AFTER INSERT OR DELETE ON notifications
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_notifications', 'id');

CREATE OR REPLACE TRIGGER notifications_search_update
  AFTER UPDATE OF title, body, visible, start_at, end_at ON notifications
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_notifications', 'id');

CREATE OR REPLACE TRIGGER notifications_files AFTER INSERT OR DELETE OR UPDATE OF body ON notifications
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'body', '');
