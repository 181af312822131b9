CREATE OR REPLACE TRIGGER levels_owner_update BEFORE UPDATE OF key, rank ON levels FOR EACH ROW
  WHEN (OLD.key = 'owner' AND (NEW.key <> OLD.key OR NEW.rank <> OLD.rank)) EXECUTE FUNCTION protect_owner_level();

CREATE OR REPLACE TRIGGER levels_owner_delete BEFORE DELETE ON levels FOR EACH ROW
  WHEN (OLD.key = 'owner') EXECUTE FUNCTION protect_owner_level();
