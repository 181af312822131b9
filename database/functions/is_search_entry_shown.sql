-- Whether an entry is shown to readers of a language: Korean entries only if the record has no translation.
CREATE OR REPLACE FUNCTION is_search_entry_shown(record uuid, locale text, show_from timestamptz, show_to timestamptz,
  in_locale text, at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_search_entry_current(show_from, show_to, at)
    AND (locale = in_locale OR locale = 'ko' AND NOT has_translated_search_entry(record, in_locale, at))
$$;
