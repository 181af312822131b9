CREATE OR REPLACE TRIGGER matchings_bookings
  AFTER INSERT OR UPDATE OF slot_id, starts_at, ends_at, seller_id, buyer_id ON matchings
  FOR EACH ROW EXECUTE FUNCTION update_match_bookings();

CREATE OR REPLACE TRIGGER matchings_limit BEFORE INSERT ON matchings FOR EACH ROW WHEN (NEW.state = 'requested')
  EXECUTE FUNCTION limit_open_requests();

CREATE OR REPLACE TRIGGER matchings_participants BEFORE INSERT ON matchings FOR EACH ROW
  WHEN (NEW.state IN ('requested', 'offered', 'confirmed')) EXECUTE FUNCTION require_approved_participants();

CREATE OR REPLACE TRIGGER matchings_open_seat BEFORE INSERT OR UPDATE OF slot_id, way, place ON matchings FOR EACH ROW
  WHEN (NEW.slot_id IS NOT NULL) EXECUTE FUNCTION require_open_slot_and_place();

CREATE OR REPLACE TRIGGER matchings_wish AFTER UPDATE OF slot_id ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL AND NEW.slot_id IS DISTINCT FROM OLD.slot_id) EXECUTE FUNCTION apply_free_time_wish();

CREATE OR REPLACE TRIGGER matchings_wish_deleted AFTER DELETE ON matchings FOR EACH ROW
  WHEN (OLD.slot_id IS NOT NULL) EXECUTE FUNCTION apply_free_time_wish();

CREATE OR REPLACE TRIGGER matchings_invitation AFTER INSERT ON matchings
  FOR EACH ROW EXECUTE FUNCTION mark_invitation_answered();
