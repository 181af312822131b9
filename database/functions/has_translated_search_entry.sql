-- Whether a record is public in a language.
CREATE OR REPLACE FUNCTION has_translated_search_entry(record uuid, in_locale text, at timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM search_entries AS entry WHERE entry.record_id = record AND entry.locale = in_locale
    AND is_search_entry_current(entry.show_from, entry.show_to, at));
END $$;
