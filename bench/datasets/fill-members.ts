import pg from 'pg'
import type { TestApi } from '../../test/server/test-api.ts'

export const memberCount = 100_000
/** Number of questions, each with its answer. */
const questions = 10_000
const left = 5_000

/** Versions of the terms, with their age. All members accepted the first version of each, most the second. */
const versions = [
  ['service', '400 days'],
  ['service', '100 days'],
  ['privacy', '400 days'],
  ['privacy', '100 days'],
  ['marketing', '400 days'],
  ['marketing', '100 days'],
] as const

/**
 * Creates members with names, addresses and phone numbers as varied as real ones, so that words are realistically rare
 * or common; also their consents, companies and questions, and withdrawn members.
 */
export const fillMembers = async ({ database }: TestApi, level: string): Promise<void> => {
  // A separate connection: statements in the product's pool time out after three seconds.
  const client = new pg.Client(database.directUrl)
  await client.connect()
  await client.query(
    `
    INSERT INTO users (id, username, name, email, phone, kind, level_id, password_hash, created_at, updated_at)
    SELECT gen_random_uuid(), 'bench' || n, substr('김이박최정강조윤장임한오서신권황안송류홍', 1 + n % 20, 1)
        || substr('가나다라마바사아자차하은지우민서윤도현준', 1 + (n / 20) % 20, 1)
        || substr('린솔결빛별슬람온율담해든찬휘진규태호연수', 1 + (n / 400) % 20, 1),
      'bench' || n || '@mail' || n % 50 || '.example', '+8210' || lpad((n * 7919 % 100000000)::text, 8, '0'),
      CASE WHEN n % 15 = 0 THEN 'COMPANY' ELSE 'PERSON' END, $1::uuid, 'none',
      now() - n * interval '7 minutes', now()
    FROM generate_series(1, $2::int) AS n`,
    [level, memberCount],
  )
  await client.query(`
    INSERT INTO sessions (id, user_id, token_hash, created_at, used_at)
    SELECT gen_random_uuid(), id, sha256(id::text::bytea), created_at, created_at FROM users`)
  await client.query(`
    INSERT INTO companies (id, user_id, name, ceo, business_number, category, address, created_at, updated_at)
    SELECT gen_random_uuid(), id, name || ' 공방 ' || n, name, number.whole, '생활용품', '인천 연수구 ' || n || '호', created_at, created_at
    FROM (SELECT *, row_number() OVER () AS n FROM users WHERE kind = 'COMPANY') AS u
    CROSS JOIN LATERAL (
      SELECT whole FROM (SELECT (100000000 + n)::text || digit AS whole FROM generate_series(0, 9) AS digit) AS all_ten
      WHERE is_business_number(whole) LIMIT 1
    ) AS number`)
  for (const [code, ago] of versions)
    await client.query(
      `INSERT INTO terms (id, code, title, body, effective_at, created_at, updated_at)
       SELECT gen_random_uuid(), $1, jsonb_build_object('ko', $1::text), '{"ko":"<p>글</p>"}', now() - $2::interval, now(), now()`,
      [code, ago],
    )
  await client.query(`
    INSERT INTO consents (id, user_id, subject, terms_id, given, how, at)
    SELECT gen_random_uuid(), u.id, said.subject, said.terms_id, said.given, said.how, said.at
    FROM (SELECT id, row_number() OVER () AS n FROM users WHERE username LIKE 'bench%') AS u
    CROSS JOIN LATERAL (
      SELECT 'terms:' || t.code AS subject, t.id AS terms_id, true AS given, 'join' AS how, t.effective_at + interval '1 day' AS at
        FROM terms AS t WHERE (t.code <> 'marketing' OR u.n % 2 = 0)
          AND (t.effective_at < now() - interval '200 days' OR u.n % 10 < 7)
      UNION ALL SELECT 'age', NULL, true, 'join', now() - interval '399 days'
      UNION ALL SELECT 'channel:EMAIL', NULL, true, 'join', now() - interval '399 days' WHERE u.n % 2 = 0
      UNION ALL SELECT 'channel:EMAIL', NULL, false, 'link', now() - interval '50 days' WHERE u.n % 8 = 0
      UNION ALL SELECT 'channel:SMS', NULL, true, 'me', now() - interval '90 days' WHERE u.n % 4 = 0
    ) AS said`)
  await client.query(
    `INSERT INTO questions (id, user_id, type, title, locale, state, answered_at, closed_at, created_at, updated_at)
     SELECT gen_random_uuid(), u.id, (ARRAY['inquiry', 'website', 'personal', 'other'])[1 + n % 4],
       (ARRAY['배송', '환불', '회원 정보', '경매', '상담'])[1 + n % 5] || ' 문의 ' || n, 'ko',
       CASE WHEN n % 50 = 0 THEN 'open' WHEN n % 50 = 1 THEN 'answered' ELSE 'closed' END,
       CASE WHEN n % 50 = 0 THEN NULL ELSE now() - n * interval '3 minutes' END,
       CASE WHEN n % 50 < 2 THEN NULL ELSE now() - n * interval '2 minutes' END,
       now() - n * interval '5 minutes', now() - n * interval '2 minutes'
     FROM generate_series(1, $1::int) AS n JOIN (SELECT id, row_number() OVER () AS nth FROM users WHERE username LIKE 'bench%') AS u
       ON u.nth = n`,
    [questions],
  )
  await client.query(`
    INSERT INTO question_entries (id, question_id, author, actor_id, text, created_at, updated_at)
    SELECT gen_random_uuid(), q.id, who, CASE WHEN who = 'member' THEN q.user_id END,
      CASE WHEN who = 'member' THEN q.title || ' 드립니다. 지난주에 신청한 내용이 아직 처리되지 않아 언제쯤 확인할 수 있는지 알고 싶습니다.'
        ELSE '안녕하세요. 담당 부서에서 확인했으며 이틀 안에 처리해 드리겠습니다. 접수 번호는 ' || substr(q.id::text, 25) || '입니다.' END,
      q.created_at, q.created_at
    FROM questions AS q CROSS JOIN unnest(ARRAY['member', 'staff']) AS who WHERE who = 'member' OR q.state <> 'open'`)
  await client.query(
    `WITH gone AS (
       INSERT INTO users (id, username, name, kind, level_id, password_hash, state, created_at, updated_at)
       SELECT gen_random_uuid(), 'gone' || n, '', CASE WHEN n % 15 = 0 THEN 'COMPANY' ELSE 'PERSON' END, $1::uuid, 'none',
         'withdrawn', now() - n * interval '30 minutes', now() FROM generate_series(1, $2::int) AS n
       RETURNING id, kind, created_at)
     INSERT INTO withdrawals (id, user_id, kind, reason, created_at, updated_at)
     SELECT gen_random_uuid(), id, kind,
       (ARRAY['unsaid', 'unused', 'hard', 'privacy', 'mail', 'other'])[1 + (row_number() OVER ())::int % 6], created_at, now() FROM gone`,
    [level, left],
  )
  await client.query(`
    INSERT INTO legal_holds (id, withdrawal_id, basis, records, until, sealed, created_at, updated_at)
    SELECT gen_random_uuid(), id, (ARRAY['contract', 'complaint', 'login'])[1 + (extract(epoch FROM created_at)::bigint / 1800 % 3)::int],
      3, created_at + interval '3 years', sha256(id::text::bytea), created_at, created_at FROM withdrawals`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}
