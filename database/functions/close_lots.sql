-- Closes all lots that have ended by the database's clock; a lot below its reserve is passed. Lots that ended before a
-- pause are closed during it.
CREATE OR REPLACE FUNCTION close_lots() RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM auction_works WHERE state = 'open' AND ends_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM auction_programs AS program WHERE program.id = program_id AND program.stopped_at < ends_at)
    ORDER BY ends_at, id FOR UPDATE SKIP LOCKED)
  UPDATE auction_works AS work SET
    state = CASE WHEN work.price >= coalesce(work.reserve, work.start_price) THEN 'sold' ELSE 'passed' END,
    closed_at = work.ends_at, updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
  FROM due WHERE work.id = due.id AND work.state = 'open' AND work.ends_at <= clock_timestamp()
  RETURNING work.id
$$;
