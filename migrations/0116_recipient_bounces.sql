-- Whether the recipient's server said that there is no such mailbox. `failed` is also what a server that is down and a
-- wrong password of the sender come to: these close nobody's address.
ALTER TABLE sending_recipients
  ADD COLUMN bounced boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT sending_recipients_bounced CHECK (NOT bounced OR state = 'failed');

-- What stands: only what says so itself. The server's answer is at the end of what was kept.
UPDATE sending_recipients r SET bounced = true FROM sendings s
WHERE s.id = r.sending_id AND s.channel = 'mail' AND r.state = 'failed'
  AND r.error ~ '(^|: )5[0-9][0-9][ -]5[.](1[.](1|2|3|6|10)|2[.]1)([^0-9.]|$)';

DROP INDEX sending_recipients_failed;
CREATE INDEX sending_recipients_bounced_to ON sending_recipients (address) WHERE bounced;
