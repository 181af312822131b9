-- Opens the lots of an auction and sets their ends by lot number, unless they have bids. A withdrawn lot keeps its
-- place in the schedule if it was ever open, so that later lots do not end earlier. Ended lots are not reopened;
-- nothing opens in a cancelled auction.
CREATE OR REPLACE FUNCTION open_lots(of_program uuid) RETURNS integer LANGUAGE sql AS $$
  WITH scheduled AS (
    SELECT work.id, program.hard_minutes, calculate_lot_end(program.id,
      program.first_end + make_interval(secs => program.lot_seconds * (work.lot - 1
        - count(*) FILTER (WHERE work.state = 'withdrawn' AND work.due_at IS NULL) OVER (ORDER BY work.lot)))) AS lot_end
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.program_id = of_program AND program.cancelled_at IS NULL),
  opened AS (
    UPDATE auction_works AS work SET state = 'open', due_at = scheduled.lot_end, ends_at = scheduled.lot_end,
      hard_end = scheduled.lot_end + make_interval(mins => scheduled.hard_minutes)
    FROM scheduled WHERE work.id = scheduled.id AND work.last_seq = 0
      AND (work.state = 'draft' OR (work.state = 'open' AND work.ends_at > clock_timestamp()))
    RETURNING work.id)
  SELECT count(*)::int FROM opened
$$;
