-- The chat link is the firm's channel in a messenger; a path of this site is no chat.
UPDATE settings SET value = jsonb_set(value, '{chatUrl}', 'null') WHERE value ->> 'chatUrl' LIKE '/%';
