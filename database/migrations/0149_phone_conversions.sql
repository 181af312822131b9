-- Columns whose telephone numbers the application has converted to their stored form (docs/decisions/0094).
CREATE TABLE phone_conversions (
  source text PRIMARY KEY,
  converted_at timestamptz(3) NOT NULL DEFAULT now(),
  changed integer NOT NULL,
  -- Records whose number is left as it was: it is no number, or another account has it.
  kept text[] NOT NULL DEFAULT '{}'
);
