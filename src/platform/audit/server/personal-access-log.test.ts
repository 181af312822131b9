import { expect, it } from 'vitest'
import { audit as contract, type PersonalLine } from '#kit/audit/contract.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { questions } from '#people/questions/contract.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'

const bench = prepareBench([])
/** Logs in again each time, because the tests advance the clock. */
const client = async () => bench.api.client(contract, await bench.api.actor(['console', 'console:audit']))

/** Context of a request by a staff member. */
const createStaffContext = async (name: string): Promise<Context> => {
  const actor = await bench.api.actor(['console'], { name })
  const account = { username: name, name, level: 'staff', rank: 50, scopes: ['console'] as const }
  const scope = { ...publicScope('ko'), address: '192.0.2.7', principal: { ...actor, ...account } }
  return new Context(bench.api.services, scope)
}

const listPersonalLines = async (query: object = {}): Promise<PersonalLine[]> =>
  (await (await client()).personal({ query })).lines

it('shows who viewed whose data, when, from where and why, and is part of the chain', async () => {
  const context = await createStaffContext('한상담')
  const subject = await buildUser(context, { name: '독고누리' })
  await recordPersonalAccess(context, {
    act: 'export',
    entity: 'users',
    of: null,
    fields: ['name', 'email'],
    reason: '연말 안내문 발송',
    count: 312,
  })
  await recordPersonalAccess(context, { act: 'read', entity: 'users', entityId: subject.id, of: subject.id })
  const [readLine, downloadLine] = await listPersonalLines()
  expect(readLine).toMatchObject({
    actor: '한상담',
    act: 'read',
    of: { _id: subject.id, name: '독고누리' },
    reason: null,
  })
  expect(downloadLine).toMatchObject({
    act: 'export',
    of: null,
    reason: '연말 안내문 발송',
    count: 312,
    fields: ['name', 'email'],
    address: '192.0.2.7',
  })
  expect(Date.parse(readLine?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(await listPersonalLines({ of: subject.id })).toEqual([readLine])
  expect(await listPersonalLines({ act: 'export' })).toEqual([downloadLine])
  expect(await listPersonalLines({ q: '연말' })).toEqual([downloadLine])
  expect(await listPersonalLines({ entity: 'others' })).toEqual([])
  expect((await (await client()).chain()).chain.brokenAt).toBeNull()
})

it('logs repeated access once in ten minutes, and each access with a reason', async () => {
  const context = await createStaffContext('오세진')
  const { id } = await buildUser(context, {})
  const read = { act: 'read', entity: 'users', entityId: id, of: id } as const
  await recordPersonalAccess(context, read)
  await recordPersonalAccess(context, read)
  expect(await listPersonalLines({ of: id })).toHaveLength(1)
  await recordPersonalAccess(context, { ...read, reason: '본인 요청' })
  await recordPersonalAccess(await createStaffContext('다른 사람'), read)
  expect(await listPersonalLines({ of: id })).toHaveLength(3)
  bench.api.clock.forward(11 * 60_000)
  await recordPersonalAccess(context, read)
  expect(await listPersonalLines({ of: id })).toHaveLength(4)
})

it('logs access to a member’s data without the name in the stored line', async () => {
  const { context } = bench.api
  const asker = await buildUser(context, { name: '남궁새로' })
  const { id } = await buildQuestion(context, { userId: asker.id })
  const office = await bench.api.actor(['console', 'console:questions'])
  await bench.api.client(questions, office).get({ params: { id } })
  expect(await listPersonalLines({ of: asker.id })).toMatchObject([
    { entity: 'questions', entityId: id, of: { name: '남궁새로' } },
  ])
  const { rows } = await context.database.execute(`SELECT a::text AS line FROM audit AS a`)
  expect(JSON.stringify(rows)).not.toContain('남궁새로')
})
