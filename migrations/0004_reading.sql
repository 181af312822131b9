-- Who has looked at a post today, so that a view counts once for each visitor and day.

CREATE TABLE post_views (
  post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  -- By the calendar of Seoul.
  day date NOT NULL,
  -- Keyed hash of the day, the address and the browser's name: of use on that day alone, and nobody's to trace back.
  visitor bytea NOT NULL,
  PRIMARY KEY (post_id, day, visitor)
);
CREATE INDEX post_views_day ON post_views (day);
