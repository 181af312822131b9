CREATE OR REPLACE TRIGGER form_kinds_cache AFTER INSERT OR UPDATE OR DELETE ON form_kinds
  FOR EACH ROW EXECUTE FUNCTION notify_cache('form:{key}', 'forms');
