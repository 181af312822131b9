import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { consents } from '#people/consents/contract.ts'
import { buildAskedTerms } from '#people/consents/factory.ts'
import { users } from '#people/users/table.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { messages as contract } from '../../contract.ts'
import { sendingInput } from '../../factory.ts'

const bench = prepareBench(['console:messages'])

it('requires only the channel consent for advertising until a text on it is in force', async () => {
  const member = await bench.api.actor([], { email: 'member@example.com' })
  await bench.api.client(consents, member).updateConsents({ body: { channels: { EMAIL: true } } })
  const readGate = async () => {
    const audience = { by: 'list' as const, list: ['member@example.com'] }
    const body = sendingInput({ purpose: 'advertising', audience })
    return (await bench.api.client(contract, bench.editor).gate({ body })).gate
  }
  expect(await readGate()).toMatchObject({ total: 1, allowed: 1, left: [] })
  await buildAskedTerms(bench.api.context)
  expect(await readGate()).toMatchObject({ allowed: 0, left: [{ reason: 'no_consent', count: 1 }] })
})

it('sends dormant members no advertising, but notices about their account', async () => {
  const { userId } = await bench.api.actor([], { email: 'resting@example.com' })
  await bench.api.context.database
    .update(users)
    .set({ dormancyWarnedAt: new Date(0), dormantAt: new Date(1) })
    .where(eq(users.id, userId))
  const readGate = async (purpose: 'notice' | 'advertising') => {
    const body = sendingInput({ purpose, audience: { by: 'list', list: ['resting@example.com'] } })
    return (await bench.api.client(contract, bench.editor).gate({ body })).gate
  }
  expect(await readGate('advertising')).toMatchObject({ allowed: 0, left: [{ reason: 'dormant', count: 1 }] })
  expect(await readGate('notice')).toMatchObject({ allowed: 1, left: [] })
})
