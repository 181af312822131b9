-- An account trusts ten devices at most: each takes one of ten places, so that no number of log-ins at once makes more.

ALTER TABLE trusted_devices ADD COLUMN place smallint;
UPDATE trusted_devices SET place = ranked.place FROM (
  SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY used_at DESC, id DESC) AS place FROM trusted_devices
) AS ranked WHERE ranked.id = trusted_devices.id;
DELETE FROM trusted_devices WHERE place > 10;
ALTER TABLE trusted_devices
  ALTER COLUMN place SET NOT NULL,
  ADD CONSTRAINT trusted_devices_place_check CHECK (place BETWEEN 1 AND 10),
  ADD CONSTRAINT trusted_devices_place UNIQUE (user_id, place);
-- The key of the places serves it.
DROP INDEX trusted_devices_user;
