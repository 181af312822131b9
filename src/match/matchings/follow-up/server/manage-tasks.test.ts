import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMeeting } from '../../factory.ts'
import { maxAgreements } from '../../rules.ts'
import { matchingTasks } from '../../table.ts'

// Follow-up tasks: only the owner of a task marks it done, and its writer can remove it until then.

const api = prepareTestApi()

const clientOf = (actor: Parameters<TestApi['client']>[1]) => api.client(contract, actor)
const meet = async (inHours: number) => {
  const [selling, buying] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, { seller: selling.userId, buyer: buying.userId, inHours })
  return { seller: clientOf(selling), buyer: clientOf(buying), id }
}
let seller: ReturnType<typeof clientOf>
let buyer: ReturnType<typeof clientOf>
let id: string
beforeEach(async () => {
  ;({ seller, buyer, id } = await meet(-2))
})

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => ({ status: error.status, fields: Object.keys(error.refusal?.fields ?? {}) }),
  )
const dayIn = (days: number) => new Date(api.context.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const write = async (owner: 'seller' | 'buyer', text = '견적서 보내기', days = 7) => {
  const { matching } = await seller.addTask({ params: { id }, body: { text, owner, due: dayIn(days) } })
  return { params: { id, task: matching.tasks.find((task) => task.text === text)?._id ?? '' } }
}
const readTasks = async () => (await buyer.open({ params: { id } })).matching.tasks

it('shows tasks to both sides by due date, and lets only the owner mark one as done', async () => {
  const later = await write('buyer', '견본 색 확정', 14)
  await write('seller')
  expect(await readTasks()).toMatchObject([
    { text: '견적서 보내기', owner: 'seller', due: dayIn(7), writtenBy: 'seller', done: false },
    { text: '견본 색 확정', owner: 'buyer', due: dayIn(14), writtenBy: 'seller', done: false },
  ])
  expect(await refusalOf(seller.doTask({ ...later, body: { done: true } }))).toEqual({ status: 409, fields: ['task'] })
  await buyer.doTask({ ...later, body: { done: true } })
  await buyer.doTask({ ...later, body: { done: true } })
  expect((await readTasks())[1]?.done).toBe(true)
  await buyer.doTask({ ...later, body: { done: false } })
  expect((await readTasks())[1]?.done).toBe(false)
})

it('lets only the writer remove a task that is not done', async () => {
  const one = await write('buyer')
  expect(await refusalOf(buyer.dropTask(one))).toEqual({ status: 409, fields: ['task'] })
  await buyer.doTask({ ...one, body: { done: true } })
  expect(await refusalOf(seller.dropTask(one))).toEqual({ status: 409, fields: ['task'] })
  await buyer.doTask({ ...one, body: { done: false } })
  await seller.dropTask(one)
  expect(await readTasks()).toEqual([])
  expect(await refusalOf(buyer.doTask({ ...one, body: { done: true } }))).toMatchObject({ status: 404 })
})

it('rejects an empty text, a due date out of range, a meeting that has not begun, and other companies', async () => {
  const body = { text: '견적서', owner: 'seller', due: dayIn(3) } as const
  const add = (input: Partial<typeof body> | { text?: string; due?: string }) =>
    refusalOf(seller.addTask({ params: { id }, body: { ...body, ...input } }))
  expect(await add({ text: ' ' })).toEqual({ status: 400, fields: ['text'] })
  for (const due of [dayIn(-3), dayIn(800), '0000-01-01', '9999-12-31', '2026-02-30', ''])
    expect(await add({ due }), due).toEqual({ status: 400, fields: ['due'] })
  const later = await meet(30)
  expect(await refusalOf(later.seller.addTask({ params: { id: later.id }, body }))).toEqual({
    status: 409,
    fields: ['state'],
  })
  expect(await refusalOf(later.buyer.addTask({ params: { id }, body }))).toMatchObject({ status: 404 })
  const one = await write('buyer')
  const foreign = { params: { id: later.id, task: one.params.task }, body: { done: true } }
  expect(await refusalOf(later.buyer.doTask(foreign))).toMatchObject({ status: 404 })
})

it('enforces the maximum number of tasks when both sides write concurrently', { tags: ['deep'] }, async () => {
  const body = (text: string) => ({ text, owner: 'buyer', due: dayIn(3) }) as const
  await api.context.database.execute(sql`
    INSERT INTO matching_tasks (id, matching_id, text, owner, due, written_by)
    SELECT gen_random_uuid(), ${id}, n::text, 'buyer', ${dayIn(3)}::date, 'buyer' FROM generate_series(3, ${maxAgreements}) AS n`)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      refusalOf((index % 2 ? seller : buyer).addTask({ params: { id }, body: body(`${index}`) })),
    ),
  )
  expect(answers.filter((answer) => answer === null)).toHaveLength(2)
  expect(answers.filter((answer) => answer?.status === 409)).toHaveLength(6)
  expect(await readTasks()).toHaveLength(maxAgreements)
})

it('either completes or removes a task when both are requested concurrently', { tags: ['deep'] }, async () => {
  for (let round = 0; round < 12; round += 1) {
    const one = await write('buyer', `${round}`)
    const [done, dropped] = await Promise.all([
      refusalOf(buyer.doTask({ ...one, body: { done: true } })),
      refusalOf(seller.dropTask(one)),
    ])
    expect([done, dropped].filter((answer) => answer === null)).toHaveLength(1)
    expect((await readTasks()).some(({ text }) => text === `${round}`)).toBe(done === null)
  }
})

it('removes a completed task when it is read first (control)', async () => {
  const { params } = await write('buyer')
  const row = sql`matching_tasks.id = ${params.task}`
  const [read] = await api.context.database.select().from(matchingTasks).where(row)
  await buyer.doTask({ params, body: { done: true } })
  if (read?.doneAt === null) await api.context.database.delete(matchingTasks).where(row)
  expect(await readTasks()).toEqual([])
})
