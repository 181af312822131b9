-- Words that mean the same to visitors, in groups that staff edit: a search for one of them looks for the others too.
CREATE TABLE search_synonyms (
  id uuid PRIMARY KEY,
  ko text[] NOT NULL DEFAULT '{}',
  en text[] NOT NULL DEFAULT '{}',
  cn text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT search_synonyms_words CHECK (cardinality(ko) + cardinality(en) + cardinality(cn) >= 2)
);
CREATE TRIGGER search_synonyms_cache AFTER INSERT OR UPDATE OR DELETE ON search_synonyms
  FOR EACH ROW EXECUTE FUNCTION notify_cache('synonyms');

-- How many records of a kind several ways to say a query find together; the words of each are lines. Asked where none of
-- them finds more than is counted, so the rows are few: nothing is ranked, and no text is read that the index answers.
CREATE FUNCTION search_together(of_kind text, in_locale text, at timestamptz, variants text[]) RETURNS integer
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  variant text;
  terms text[];
  wanted bigint[];
  is_said boolean;
  met uuid[] := '{}';
BEGIN
  FOREACH variant IN ARRAY variants LOOP
    terms := string_to_array(variant, E'\n');
    wanted := search_wanted(terms, of_kind, 0);
    is_said := search_is_said(terms);
    met := met || ARRAY(
      SELECT entry.record_id
      FROM (SELECT * FROM search_entries WHERE search_entry_grams(record_id, kind, heading, words) @> wanted OFFSET 0) AS entry
      WHERE entry.kind = of_kind AND (is_said OR search_has(entry.words, terms))
        AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at));
  END LOOP;
  RETURN (SELECT count(DISTINCT record) FROM unnest(met) AS record);
END $$;

-- What clients say and what lawyers write. A new installation with the demonstration calls this as well.
CREATE FUNCTION add_first_synonyms() RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_synonyms (id, ko, en, cn)
  SELECT gen_random_uuid(), string_to_array(ko, '|'), string_to_array(en, '|'), string_to_array(cn, '|')
  FROM (VALUES
    ('누수|물이 새다|물이 흐르다|물이 떨어지다|물샘|천장에서 물', 'leak|water leak|water coming in', '漏水|渗漏|渗水'),
    ('상담료|상담 비용|수임료|변호사 비용|변호사 보수|착수금|비용', 'consultation fee|lawyer fee|cost', '咨询费|律师费|费用'),
    ('보증금|하자보수보증금|하자보증금', 'defect deposit|deposit', '保证金|瑕疵保证金'),
    ('담보책임 기간|담보책임|하자보증기간|보증 기간|AS 기간', 'warranty period|liability period|warranty', '担保责任期限|保修期'),
    ('균열|금이 가다|갈라지다|크랙', 'crack|cracks', '裂缝|开裂'),
    ('결로|곰팡이|이슬이 맺히다', 'condensation|mould|mold', '结露|发霉'),
    ('전화번호|연락처|대표전화|전화 상담', 'telephone|phone number|contact', '电话|电话号码|联系方式'),
    ('오시는 길|위치|주차|찾아오는 길', 'directions|location|parking', '路线|位置|停车'),
    ('재건축|재개발|정비사업', 'redevelopment|reconstruction', '重建|再开发'),
    ('장기수선충당금|장충금|수선충당금', 'long-term repair reserve|repair reserve', '长期维修基金|维修资金'),
    ('입주자대표회의|입대의|동대표', 'council|residents council', '业主代表会议|业委会'),
    ('사전방문|사전점검|입주 점검', 'pre-move-in visit|pre-move-in inspection', '交房前验房|验房')
  ) AS first (ko, en, cn)
$$;

-- Offices are found by what they are asked for, which their texts do not name.
CREATE OR REPLACE VIEW search_offices AS
  SELECT office.id AS record_id, locale, 'office' AS kind, '/contact/' || office.key AS path,
    office.title ->> locale AS title,
    CASE locale WHEN 'ko' THEN '전화번호 연락처 주소 위치' || E'\n' || '오시는 길' || E'\n' || '주차'
      WHEN 'en' THEN 'telephone phone number contact address directions location parking'
      ELSE '电话号码' || E'\n' || '联系方式' || E'\n' || '地址' || E'\n' || '路线' || E'\n' || '位置' || E'\n' || '停车' END AS aliases,
    concat_ws(E'\n', office.address ->> locale, office.floor ->> locale, office.phone, office.hours ->> locale,
      office.transit ->> locale, office.parking ->> locale) AS content,
    -office.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[office.picture] || office.photos, NULL) AS pictures, office.updated_at AS changed_at
  FROM offices AS office, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE office.visible AND search_translated(locale, office.title, office.address, office.floor, office.hours);
SELECT search_index('search_offices');

-- Installations that have records already get them here, once.
SELECT add_first_synonyms() WHERE EXISTS (SELECT FROM settings);
