import { expect, it } from 'vitest'
import { buildFair } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { products as contract } from '../contract.ts'
import { buildProduct } from '../factory.ts'

const api = prepareTestApi()

it('lists products of approved sellers in a fair, with filters', async () => {
  const fair = await buildFair(api.context)
  const seller = await buildProfile(api.context)
  const waiting = await buildProfile(api.context)
  await buildParticipation(api.context, { fairId: fair.id, profileId: seller.id })
  await buildParticipation(api.context, { fairId: fair.id, profileId: waiting.id, state: 'submitted' })
  const cup = await buildProduct(api.context, { profileId: seller.id, fairs: [fair.id] })
  const soap = await buildProduct(api.context, {
    profileId: seller.id,
    fairs: [fair.id],
    name: { ko: '쑥 비누', en: 'Mugwort soap' },
    category: 'beauty',
    certificate: 'rookie',
    year: 2024,
  })
  await buildProduct(api.context, { profileId: seller.id, fairs: [fair.id], visible: false })
  await buildProduct(api.context, { profileId: waiting.id, fairs: [fair.id] })
  const visitor = api.client(contract, null, 'en')
  const ids = async (query: Parameters<typeof visitor.everyProduct>[0]) =>
    (await visitor.everyProduct(query)).products.map(({ _id }) => _id)
  expect(await ids({})).toEqual([cup.id, soap.id])
  expect(await ids({ query: { certificate: 'rookie' } })).toEqual([soap.id])
  expect(await ids({ query: { q: 'mugwort' } })).toEqual([soap.id])
  expect(await ids({ query: { year: 2025, category: 'tableware' } })).toEqual([cup.id])
  expect((await visitor.product({ params: { id: soap.id } })).product).toMatchObject({
    name: 'Mugwort soap',
    year: 2024,
    fairs: [{ _id: fair.id, phase: 'ongoing' }],
  })
})

it('accepts products only from sellers, and only with their own pictures', async () => {
  const actor = await api.actor([], { kind: 'COMPANY' })
  const client = api.client(contract, actor)
  const body = { name: { ko: '결 찻잔' }, category: 'tableware' as const, year: 2025, certificate: 'award' as const }
  await expect(client.create({ body })).rejects.toMatchObject({ status: 409 })
  await buildProfile(api.context, { userId: actor.userId })
  const foreign = client.create({ body: { ...body, pictures: [api.context.newId()] } })
  await expectRefusal(foreign, 400, 'pictures')
  const { product } = await client.create({ body })
  expect((await client.list()).products).toMatchObject([{ _id: product._id }])
})
