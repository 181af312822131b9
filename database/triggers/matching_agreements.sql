CREATE OR REPLACE TRIGGER matching_agreements_keep BEFORE UPDATE ON matching_agreements
  FOR EACH ROW EXECUTE FUNCTION protect_agreement();
