-- What 0096 gave to who could do it before is known since then: it is not given once more, to levels that were denied it.
INSERT INTO scope_grants (scope, granted_at)
SELECT fresh.scope, now() FROM (VALUES
  ('console:shop:write', 'console:refunds:write'),
  ('console:auction:write', 'console:voids:write'),
  ('console:users:write', 'console:private-files:write')) AS fresh (held, scope)
WHERE EXISTS (SELECT FROM scope_grants WHERE scope_grants.scope = fresh.held)
ON CONFLICT DO NOTHING;
