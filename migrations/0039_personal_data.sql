-- Who looked at whose personal data: lines of the log, found by the account they speak of.

CREATE INDEX audit_personal ON audit (id DESC) WHERE action IN ('list', 'read', 'download', 'export');
CREATE INDEX audit_personal_of ON audit ((after ->> 'of'), id DESC) WHERE action IN ('list', 'read', 'download', 'export');

-- Counts by day of Seoul, without cookies and without anything of who was counted. Every process adds what it saw.
CREATE TABLE daily_figures (
  day date NOT NULL,
  figure text NOT NULL CHECK (figure IN ('visits')),
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (day, figure)
);
