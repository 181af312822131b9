CREATE OR REPLACE TRIGGER auction_works_locked BEFORE UPDATE OF program_id, lot, start_price, reserve ON auction_works
  FOR EACH ROW EXECUTE FUNCTION protect_lot_rules();

CREATE OR REPLACE TRIGGER auction_works_publish AFTER UPDATE ON auction_works FOR EACH ROW
  WHEN (NEW.state <> 'draft' AND (OLD.last_seq, OLD.price, OLD.leader, OLD.ends_at, OLD.state)
    IS DISTINCT FROM (NEW.last_seq, NEW.price, NEW.leader, NEW.ends_at, NEW.state))
  EXECUTE FUNCTION publish_lot();

-- Without prices and leaders: a bid does not invalidate pages.
CREATE OR REPLACE TRIGGER auction_works_cache
  AFTER INSERT OR DELETE OR UPDATE OF program_id, hall_id, author_id, lot, title, medium, made,
    height, width, depth, provenance, note, condition, pictures, estimate_low, estimate_high, start_price, state,
    due_at
  ON auction_works FOR EACH ROW EXECUTE FUNCTION notify_cache('auction');

CREATE OR REPLACE TRIGGER auction_works_search AFTER INSERT OR DELETE ON auction_works
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_works', 'id');

-- A bid changes none of these columns.
CREATE OR REPLACE TRIGGER auction_works_search_changed
  AFTER UPDATE OF program_id, author_id, title, medium, made, note, pictures, state ON auction_works
  FOR EACH ROW EXECUTE FUNCTION update_search_entry_of_row('search_works', 'id');

CREATE OR REPLACE TRIGGER auction_works_numbers AFTER DELETE OR UPDATE OF program_id ON auction_works
  FOR EACH ROW EXECUTE FUNCTION close_lot_number_gap();

CREATE OR REPLACE TRIGGER auction_works_files AFTER INSERT OR DELETE OR UPDATE OF pictures ON auction_works
  FOR EACH ROW EXECUTE FUNCTION update_file_uses('id', 'id', 'pictures', '');
