import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signValue } from '#kit/files/private-files.ts'
import type { Scope } from '#kit/scopes.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { excelOf } from '#kit/spreadsheet/write-workbook.ts'
import { streamZip } from '#kit/zip.ts'
import { auth } from '#people/auth/contract.ts'
import { createContact } from '#people/certify/factory.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { levels } from '#people/levels/table.ts'
import { readRows } from '#test/files/read-rows.ts'
import { form } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { users as own } from '../contract.ts'
import { members } from '../contract-members.ts'
import { buildUser } from '../factory.ts'
import { sheetColumns } from '../rules.ts'
import { memberWords, users } from '../table.ts'
import { formatMemberNumber } from './format-member-number.ts'
import { importSheet } from './import-members.ts'

const api = prepareTestApi()
let staff: Actor
let memberLevel: string
const reason = '본인 요청으로 확인'
beforeAll(async () => {
  staff = await api.actor(['console', 'console:users', 'console:questions'], { rank: 80, name: '민서경' })
  memberLevel = (await buildLevel(api.context, { rank: 10, forPersons: true, forCompanies: true })).id
})

const client = (actor: Actor = staff) => api.client(members, actor)
const buildMember = (overrides: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(api.context, { levelId: memberLevel, ...overrides })
const buildInput = (overrides = {}) => ({
  username: `new-${api.context.newId().slice(-8)}`,
  name: '차은결',
  email: createContact(),
  phone: null,
  locale: 'ko' as const,
  levelId: memberLevel,
  kind: 'PERSON' as const,
  company: null,
  invite: false,
  ...overrides,
})
const listAuditLines = async (id: string) => {
  const { rows } = await api.services.database.execute<{
    action: string
    summary: string
    actor: string
    after: object
  }>(sql`SELECT action, summary, actor, after FROM audit WHERE entity_id = ${id} ORDER BY id`)
  return rows
}

describe('the list of members', () => {
  it('finds members by any part of name, username, contact and company, and by nothing else', async () => {
    const { id } = await buildMember({
      username: 'haneul.cha',
      name: '차하늘솔',
      email: 'sky.pine@mail.example',
      phone: '+821055510771',
      kind: 'COMPANY',
    })
    const businessNumber = createBusinessNumber()
    await api.services.database.execute(sql`
      INSERT INTO companies (id, user_id, name, ceo, business_number, category, address)
      VALUES (${api.context.newId()}, ${id}, '구운결 목공', '차하늘', ${businessNumber}, '목공', '서울')`)
    const findByWords = async (q: string) => (await client().list({ query: { q } })).users.map(({ _id }) => _id)
    for (const q of [
      '하늘',
      '늘솔',
      '솔',
      'HANEUL',
      'l.ch',
      'pine@',
      '010-5551-0771',
      '5510771',
      '결 목',
      businessNumber,
    ])
      expect([q, await findByWords(q)]).toEqual([q, [id]])
    for (const q of ['늘하', '%', '_', "'", '\\', ' & ', 'haneulcha', '솔\n차'])
      expect([q, await findByWords(q)]).toEqual([q, []])
  })

  it('filters by kind, level, state, role and days, and never shows withdrawn members', async () => {
    const level = await buildLevel(api.context, { rank: 12 })
    const created = await Promise.all([
      buildMember({ levelId: level.id, kind: 'COMPANY' }),
      buildMember({ levelId: level.id, state: 'locked' }),
      buildMember({ levelId: level.id, state: 'withdrawn' }),
      buildMember({ levelId: level.id, createdAt: new Date('2024-03-01T15:30:00Z') }),
    ])
    const listIds = async (query: object) =>
      (await client().list({ query: { level: level.id, ...query } })).users.map(({ _id }) => _id).sort()
    const pickIds = (...places: number[]) => places.map((place) => created[place]?.id).sort()
    expect(await listIds({})).toEqual(pickIds(0, 1, 3))
    expect(await listIds({ kind: 'COMPANY' })).toEqual(pickIds(0))
    expect(await listIds({ state: 'locked' })).toEqual(pickIds(1))
    expect(await listIds({ joined: '2024-03-02..2024-03-02' })).toEqual(pickIds(3))
    expect(await listIds({ joined: '..2024-03-01' })).toEqual([])
    expect(await listIds({ staff: 'true' })).toEqual([])
    expect(
      (await client().list({ query: { staff: true } as never })).users.every(({ level: { isStaff } }) => isStaff),
    ).toBe(true)
    await expect(client().list({ query: { sort: 'password' as never } })).rejects.toMatchObject({ status: 400 })
  })

  it('is read with the read permission and changed with the write permission', async () => {
    const reader = await api.actor(['console', 'console:users:read'], { rank: 80 })
    const { id } = await buildMember()
    expect((await client(reader).get({ params: { id } })).user.mayChange).toBe(true)
    for (const call of [
      () => client(reader).create({ body: buildInput() }),
      () => client(reader).lock({ params: { id }, body: { reason } }),
      () => client(reader).export({ body: { reason } }),
      () => client(reader).lookAtFiles({ params: { id }, body: { reason } }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    await expect(client(await api.actor(['console'])).list({ query: {} })).rejects.toMatchObject({ status: 403 })
  })
})

describe('the page of a member', () => {
  it('shows all data and logs the read', async () => {
    const otherMember = await api.actor([], { name: '도이수', levelId: memberLevel })
    const { user } = await client().get({ params: { id: otherMember.userId } })
    expect(user).toMatchObject({
      name: '도이수',
      number: formatMemberNumber(otherMember.userId),
      sessions: [{ _id: otherMember.sessionId }],
      parts: [{ key: 'questions', total: 0, entries: [] }],
      isLastOwner: false,
    })
    expect(user.consents.map(({ subject }) => subject)).toContain('channel:EMAIL')
    const [line] = await listAuditLines(otherMember.userId)
    // Without the name, because an audit line is permanent and a member's data must be erasable.
    expect(line).toMatchObject({ action: 'read', actor: '민서경', summary: formatMemberNumber(otherMember.userId) })
    await expect(client().get({ params: { id: api.context.newId() } })).rejects.toMatchObject({ status: 404 })
  })

  it('shows only data of other modules that the caller may read', async () => {
    const narrow = await api.actor(['console', 'console:users:read'])
    const { id } = await buildMember()
    expect((await client(narrow).get({ params: { id } })).user.parts).toEqual([])
  })
})

describe('an account created by staff', () => {
  it('has its company and no password, and gets a link on request', async () => {
    const email = createContact()
    const company = {
      name: '구운결',
      ceo: '서가온',
      businessNumber: createBusinessNumber(),
      category: '목공',
      address: '서울',
    }
    const { user } = await client().create({
      body: buildInput({ kind: 'COMPANY', company, email, invite: true, phone: '010-5551-0902' }),
    })
    expect(user).toMatchObject({ company, email, phone: '+821055510902', hasPassword: false, state: 'active' })
    const { rows } = await api.services.database.execute(sql`SELECT FROM outbox WHERE recipient = ${email}`)
    expect(rows).toHaveLength(1)
    expect((await listAuditLines(user._id)).map(({ action }) => action)).toEqual(['create'])
    expect(JSON.stringify(await listAuditLines(user._id))).not.toContain('차은결')
  })

  it('is refused with messages and leaves nothing behind', async () => {
    const existing = await buildMember({ username: 'taken.name', email: createContact() })
    const before = await api.services.database.$count(users)
    const high = await buildLevel(api.context, { rank: 90 })
    const strong = await buildLevel(api.context, { rank: 20, scopes: ['console', 'console:settings:write'] })
    const cases: [object, string, number][] = [
      [{ username: existing.username }, 'username', 409],
      [{ email: existing.email }, 'email', 409],
      [{ levelId: high.id }, 'levelId', 400],
      [{ levelId: strong.id }, 'levelId', 400],
      [{ phone: '010' }, 'phone', 400],
      [{ email: null, invite: true }, 'email', 400],
      [{ kind: 'COMPANY' }, 'company', 400],
      [{ username: 'Zwei Worte' }, 'username', 400],
      [{ scope: ['console'] }, 'scope', 400],
    ]
    for (const [change, field, status] of cases)
      await expectRefusal(client().create({ body: buildInput(change) }), status, field)
    expect(await api.services.database.$count(users)).toBe(before)
  })
})

describe('a change of an account', () => {
  it('updates single fields from the version that was read, and logs only field names', async () => {
    const { id, updatedAt } = await buildMember()
    const changeMember = (body: object) => client().update({ params: { id }, body: body as never })
    const { user } = await changeMember({ name: '새 이름', updatedAt: updatedAt.toISOString() })
    expect(user.name).toBe('새 이름')
    await expect(changeMember({ name: '늦은 이름', updatedAt: updatedAt.toISOString() })).rejects.toMatchObject({
      status: 412,
    })
    await expect(changeMember({ name: '늦은 이름' })).rejects.toMatchObject({ refusal: { code: 'stamp_required' } })
    await expect(changeMember({ state: 'locked', updatedAt: user.updatedAt })).rejects.toMatchObject({ status: 400 })
    const [line] = await listAuditLines(id)
    expect(line?.after).toEqual({ fields: ['name'] })
  })

  it('reaches only lower ranks and grants nothing above the caller', async () => {
    const peer = await buildMember({ levelId: (await buildLevel(api.context, { rank: 80 })).id })
    const high = await buildLevel(api.context, { rank: 95 })
    const { id, updatedAt } = await buildMember()
    const stamp = updatedAt.toISOString()
    await expect(
      client().update({ params: { id: peer.id }, body: { name: 'x', updatedAt: peer.updatedAt.toISOString() } }),
    ).rejects.toMatchObject({ status: 403 })
    for (const act of ['lock', 'lookAtFiles'] as const)
      await expect(client()[act]({ params: { id: peer.id }, body: { reason } })).rejects.toMatchObject({ status: 403 })
    await expect(client().signOut({ params: { id: peer.id } })).rejects.toMatchObject({ status: 403 })
    await expect(client().withdrawOf({ params: { id: peer.id }, body: { reason } })).rejects.toMatchObject({
      status: 403,
    })
    await expectRefusal(
      client().update({ params: { id }, body: { levelId: high.id, updatedAt: stamp } }),
      400,
      'levelId',
    )
    const next = await buildLevel(api.context, { rank: 15 })
    const { user } = await client().update({ params: { id }, body: { levelId: next.id, updatedAt: stamp } })
    expect(user.level._id).toBe(next.id)
  })

  it('locks with a reason, which ends sessions immediately, and unlocks', async () => {
    const otherMember = await api.actor([], { levelId: memberLevel })
    const params = { id: otherMember.userId }
    await expect(client().lock({ params, body: { reason: '음' } })).rejects.toMatchObject({
      refusal: { fields: { reason: expect.any(String) } },
    })
    expect((await client().lock({ params, body: { reason } })).user).toMatchObject({
      state: 'locked',
      lockReason: reason,
      sessions: [],
    })
    await expect(api.client(own, otherMember).me()).rejects.toMatchObject({ status: 401 })
    await expect(client().lock({ params, body: { reason } })).rejects.toMatchObject({ status: 409 })
    expect((await client().unlock({ params, body: { reason } })).user).toMatchObject({
      state: 'active',
      lockReason: null,
    })
    expect((await listAuditLines(otherMember.userId)).map(({ action }) => action)).toEqual(['lock', 'unlock'])
    await expect(client().lock({ params: { id: staff.userId }, body: { reason } })).rejects.toMatchObject({
      status: 409,
    })
  })

  it('ends all sessions, sends a link, and ends the account permanently', async () => {
    const email = createContact()
    const otherMember = await api.actor([], { levelId: memberLevel, email, name: '세상에없는이름' })
    const params = { id: otherMember.userId }
    expect(await client().signOut({ params })).toEqual({ ended: 1 })
    await expect(api.client(auth, otherMember).sessions()).rejects.toMatchObject({ status: 401 })
    expect(await client().reset({ params })).toEqual({ channel: 'EMAIL' })
    expect((await client().outlookOf({ params })).withdrawal.blocks).toEqual([])
    await client().withdrawOf({ params, body: { reason } })
    await expect(client().get({ params })).rejects.toMatchObject({ status: 404 })
    const [row] = await api.services.database.select().from(users).where(eq(users.id, otherMember.userId))
    expect(row).toMatchObject({ name: '', email: null, state: 'withdrawn' })
    expect(await api.services.database.$count(memberWords, eq(memberWords.userId, otherMember.userId))).toBe(0)
    expect(JSON.stringify(await listAuditLines(otherMember.userId))).not.toContain('세상에없는이름')
  })
})

describe('exports', () => {
  it('require a logged reason and a URL that expires', async () => {
    const level = await buildLevel(api.context, { rank: 11 })
    for (const name of ['=1+1', '둘째']) await buildMember({ levelId: level.id, name })
    await expect(client().export({ body: { level: level.id } as never })).rejects.toMatchObject({ status: 400 })
    const { url, total } = await client().export({ body: { reason, level: level.id } })
    expect(total).toBe(2)
    const response = await api.request({ method: 'GET', url })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const path = `${api.services.settings.dataDirectory}/export.xlsx`
    await writeFile(path, response.rawPayload)
    const rows = await readRows(path)
    expect(rows.map((row) => row[1])).toEqual(['이름', '=1+1', '둘째'])
    // Every field of a member in the list, and every field of the import.
    const { users: lines } = await client().list({ query: { level: level.id } })
    expect(rows[0]).toHaveLength(sheetColumns.length + 4)
    const listed = ['_id', 'createdAt', 'updatedAt', 'state', 'usedAt', ...sheetColumns]
    expect(Object.keys(lines[0] ?? {}).filter((field) => !listed.includes(field))).toEqual([])
    expect(rows[1]?.at(-4)).toBe('이용 중')
    const { rows: logged } = await api.services.database.execute<{ after: object }>(
      sql`SELECT after FROM audit WHERE action = 'export_members' ORDER BY id DESC LIMIT 1`,
    )
    expect(logged[0]?.after).toMatchObject({ reason, total: 2 })
    api.clock.forward(5 * 60_000 + 1)
    expect((await api.request({ method: 'GET', url })).statusCode).toBe(404)
    const forged = signValue(new Uint8Array(32), 'member export', { filter: {}, locale: 'ko', until: Date.now() * 2 })
    expect((await api.request({ method: 'GET', url: `/files/members?token=${forged}` })).statusCode).toBe(404)
    staff = await api.actor(['console', 'console:users', 'console:questions'] as Scope[], { rank: 80, name: '민서경' })
  })
})

describe('imports', () => {
  const heads = [
    '아이디',
    '이름',
    '유형',
    '이메일',
    '전화번호',
    '등급',
    '언어',
    '회사명',
    '대표자',
    '사업자등록번호',
    '업종',
    '주소',
  ]
  const buildSheetForm = async (rows: string[][], bytes?: Buffer) => {
    const streamPieces = async function* () {
      yield rows
    }
    const sheet = bytes ?? Buffer.concat(await excelOf('회원', heads, streamPieces()).toArray())
    return form('file', ['members.xlsx', sheet])
  }
  const buildRow = (username: string, ...rest: string[]) => [
    username,
    '새회원',
    '',
    `${username}@mail.example`,
    ...rest,
  ]

  it('report errors by row and create all members or none', async () => {
    const existing = await buildMember({ email: 'taken@mail.example' })
    const high = await buildLevel(api.context, { rank: 99 })
    const rows = [
      buildRow('good.one', '010-5551-2001'),
      buildRow('Not A Name'),
      ['other.one', '겹침', '', existing.email ?? '', '', ''],
      buildRow('good.one2', '', high.key),
      buildRow('good.one3', '010'),
      buildRow('good.one', ''),
      buildRow('firm.one', '', '', 'ko', '구운결', '서가온', '123-45-67890', '목공', '서울'),
    ]
    const { sheet } = await client().checkImport({ form: await buildSheetForm(rows) })
    expect(sheet.rows).toBe(1)
    expect(sheet.faults[0]).toMatchObject({ row: 3, column: 'username', value: 'Not A Name' })
    const wrong = sheet.faults.map(({ row: rowNumber, column }) => `${rowNumber} ${column}`)
    for (const item of ['3 username', '4 email', '5 level', '6 phone', '7 username', '8 businessNumber'])
      expect(wrong).toContain(item)
    expect(sheet.faults.every(({ message }) => message.length > 3)).toBe(true)
    const before = await api.services.database.$count(users)
    await expectRefusal(client().import({ form: await buildSheetForm(rows) }), 400, 'file')
    expect(await api.services.database.$count(users)).toBe(before)
  })

  it('create every member of a sheet together, with companies, and log it', async () => {
    const rows = [
      buildRow('sheet.one', '010-5551-3001'),
      buildRow('sheet.firm', '', '', 'en', '구운결', '서가온', createBusinessNumber(), '목공', '서울'),
    ]
    expect((await client().checkImport({ form: await buildSheetForm(rows) })).sheet).toMatchObject({
      rows: 2,
      faults: [],
      layout: { sheet: 0, head: 1, missing: [], notice: null },
    })
    expect(await client().import({ form: await buildSheetForm(rows) })).toEqual({ imported: 2 })
    const { users: found } = await client().list({ query: { q: 'sheet.' } })
    expect(found.map(({ username, kind, company }) => [username, kind, company]).sort()).toEqual([
      ['sheet.firm', 'COMPANY', '구운결'],
      ['sheet.one', 'PERSON', null],
    ])
    await expect(client().import({ form: await buildSheetForm(rows) })).rejects.toMatchObject({ status: 400 })
  })

  it('create no member at a level that the caller may no longer grant', async () => {
    const level = await buildLevel(api.context, { rank: 70, scopes: ['console', 'console:users'] })
    const user = await buildUser(api.context, { levelId: level.id })
    const grantedLevel = await buildLevel(api.context, { rank: 30 })
    const principal = {
      ...{ userId: user.id, sessionId: user.id, username: user.username, name: user.name, level: level.key },
      ...{ rank: level.rank, scopes: level.scopes, needsTwoStep: false, needsTerms: false },
    }
    const path = `${api.services.settings.dataDirectory}/import.xlsx`
    const rows = [buildRow('rank.one', '', grantedLevel.key), buildRow('rank.two', '')]
    const sheet = (await buildSheetForm(rows)).get('file') as File
    await writeFile(path, Buffer.from(await sheet.arrayBuffer()))
    const importMembers = () =>
      importSheet(
        new Context(api.services, { ...publicScope('ko'), principal }),
        { name: 'members.xlsx', path, bytes: sheet.size },
        {},
      )
    const setRank = (rank: number) => api.services.database.update(levels).set({ rank }).where(eq(levels.id, level.id))
    await setRank(20)
    await expect(importMembers()).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { file: 'sheet_rows' } },
    })
    const countCreated = () => api.services.database.$count(users, sql`username IN ('rank.one', 'rank.two')`)
    expect(await countCreated()).toBe(0)
    await setRank(70)
    expect(await importMembers()).toEqual({ imported: 2 })
    expect(await countCreated()).toBe(2)
  })

  it('refuse a file that is no sheet, lacks columns, or is larger than declared', async () => {
    const bomb = Buffer.concat(
      await Readable.from(streamZip([{ name: 'a', open: async () => Buffer.alloc(10) }], new Date())).toArray(),
    )
    for (const bytes of [Buffer.from('아이디,이름\n'), bomb, Buffer.from('PK\x05\x06')])
      await expect(client().checkImport({ form: await buildSheetForm([], bytes) })).rejects.toMatchObject({
        status: expect.toSatisfy((status: number) => status === 400 || status === 415),
      })
    const empty = await client().checkImport({ form: await buildSheetForm([]) })
    expect(empty.sheet).toMatchObject({ rows: 0, layout: { notice: expect.stringMatching(/제목 행/) } })
    await expectRefusal(client().import({ form: await buildSheetForm([]) }), 400, 'file')
  })

  it('read a list with other headings, another order, and a title above them, as a person maps it', async () => {
    const text = '2026년 회원 명단\n\n휴대폰,성명 (필수),사번,로그인 아이디\n010-5551-4001,차하은,A-1,other.hand\n'
    const file = form('file', ['list.csv', Buffer.from(text)])
    const { sheet } = await client().checkImport({ form: file })
    expect(sheet).toMatchObject({
      rows: 1,
      faults: [],
      layout: { head: 3, columns: { username: 3, name: 1, phone: 0, email: null } },
    })
    const mapped = { sheet: 0, head: 3, columns: 'username:2,name:1' }
    const wrong = await client().checkImport({ form: file, query: mapped })
    expect(wrong.sheet.faults).toMatchObject([{ row: 4, column: 'username', value: 'A-1' }])
    const lacking = await client().checkImport({ form: file, query: { head: 4 } })
    expect(lacking.sheet.layout).toMatchObject({ missing: ['username', 'name'], notice: expect.any(String) })
    await expectRefusal(client().import({ form: file, query: { head: 4 } }), 400, 'file')
    expect(await client().import({ form: file })).toEqual({ imported: 1 })
    const { users: found } = await client().list({ query: { q: 'other.hand' } })
    expect(found).toMatchObject([{ name: '차하은', phone: '+821055514001' }])
  })
})
