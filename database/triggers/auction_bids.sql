CREATE OR REPLACE TRIGGER auction_bids_chain BEFORE INSERT ON auction_bids
  FOR EACH ROW EXECUTE FUNCTION check_bid_chain();

CREATE OR REPLACE TRIGGER auction_bids_append_only BEFORE UPDATE OR DELETE ON auction_bids
  FOR EACH ROW EXECUTE FUNCTION refuse_bid_change();

CREATE OR REPLACE TRIGGER auction_bids_account BEFORE INSERT OR UPDATE OF user_id ON auction_bids
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
