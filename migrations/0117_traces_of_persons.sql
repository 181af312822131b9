-- What is left of persons: in messages that others were sent, and in the log of who looked at whose data.

-- Whose message it is: the account that it is to, or that it was written because of. A withdrawal removes by it what
-- went to an earlier contact, or to the desk. No foreign key: messages are written while the account is held.
ALTER TABLE outbox ADD COLUMN about_user_id uuid;
CREATE INDEX outbox_about ON outbox (about_user_id) WHERE about_user_id IS NOT NULL;

-- What stands: messages to a contact that an account has now.
UPDATE outbox o SET about_user_id = u.id FROM users u
WHERE o.recipient IN (u.email, u.phone) AND u.state <> 'withdrawn';

-- Texts go after their days whatever became of the message.
DROP INDEX outbox_sent;
CREATE INDEX outbox_texts ON outbox (created_at) WHERE html <> '' OR text <> '';

-- All acts by which staff look at the data of others, and whose data it was.
DROP INDEX audit_personal;
DROP INDEX audit_personal_of;
CREATE INDEX audit_personal ON audit (id DESC)
  WHERE action IN ('list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold');
CREATE INDEX audit_personal_of
  ON audit (coalesce(after ->> 'of', CASE entity WHEN 'users' THEN entity_id END), id DESC)
  WHERE action IN ('list', 'read', 'download', 'export', 'export_members', 'look', 'open_hold');
