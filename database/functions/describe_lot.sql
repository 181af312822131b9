-- Public state of a lot, for responses and the event stream.
CREATE OR REPLACE FUNCTION describe_lot(work auction_works, program auction_programs) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('_id', work.id, 'program', work.program_id, 'lot', work.lot,
    'state', CASE
      WHEN work.state <> 'open' THEN work.state
      WHEN program.stopped_at IS NOT NULL THEN 'stopped'
      WHEN clock_timestamp() < program.starts_at THEN 'coming'
      ELSE 'open' END,
    'price', work.price,
    'next', coalesce(work.price + find_bid_increment(program.increments, work.price), work.start_price),
    'leader', work.leader, 'bids', work.last_seq, 'bidders', work.bidders,
    'reserveMet', CASE WHEN work.reserve IS NULL THEN NULL ELSE coalesce(work.price >= work.reserve, false) END,
    'startsAt', format_instant(program.starts_at), 'dueAt', format_instant(work.due_at),
    'endsAt', format_instant(work.ends_at), 'hardEnd', format_instant(work.hard_end))
$$;
