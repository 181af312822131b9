-- Hash of a row of the audit log, over the previous hash and a JSON array of its fields. It does not depend on the
-- time zone of the session, and neighbouring fields cannot be confused.
CREATE OR REPLACE FUNCTION hash_audit_row(previous_hash bytea, entry audit) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(previous_hash, '\x') || convert_to(jsonb_build_array(
    entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor, entry.action, entry.entity, entry.entity_id,
    entry.summary, entry.before, entry.after, entry.address, entry.request_id)::text, 'UTF8'))
$$;
