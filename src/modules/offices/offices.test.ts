import { afterEach, describe, expect, it } from 'vitest'
import { checkPlainResource, prepareBench } from '#test/resource.ts'
import { offices as contract } from './contract.ts'
import { buildOffice, officeInput } from './factory.ts'
import { offices } from './table.ts'

const bench = prepareBench(['console:offices'])

checkPlainResource(bench, {
  contract,
  table: 'offices',
  input: officeInput,
  change: { floor: { ko: '7층' } },
  words: { found: '대청로', absent: '없는 말' },
  tags: ['offices'],
})

afterEach(() => bench.api.services.database.delete(offices))

const client = () => bench.api.client(contract, bench.editor)

describe('an office', () => {
  it('is not above the top of its building, also when only one of the two is changed', async () => {
    const refusal = { status: 400, refusal: { fields: { ownStorey: '건물의 층수보다 높을 수 없습니다.' } } }
    await expect(client().create({ body: officeInput({ storeys: 4, ownStorey: 5 }) })).rejects.toMatchObject(refusal)
    const { office } = await client().create({ body: officeInput({ storeys: 12, ownStorey: 12 }) })
    const change = (body: object) =>
      client().update({ params: { id: office._id }, body: { ...body, updatedAt: office.updatedAt } })
    await expect(change({ storeys: 11 })).rejects.toMatchObject(refusal)
    await expect(change({ ownStorey: 13 })).rejects.toMatchObject(refusal)
    expect((await change({ storeys: 20, ownStorey: 20 })).office).toMatchObject({ storeys: 20, ownStorey: 20 })
  })

  it.each(['02-000-1200', '010-0000-0000', '1588-0000', '032-000-0000', '+82-2-000-1200'])(
    'is called at %s',
    async (phone) => {
      expect((await client().create({ body: officeInput({ phone }) })).office.phone).toBe(phone)
    },
  )

  it.each(['', '02 000 1200', '020001200', '02-000-12000', 'tel:02-000-1200', '０２-０００-１２００'])(
    'is not called at %j',
    async (phone) => {
      await expect(client().create({ body: officeInput({ phone }) })).rejects.toMatchObject({
        status: 400,
        refusal: { fields: { phone: expect.any(String) } },
      })
    },
  )
})

describe('the offices of the public pages', () => {
  it('stand in their order, in one language each', async () => {
    const { context } = bench.api
    await buildOffice(context, { key: 'incheon', position: 2 })
    await buildOffice(context, { key: 'seoul', position: 1, hours: { ko: '평일 09–18시' } })
    await buildOffice(context, { key: 'hidden', visible: false })
    const of = async (locale: 'ko' | 'cn') =>
      (await bench.api.client(contract, null, locale).published()).offices.map((office) => [
        office.key,
        office.floor,
        office.hours,
        office.lang,
      ])
    expect(await of('ko')).toEqual([
      ['seoul', '12층', '평일 09–18시', 'ko'],
      ['incheon', '12층', '', 'ko'],
    ])
    expect(await of('cn')).toEqual([
      ['seoul', '12층', '평일 09–18시', 'ko'],
      ['incheon', '12层', '', 'cn'],
    ])
  })
})
