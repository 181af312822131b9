// @module-tag deep
import { expect, it } from 'vitest'
import { buildFair } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { readBuyerContact } from '#match/site/fair/read-buyer-contact.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching } from '../../factory.ts'
import { loadOwnMatchings } from './load-own-matchings.ts'

const api = prepareTestApi()

/** Creates a seller, and a buyer who sends it requests. */
const buildScene = async () => {
  const actor = await api.actor([], { kind: 'COMPANY' })
  const fair = await buildFair(api.context)
  const seller = await buildProfile(api.context, { userId: actor.userId })
  const buyer = await buildProfile(api.context, { role: 'buyer', contactEmail: 'buying@example.com' })
  for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId: fair.id, profileId: id })
  const pair = { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id }
  const ask = async (state: 'requested' | 'declined') => {
    // Give each matching a distinct creation time.
    api.clock.forward(1000)
    return (await buildMatching(api.context, { ...pair, state })).id
  }
  return { client: api.client(contract, actor), fair: fair.id, buyer: buyer.id, ask }
}

it('lists a waiting request, however many later ones have ended', async () => {
  const { client, ask } = await buildScene()
  const waiting = await ask('requested')
  for (let count = 0; count < 205; count += 1) await ask('declined')
  const latest = await client.mine({ query: { limit: 100 } })
  expect(latest.matchings.some(({ _id }) => _id === waiting)).toBe(false)
  const lines = await loadOwnMatchings(client)
  expect(lines).toHaveLength(206)
  expect(lines.find(({ _id }) => _id === waiting)).toMatchObject({ state: 'requested', turn: 'seller' })
  expect((await loadOwnMatchings(client, { state: 'requested' })).map(({ _id }) => _id)).toEqual([waiting])
})

it('shows a contact that an open request reveals, also after another one was declined', async () => {
  const { client, fair, buyer, ask } = await buildScene()
  await ask('declined')
  expect(await readBuyerContact(fair, buyer, client)).toBeNull()
  await ask('requested')
  await ask('declined')
  expect(await readBuyerContact(fair, buyer, client)).toMatchObject({ email: 'buying@example.com' })
  expect(await readBuyerContact(fair, api.context.newId(), client)).toBeNull()
})
