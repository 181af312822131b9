CREATE OR REPLACE TRIGGER programme_entries_cache AFTER INSERT OR UPDATE OR DELETE ON programme_entries
  FOR EACH STATEMENT EXECUTE FUNCTION notify_cache('programmes');
