-- Until when the made-up bidders of the demonstration bid in a programme, because staff asked them to.
ALTER TABLE auction_programs ADD COLUMN robot_until timestamptz(3);
