-- Both confirmations make an agreement final. A change of the text keeps only the confirmation of its author.
CREATE OR REPLACE FUNCTION protect_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nulls(OLD.seller_at, OLD.buyer_at) = 0 THEN
    RAISE EXCEPTION 'both sides have confirmed the agreement' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_both';
  END IF;
  IF NEW.text <> OLD.text AND (NEW.version <> OLD.version + 1 OR num_nulls(NEW.seller_at, NEW.buyer_at) <> 1) THEN
    RAISE EXCEPTION 'a changed text has exactly one confirmation' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_text';
  END IF;
  RETURN NEW;
END $$;
