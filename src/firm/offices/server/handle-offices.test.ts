import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptedSpellings, refusedSpellings } from '#kit/phone/spellings.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { offices as contract } from '../contract.ts'
import { buildOffice, officeInput } from '../factory.ts'
import { offices } from '../table.ts'

const bench = prepareBench(['console:offices'])

checkPlainResource(bench, {
  contract,
  table: 'offices',
  input: officeInput,
  change: { floor: { ko: '7층' } },
  searchTerms: { found: '대청로', absent: '없는 말' },
  tags: ['offices'],
})

afterEach(() => bench.api.services.database.delete(offices))

const client = () => bench.api.client(contract, bench.editor)

describe('office', () => {
  it('rejects a floor above its building, also in partial updates', async () => {
    const refusal = { status: 400, refusal: { fields: { ownStorey: '건물 층수를 초과할 수 없습니다.' } } }
    await expect(client().create({ body: officeInput({ storeys: 4, ownStorey: 5 }) })).rejects.toMatchObject(refusal)
    const { office } = await client().create({ body: officeInput({ storeys: 12, ownStorey: 12 }) })
    const changeOffice = (body: object) =>
      client().update({ params: { id: office._id }, body: { ...body, updatedAt: office.updatedAt } })
    await expect(changeOffice({ storeys: 11 })).rejects.toMatchObject(refusal)
    await expect(changeOffice({ ownStorey: 13 })).rejects.toMatchObject(refusal)
    expect((await changeOffice({ storeys: 20, ownStorey: 20 })).office).toMatchObject({ storeys: 20, ownStorey: 20 })
  })

  it.each(acceptedSpellings)('accepts the phone number %s and shows it', async (phone, stored, shown) => {
    const { office } = await client().create({ body: officeInput({ phone, fax: phone }) })
    expect([office.phone, office.fax]).toEqual([shown, shown])
    const [row] = await bench.api.context.database.select().from(offices).where(eq(offices.id, office._id))
    expect([row?.phone, row?.fax]).toEqual([stored, stored])
  })

  it.each(['', ...refusedSpellings.map(([typed]) => typed)])('rejects the phone number %j', async (phone) => {
    await expectRefusal(client().create({ body: officeInput({ phone }) }), 400, 'phone')
  })

  it('is found by its phone number in any spelling, or a part of it', async () => {
    const { office } = await client().create({ body: officeInput({ phone: '064-7319-4826' }) })
    for (const q of ['064-7319-4826', '+82 64 7319 4826', '0082-64-7319-4826', '7319 4826', '０６４-7319'])
      expect([q, (await client().list({ query: { q } })).offices.map(({ _id }) => _id)]).toEqual([q, [office._id]])
  })
})

describe('public list of offices', () => {
  it('is in order, in one language each', async () => {
    const { context } = bench.api
    await buildOffice(context, { key: 'incheon', position: 2 })
    await buildOffice(context, { key: 'seoul', position: 1, hours: { ko: '평일 09–18시' } })
    await buildOffice(context, { key: 'hidden', visible: false })
    const listIn = async (locale: 'ko' | 'cn') =>
      (await bench.api.client(contract, null, locale).published()).offices.map((office) => [
        office.key,
        office.floor,
        office.hours,
        office.lang,
      ])
    expect(await listIn('ko')).toEqual([
      ['seoul', '12층', '평일 09–18시', 'ko'],
      ['incheon', '12층', '', 'ko'],
    ])
    expect(await listIn('cn')).toEqual([
      ['seoul', '12층', '평일 09–18시', 'ko'],
      ['incheon', '12层', '', 'cn'],
    ])
  })
})

describe('public page of an office', () => {
  const street = { kind: 'street' as const, points: '0,310 840,300', name: { ko: '대청로', en: 'Daecheong-ro' } }
  const house = { kind: 'office' as const, points: '400,200 500,200 500,260' }
  const findOffice = async (key: string, locale: 'ko' | 'en' = 'ko') =>
    (await bench.api.client(contract, null, locale).place({ params: { key } })).office

  it('contains map, photographs and hours in one language', async () => {
    const { context } = bench.api
    const photos = [await buildPicture(context), await buildPicture(context)]
    await buildOffice(context, { key: 'seoul', map: [street, house], photos, opening: ['Mo-Fr 09:00-18:00'] })
    const office = await findOffice('seoul')
    expect(office.photos.map(({ _id }) => _id)).toEqual(photos)
    expect(office).toMatchObject({
      opening: ['Mo-Fr 09:00-18:00'],
      transit: '',
      parking: '',
      map: [
        { kind: 'street', points: street.points, name: '대청로', label: null, sign: '' },
        { kind: 'office', name: '' },
      ],
      lang: 'ko',
    })
    expect(await findOffice('seoul', 'en')).toMatchObject({
      floor: '12F',
      map: [{ name: 'Daecheong-ro' }, {}],
      lang: 'en',
    })
  })

  it('is Korean if a map label lacks a translation', async () => {
    await buildOffice(bench.api.context, { key: 'seoul', map: [{ ...street, name: { ko: '대청로' } }] })
    expect(await findOffice('seoul', 'en')).toMatchObject({ floor: '12층', map: [{ name: '대청로' }], lang: 'ko' })
  })

  it('answers 404 for a hidden or unknown office', async () => {
    await buildOffice(bench.api.context, { key: 'hidden', visible: false })
    for (const key of ['hidden', 'nowhere']) await expect(findOffice(key)).rejects.toMatchObject({ status: 404 })
  })

  it.each(['0,0', '840,620', '0,310 420,300 840,310'])('accepts the points %j', async (points) => {
    const { office } = await client().create({ body: officeInput({ map: [{ ...street, points }] }) })
    expect(office.map[0]?.points).toBe(points)
  })

  it.each(['', '841,0', '0,621', '-1,0', '1 2', '1,2,3', '1.5,2', 'M0,0'])('rejects the points %j', async (points) => {
    await expectRefusal(client().create({ body: officeInput({ map: [{ ...street, points }] }) }), 400, 'map.0.points')
  })

  it.each(['9-18', 'Mo-Fr', 'Mo-Fr 09:00-25:00', '월-금 09:00-18:00'])(
    'rejects the opening hours %j',
    async (hours) => {
      await expect(client().create({ body: officeInput({ opening: [hours] }) })).rejects.toMatchObject({
        status: 400,
        refusal: { fields: { 'opening.0': expect.stringContaining('Mo-Fr 09:00-18:00') } },
      })
    },
  )

  it('rejects photographs that are not stored pictures', async () => {
    const body = officeInput({ photos: [bench.api.clock.newId()] })
    await expectRefusal(client().create({ body }), 400, 'photos.0')
  })
})
