-- What accounts said last to one subject, read for all of them at once: who is asked again, who may be written to.
CREATE INDEX consents_last ON consents (subject, user_id, at DESC, id DESC) INCLUDE (given);
