-- Digest of `list_displaced_meetings`: the operator confirms the list that was shown. Null if the list is empty.
CREATE OR REPLACE FUNCTION digest_displaced_meetings(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer,
  rooms integer)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(string_agg(concat_ws(' ', meeting.id, meeting.slot_id, meeting.way, meeting.place, displaced.changed), ',' ORDER BY meeting.id))
  FROM list_displaced_meetings(fair, sessions, breaks, minutes, tables, rooms) AS displaced JOIN matchings AS meeting ON meeting.id = displaced.matching_id
$$;
