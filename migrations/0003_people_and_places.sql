-- What a lawyer's and an office's own page show beyond what lists show.

ALTER TABLE lawyers
  -- HTML; what the representative says on the page of their own.
  ADD COLUMN greeting jsonb NOT NULL DEFAULT '{}',
  -- Last parts of the addresses of the stories this lawyer wrote.
  ADD COLUMN stories text[] NOT NULL DEFAULT '{}';

ALTER TABLE offices
  -- As schema.org writes opening hours: 'Mo-Fr 09:00-18:00'.
  ADD COLUMN opening text[] NOT NULL DEFAULT '{}',
  -- The drawn map: its parts in the order staff wrote them.
  ADD COLUMN map jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(map) = 'array'),
  ADD COLUMN photos uuid[] NOT NULL DEFAULT '{}';
