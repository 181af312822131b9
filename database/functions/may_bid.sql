-- Whether an account may bid: approved, with the current terms, and with its deposit paid. Locks the entry until the
-- bid is stored.
CREATE OR REPLACE FUNCTION may_bid(program auction_programs, of_user uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM auction_entries AS entry WHERE entry.program_id = program.id AND entry.user_id = of_user
    AND entry.state = 'approved' AND entry.terms_version = program.terms_version
    AND (program.deposit IS NULL OR entry.deposit = 'received') FOR SHARE;
  RETURN FOUND;
END $$;
