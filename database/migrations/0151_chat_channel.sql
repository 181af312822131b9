-- The chat link is the address of the firm's channel in a messenger; paths of this site and other schemes are none.
UPDATE settings SET value = jsonb_set(value, '{chatUrl}', 'null') WHERE value ->> 'chatUrl' NOT LIKE 'https://%';
