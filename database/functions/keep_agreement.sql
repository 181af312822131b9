-- What both sides confirmed is final; a confirmation applies to the text that was read.
CREATE OR REPLACE FUNCTION keep_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nulls(OLD.seller_at, OLD.buyer_at) = 0 THEN
    RAISE EXCEPTION 'both have checked it' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_both';
  END IF;
  IF NEW.text <> OLD.text AND (NEW.version <> OLD.version + 1 OR num_nulls(NEW.seller_at, NEW.buyer_at) <> 1) THEN
    RAISE EXCEPTION 'another text has one check' USING ERRCODE = '23514', TABLE = 'matching_agreements', CONSTRAINT = 'matching_agreements_text';
  END IF;
  RETURN NEW;
END $$;
