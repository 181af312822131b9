CREATE OR REPLACE TRIGGER post_texts_search AFTER INSERT OR UPDATE OR DELETE ON post_texts
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_posts', 'post_id');

CREATE OR REPLACE TRIGGER post_texts_files AFTER INSERT OR DELETE OR UPDATE ON post_texts
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('post_id', 'post_id,locale', '', '');
