-- Scopes that levels have been given once. A module that is new to a database gives its scopes to the levels it names,
-- and never again: what an owner takes from a level stays taken.
CREATE TABLE scope_grants (
  scope text PRIMARY KEY,
  granted_at timestamptz(3) NOT NULL
);
INSERT INTO scope_grants (scope, granted_at) SELECT DISTINCT unnest(scopes), now() FROM levels;
