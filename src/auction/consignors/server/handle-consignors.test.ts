import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildWork } from '#auction/works/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { consignors } from '../contract.ts'
import { bankAccount, buildConsignor, consignorInput } from '../factory.ts'

const api = prepareTestApi()

const staff = async () => api.client(consignors, await api.actor(['console', 'console:auction']))

it('encrypts and masks a consignor’s bank account, and logs a reason for revealing it', async () => {
  const desk = await staff()
  const { consignor } = await desk.create({ body: consignorInput() })
  const params = { id: consignor._id }
  expect(consignor.account).toBeNull()
  await expect(desk.account({ params, body: { reason: '정산 이체' } })).rejects.toMatchObject({ status: 404 })
  const { consignor: withAccount } = await desk.setAccount({ params, body: { account: bankAccount } })
  expect(withAccount.account).toEqual({ ...bankAccount, number: '***-***-**3456' })
  const { rows } = await api.context.database.execute<{ row: string }>(
    sql`SELECT encode(sealed, 'escape') || auction_consignors::text AS row FROM auction_consignors WHERE id = ${params.id}`,
  )
  expect(rows[0]?.row).not.toContain('123456')
  expect((await desk.account({ params, body: { reason: '정산 이체' } })).account).toEqual(bankAccount)
  const { rows: log } = await api.context.database.execute<{ said: string; action: string }>(
    sql`SELECT action, concat(before, after) AS said FROM audit WHERE entity_id::text = ${params.id} ORDER BY id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'read'])
  expect(log.at(-1)?.said).toContain('정산 이체')
  expect(log.map(({ said }) => said).join()).not.toContain('123456')
  expect((await desk.setAccount({ params, body: { account: null } })).consignor.account).toBeNull()
})

it('rejects an invalid account, and deleting a consignor with works', async () => {
  const desk = await staff()
  const { id } = await buildConsignor(api.context)
  const params = { id }
  for (const number of ['', '12', '110-가나-123456'])
    await expect(desk.setAccount({ params, body: { account: { ...bankAccount, number } } })).rejects.toMatchObject({
      status: 400,
    })
  await expect(desk.create({ body: consignorInput({ commission: 5001 }) })).rejects.toMatchObject({ status: 400 })
  await buildWork(api.context, { consignor: id })
  expect((await desk.get({ params })).consignor.works).toBe(1)
  await expect(desk.remove({ params })).rejects.toMatchObject({ status: 409 })
  await expect(api.client(consignors, await api.actor([])).list()).rejects.toMatchObject({ status: 403 })
})
