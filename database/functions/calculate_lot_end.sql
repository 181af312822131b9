-- End of a lot by schedule, moved by the pauses before it.
CREATE OR REPLACE FUNCTION calculate_lot_end(of_program uuid, planned timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
DECLARE
  lot_end timestamptz(3) := planned;
  pause auction_pauses;
BEGIN
  FOR pause IN SELECT * FROM auction_pauses WHERE program_id = of_program ORDER BY from_at LOOP
    IF lot_end > pause.from_at THEN lot_end := lot_end + (pause.to_at - pause.from_at); END IF;
  END LOOP;
  RETURN lot_end;
END $$;
