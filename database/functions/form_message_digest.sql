-- Digest of a message without white space, to detect repeated requests. The index `form_requests_message` uses it: a
-- change needs a migration.
CREATE OR REPLACE FUNCTION form_message_digest(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(regexp_replace(coalesce(answers ->> 'message', ''), '\s+', '', 'g'))
$$;
