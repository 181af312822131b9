-- What a level may do together with another person only: one asks, another approves.
CREATE TABLE approvals (
  id uuid PRIMARY KEY,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The call as it was asked for; the path as its route declares it.
  method text NOT NULL,
  path text NOT NULL,
  scope text NOT NULL,
  params jsonb NOT NULL,
  body jsonb NOT NULL,
  -- The approval lets who asked call once more; otherwise it is carried out with the approval.
  by_asker boolean NOT NULL,
  asked_by uuid NOT NULL REFERENCES users (id),
  state text NOT NULL CHECK (state IN ('asked', 'approved', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz(3),
  -- Why it was refused.
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 300),
  -- Two people: nobody decides what they asked for.
  CONSTRAINT approvals_two_people CHECK (decided_by IS DISTINCT FROM asked_by),
  CONSTRAINT approvals_decided CHECK ((decided_by IS NULL) = (decided_at IS NULL)
    AND (state IN ('approved', 'done', 'refused')) = (decided_by IS NOT NULL))
);
-- One open request for an act on a record; of what is done by who asked, one for each of them.
CREATE UNIQUE INDEX approvals_asked ON approvals (method, path, params, (CASE WHEN by_asker THEN asked_by END))
  NULLS NOT DISTINCT WHERE state = 'asked';
CREATE INDEX approvals_by_time ON approvals (created_at DESC, id DESC);
CREATE INDEX approvals_by_asker ON approvals (asked_by, created_at DESC);

-- These acts have a right of their own now: who could do them goes on to.
UPDATE levels SET scopes = levels.scopes || given.scopes, updated_at = greatest(now(), levels.updated_at + interval '1 millisecond')
FROM (
  SELECT id, array_agg(fresh.scope) AS scopes
  FROM levels JOIN (VALUES
    ('console:shop:write', 'console:refunds:write'),
    ('console:auction:write', 'console:voids:write'),
    ('console:users:write', 'console:private-files:write')) AS fresh (held, scope)
    ON fresh.held = ANY (levels.scopes) AND NOT fresh.scope = ANY (levels.scopes)
  GROUP BY id
) AS given WHERE given.id = levels.id;
