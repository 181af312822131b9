CREATE OR REPLACE TRIGGER auction_bids_chain BEFORE INSERT ON auction_bids
  FOR EACH ROW EXECUTE FUNCTION auction_bids_chain();

CREATE OR REPLACE TRIGGER auction_bids_stay BEFORE UPDATE OR DELETE ON auction_bids
  FOR EACH ROW EXECUTE FUNCTION auction_bids_stay();

CREATE OR REPLACE TRIGGER auction_bids_account BEFORE INSERT OR UPDATE OF user_id ON auction_bids
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
