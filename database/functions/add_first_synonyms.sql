-- Words of clients and the legal terms for them. Called for a new installation with the demonstration.
CREATE OR REPLACE FUNCTION add_first_synonyms() RETURNS void LANGUAGE sql AS $$
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
