-- Hash of a row of the audit log, over the previous hash and a JSON array of its fields. It does not depend on the
-- time zone of the session, and neighbouring fields cannot be confused.
CREATE OR REPLACE FUNCTION audit_hash(previous bytea, line audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(previous, '\x') || convert_to(jsonb_build_array(
    line.id, extract(epoch FROM line.at), line.actor_id, line.actor, line.action, line.entity, line.entity_id,
    line.summary, line.before, line.after, line.address, line.request_id)::text, 'UTF8'))
$$;
