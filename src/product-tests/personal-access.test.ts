import { expect, it } from 'vitest'
import { audit as contract, type PersonalLine } from '#kit/audit/contract.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { introductions } from '#people/companies/contract-introductions.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { messages } from '#people/messages/contract.ts'
import { buildMail, buildRecipient, buildSending } from '#people/messages/factory.ts'
import { members } from '#people/users/contract-members.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'

/** Log of access to personal data, across the modules that show such data. */

const bench = prepareBench([])

const asStaff = async (name: string): Promise<Context> => {
  const actor = await bench.api.actor(['console'], { name })
  const account = { username: name, name, level: 'staff', rank: 50, scopes: ['console'] as const }
  return new Context(bench.api.services, { ...publicScope('ko'), principal: { ...actor, ...account } })
}

const looks = async (query: object = {}): Promise<PersonalLine[]> => {
  const reader = await bench.api.actor(['console', 'console:audit'])
  return (await bench.api.client(contract, reader).personal({ query })).lines
}

it('logs every way in which staff access member data, and is filtered by member', async () => {
  const { context } = bench.api
  const subject = await buildUser(context, { name: '남궁새로', kind: 'COMPANY', email: 'namgung@example.com', rank: 0 })
  const company = await buildCompany(context, { userId: subject.id })
  const mail = await buildMail(context, { about: subject.id })
  const sending = await buildSending(context)
  await buildRecipient(context, sending.id, { userId: subject.id })
  const sections = ['console:users', 'console:companies', 'console:messages', 'console:private-files'] as const
  const name = '남다른'
  const staff = await bench.api.actor(['console', ...sections], { name, rank: 90 })
  const ofUsers = bench.api.client(members, staff)
  const ofMessages = bench.api.client(messages, staff)
  const reason = '본인 확인'
  for (const _ of ['once', 'again']) {
    await ofUsers.list({ query: {} })
    await ofUsers.get({ params: { id: subject.id } })
    await bench.api.client(introductions, staff).list({ query: {} })
    await bench.api.client(introductions, staff).get({ params: { id: company.id } })
    await ofMessages.list({ query: {} })
    await ofMessages.get({ params: { id: mail.id } })
    await ofMessages.recipients({ params: { id: sending.id } })
  }
  await ofUsers.lookAtFiles({ params: { id: subject.id }, body: { reason } })
  await ofUsers.export({ body: { reason } })
  const lines = (await looks({ q: name, limit: 50 })).map(({ act, entity, of, reason: why, count }) => [
    `${act} ${entity}`,
    of?._id ?? null,
    why,
    count,
  ])
  expect(lines.reverse()).toEqual([
    ['list users', null, null, expect.any(Number)],
    ['read users', subject.id, null, null],
    ['list companies', null, null, expect.any(Number)],
    ['read companies', subject.id, null, null],
    ['list messages', null, null, expect.any(Number)],
    ['read messages', subject.id, null, null],
    ['list sendings', null, null, 1],
    ['look users', subject.id, reason, null],
    ['export_members users', null, reason, expect.any(Number)],
  ])
  expect((await looks({ of: subject.id })).map(({ act, entity }) => `${act} ${entity}`)).toEqual([
    'look users',
    'read messages',
    'read companies',
    'read users',
  ])
  expect((await looks({ act: 'export_members' })).map(({ actor }) => actor)).toContain(name)
  const { rows } = await context.database.execute(`SELECT a::text AS line FROM audit AS a WHERE actor = '${name}'`)
  expect(JSON.stringify(rows)).not.toContain('남궁새로')
})

it('logs a list once for concurrent requests, again if it grew, and not if it is empty', async () => {
  const staff = await asStaff('한꺼번')
  const note = (count: number) => recordPersonalAccess(staff, { act: 'list', entity: 'messages', of: null, count })
  await note(0)
  await Promise.all(Array.from({ length: 20 }, () => note(1)))
  await Promise.all([note(8), note(8)])
  await Promise.all([note(3), note(1)])
  const counts = async (q: string) => (await looks({ q })).map(({ count }) => count).reverse()
  expect(await counts('한꺼번')).toEqual([1, 8])

  const naive = await asStaff('제각기')
  const naively = async () => {
    const { rows } = await naive.database.execute(`SELECT FROM audit WHERE actor = '제각기'`)
    if (rows.length === 0)
      await writeAudit(naive, { action: 'list', entity: 'messages', summary: '', after: { of: null, count: 1 } })
  }
  await Promise.all(Array.from({ length: 20 }, naively))
  expect((await counts('제각기')).length).toBeGreaterThan(1)
})

it('logs the opening of a legal hold, and finds older lines that did not name the member', async () => {
  const { context } = bench.api
  const subject = await buildUser(context)
  const staff = await asStaff('옛기록')
  await writeAudit(staff, { action: 'read', entity: 'users', entityId: subject.id, summary: '' })
  await writeAudit(staff, {
    action: 'open_hold',
    entity: 'withdrawals',
    entityId: context.newId(),
    summary: 'complaint',
    after: { reason: '법원 요청' },
  })
  expect((await looks({ of: subject.id })).map(({ act }) => act)).toEqual(['read'])
  expect((await looks({ act: 'open_hold' })).map(({ reason }) => reason)).toEqual(['법원 요청'])
})
