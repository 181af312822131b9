CREATE OR REPLACE TRIGGER search_synonyms_cache AFTER INSERT OR UPDATE OR DELETE ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION notify_cache('synonyms');
