-- Offices, with the words under which visitors look for them as aliases.
CREATE OR REPLACE VIEW search_offices AS
  SELECT office.id AS record_id, locale, 'office' AS kind, '/contact/' || office.key AS path,
    office.title ->> locale AS title,
    CASE locale WHEN 'ko' THEN '전화번호 연락처 주소 위치' || E'\n' || '오시는 길' || E'\n' || '주차'
      WHEN 'en' THEN 'telephone phone number contact address directions location parking'
      ELSE '电话号码' || E'\n' || '联系方式' || E'\n' || '地址' || E'\n' || '路线' || E'\n' || '位置' || E'\n' || '停车' END AS aliases,
    concat_ws(E'\n', office.address ->> locale, office.floor ->> locale, format_phone_for_search(office.phone),
      office.hours ->> locale, office.transit ->> locale, office.parking ->> locale) AS content,
    -office.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[office.picture] || office.photos, NULL) AS pictures, office.updated_at AS changed_at
  FROM offices AS office, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE office.visible AND is_fully_translated(locale, office.title, office.address, office.floor, office.hours);
SELECT update_search_entries('search_offices');
