-- The request for a consultation asks for what is needed only: a name, one contact, and the consent. It asks for the day
-- of the use inspection, which its calls to action name. Nobody could edit the form before: it is as it was shipped.
UPDATE form_kinds SET updated_at = now(), fields = (
  SELECT jsonb_agg(field ORDER BY place, half) FROM (
    SELECT place, 1 AS half,
      CASE field ->> 'name'
        WHEN 'phone' THEN field || '{"required": false, "hint": {"ko": "이메일만 입력하셔도 됩니다", "en": "an e-mail alone is enough", "cn": "也可以只填电子邮箱"}}'
        WHEN 'practice' THEN field || '{"required": false}'
        WHEN 'message' THEN field || '{"required": false}'
        ELSE field
      END AS field
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS each (field, place)
    UNION ALL
    SELECT place, 0, '{"name": "inspected", "kind": "date", "group": "matter", "width": "half", "max": 10, "required": false, "options": [],
      "label": {"ko": "사용검사일", "en": "Use inspection date", "cn": "竣工验收日"},
      "hint": {"ko": "남은 담보책임기간을 확인해 드립니다", "en": "we check what is left of the liability period", "cn": "用于确认剩余保修期"}}'::jsonb
    FROM jsonb_array_elements(fields) WITH ORDINALITY AS each (field, place)
    WHERE field ->> 'name' = 'message' AND NOT fields @> '[{"name": "inspected"}]'
  ) AS asked
) WHERE key = 'consult';
