CREATE OR REPLACE TRIGGER matchings_book
  AFTER INSERT OR UPDATE OF slot_id, starts_at, ends_at, seller_id, buyer_id ON matchings
  FOR EACH ROW EXECUTE FUNCTION book_matching();

CREATE OR REPLACE TRIGGER matchings_limit BEFORE INSERT ON matchings FOR EACH ROW WHEN (NEW.state = 'requested')
  EXECUTE FUNCTION limit_requests();

CREATE OR REPLACE TRIGGER matchings_parts BEFORE INSERT ON matchings FOR EACH ROW
  WHEN (NEW.state IN ('requested', 'offered', 'confirmed')) EXECUTE FUNCTION require_parts();

CREATE OR REPLACE TRIGGER matchings_open_seat BEFORE INSERT OR UPDATE OF slot_id, way, place ON matchings FOR EACH ROW
  WHEN (NEW.slot_id IS NOT NULL) EXECUTE FUNCTION require_open_seat();

CREATE OR REPLACE TRIGGER matchings_wish AFTER UPDATE OF slot_id ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL AND NEW.slot_id IS DISTINCT FROM OLD.slot_id) EXECUTE FUNCTION settle_wish();

CREATE OR REPLACE TRIGGER matchings_wish_deleted AFTER DELETE ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL) EXECUTE FUNCTION settle_wish();

CREATE OR REPLACE TRIGGER matchings_invitation AFTER INSERT ON matchings
  FOR EACH ROW EXECUTE FUNCTION answer_invitation();
