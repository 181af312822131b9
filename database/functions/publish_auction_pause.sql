-- Publishes a pause or its end on the event stream.
CREATE OR REPLACE FUNCTION publish_auction_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('auction', jsonb_build_object('event', CASE WHEN NEW.stopped_at IS NULL THEN 'resumed' ELSE 'stopped' END,
    'program', NEW.id, 'reason', NEW.stop_reason)::text);
  RETURN NULL;
END $$;
