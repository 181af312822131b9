-- Whether an entry is within its publication period. The planner inlines functions of a single expression.
CREATE OR REPLACE FUNCTION is_search_entry_current(show_from timestamptz, show_to timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT show_from <= at AND (show_to IS NULL OR show_to > at) $$;
