-- When the provider was last asked about an attempt: those that are open or failed are asked about for a day, since a card
-- may be charged after its window has said that it was not.
ALTER TABLE shop_card_attempts ADD COLUMN checked_at timestamptz(3);
DROP INDEX shop_card_attempts_open;
CREATE INDEX shop_card_attempts_watched ON shop_card_attempts (created_at) WHERE state IN ('open', 'failed');
CREATE INDEX shop_card_attempts_stray ON shop_card_attempts (created_at DESC) WHERE state = 'stray';
