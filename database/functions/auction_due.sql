-- End of a lot by schedule, moved by the pauses before it.
CREATE OR REPLACE FUNCTION auction_due(of_program uuid, planned timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
DECLARE
  due timestamptz(3) := planned;
  pause auction_pauses;
BEGIN
  FOR pause IN SELECT * FROM auction_pauses WHERE program_id = of_program ORDER BY from_at LOOP
    IF due > pause.from_at THEN due := due + (pause.to_at - pause.from_at); END IF;
  END LOOP;
  RETURN due;
END $$;
