import { expect, it } from 'vitest'
import { levels } from '#people/levels/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { conditions } from '../contract.ts'

const api = prepareTestApi()

it('rejects a change of an outdated version, and hides the bank account from customers', async () => {
  const staff = api.client(conditions, await api.actor(['console', 'console:shop']))
  const { conditions: first } = await staff.get()
  const { conditions: changed } = await staff.update({ body: { freeFrom: 70_000, updatedAt: first.updatedAt } })
  expect(changed).toMatchObject({ freeFrom: 70_000, deliveryFee: 3000 })
  await expect(staff.update({ body: { freeFrom: 1, updatedAt: first.updatedAt } })).rejects.toMatchObject({
    status: 412,
  })
  const { conditions: shown } = await api.client(conditions).published()
  expect(shown).toMatchObject({ freeFrom: 70_000, returnDays: 7 })
  expect(shown).not.toHaveProperty('account')
})

it('accepts an account and discounts of existing levels, each once, and rejects others with a reason', async () => {
  const staff = api.client(conditions, await api.actor(['console', 'console:shop']))
  const key = 'silver'
  const now = api.context.now()
  await api.context.database
    .insert(levels)
    .values({ id: api.context.newId(), key, title: { ko: '은' }, rank: 1, createdAt: now, updatedAt: now })
  const { conditions: first } = await staff.get()
  expect(first.levels.map((one) => one.key)).toContain(key)
  const { updatedAt } = first
  for (const [malformed, field] of [
    [{ account: '12' }, 'account'],
    [{ bank: ' ' }, 'bank'],
    [{ payDays: 0 }, 'payDays'],
    [{ deliveryFee: -1 }, 'deliveryFee'],
    [{ levelRates: [{ level: 'nobody', rate: 100 }] }, 'levelRates.0.level'],
    [
      {
        levelRates: [
          { level: key, rate: 100 },
          { level: key, rate: 200 },
        ],
      },
      'levelRates',
    ],
  ] as const)
    await expectRefusal(staff.update({ body: { ...structuredClone(malformed), updatedAt } as object }), 400, field)
  const account = { bank: '시연은행', account: '000-0000-0412', holder: '대청무역센터' }
  const { conditions: changed } = await staff.update({
    body: { ...account, levelRates: [{ level: key, rate: 300 }], updatedAt },
  })
  expect(changed).toMatchObject({ ...account, levelRates: [{ level: key, rate: 300 }] })
  expect((await api.client(conditions).published()).conditions.takesTransfers).toBe(true)
  const reader = api.client(conditions, await api.actor(['console', 'console:shop:read']))
  expect((await reader.get()).conditions).toMatchObject(account)
  await expect(reader.update({ body: { payDays: 3, updatedAt: changed.updatedAt } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(api.client(conditions, await api.actor([])).get()).rejects.toMatchObject({ status: 403 })
})

it('applies one of several concurrent changes and rejects the others with 412', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => api.client(conditions, await api.actor(['console', 'console:shop']))),
  )
  const { conditions: read } = (await people[0]?.get()) ?? { conditions: null }
  const results = await Promise.allSettled(
    people.map((one, index) => one.update({ body: { returnFee: 4000 + index, updatedAt: read?.updatedAt ?? '' } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 412 })
})
