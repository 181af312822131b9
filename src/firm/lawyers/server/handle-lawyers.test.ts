import { afterEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { lawyers as contract } from '../contract.ts'
import { buildLawyer, lawyerInput } from '../factory.ts'
import { lawyers } from '../table.ts'

const bench = prepareBench(['console:lawyers'])

checkPlainResource(bench, {
  contract,
  table: 'lawyers',
  input: lawyerInput,
  change: { ceo: true },
  searchTerms: { found: '공동주택팀', absent: '없는 말' },
  tags: ['lawyers'],
})

afterEach(() => bench.api.services.database.delete(lawyers))

const client = () => bench.api.client(contract, bench.editor)

describe('profile of a lawyer', () => {
  it('stores groups of lines with an optional bold part', async () => {
    const info = { ko: [{ title: '학력', infoDetail: ['대청대 법학과', { txt: '수료', bold: '2010' }] }], en: [] }
    const { lawyer } = await client().create({ body: lawyerInput({ info }) })
    expect(lawyer.info).toEqual(info)
    for (const invalid of [
      { ko: [{ title: '', infoDetail: [] }] },
      { ko: [{ title: 'a', infoDetail: [{ txt: 'a' }] }] },
      { ko: [{ title: 'a', infoDetail: [1] }] },
      { en: [] },
    ])
      await expect(client().create({ body: lawyerInput({ info: invalid as never }) })).rejects.toMatchObject({
        status: 400,
      })
  })

  it('sanitizes the comment', async () => {
    const comment = { ko: '<p>듣고</p> <b>답합니다</b><script>x()</script>' }
    const { lawyer } = await client().create({ body: lawyerInput({ comment }) })
    expect(lawyer.comment).toEqual({ ko: '듣고 <b>답합니다</b>' })
  })

  it('takes an uploaded portrait and logs it under the name of the lawyer', async () => {
    const { id } = await buildLawyer(bench.api.context)
    await bench.cacheRecorder.tags()
    const { lawyer } = await client().setImage({ params: { id }, form: form('image', ['a.png', await picture('png')]) })
    expect(lawyer.picture).toMatchObject({ width: 40, height: 30 })
    expect(await bench.cacheRecorder.tags()).toEqual(['lawyers'])
    const { lines } = await bench.api.client(audit, bench.editor).list({ query: { entity: 'lawyers', entityId: id } })
    expect(lines).toMatchObject([{ action: 'update', after: { picture: lawyer.picture?._id } }])
    await expect(
      client().setImage({
        params: { id: bench.api.clock.newId() },
        form: form('image', ['a.png', await picture('png')]),
      }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(client().setImage({ params: { id }, form: new FormData() })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { image: '필수 항목입니다.' } },
    })
  })

  it('is filtered by practice and office', async () => {
    await buildLawyer(bench.api.context, { practices: ['building', 'council'], office: 'seoul' })
    await buildLawyer(bench.api.context, { practices: ['renovation'], office: 'incheon' })
    const countLawyers = async (query: object) => (await client().list({ query })).total
    expect(await countLawyers({ practice: 'council' })).toBe(1)
    expect(await countLawyers({ practice: 'council', office: 'incheon' })).toBe(0)
    expect(await countLawyers({ office: 'incheon' })).toBe(1)
    expect(await countLawyers({ practice: 'coun' })).toBe(0)
  })
})

describe('public list of lawyers', () => {
  it('is in order, representatives first, in one language each', async () => {
    const { context } = bench.api
    await buildLawyer(context, { key: 'second', position: 1 })
    await buildLawyer(context, {
      key: 'third',
      position: 2,
      practices: ['building'],
      info: {
        ko: [
          { title: '경력', infoDetail: ['하나', '둘', '셋'] },
          { title: '학력', infoDetail: ['넷'] },
        ],
        en: [{ title: 'Career', infoDetail: [{ txt: 'One', bold: '2010' }] }],
      },
    })
    await buildLawyer(context, { key: 'first', position: 9, representative: true })
    await buildLawyer(context, { key: 'hidden', visible: false })
    const listLawyers = async (locale: 'ko' | 'en', query = {}) =>
      (await bench.api.client(contract, null, locale).published({ query })).lawyers
    expect((await listLawyers('ko')).map(({ key }) => key)).toEqual(['first', 'second', 'third'])
    const [third] = await listLawyers('en', { practice: 'building' })
    expect(third).toMatchObject({ key: 'third', title: 'Han I-dam', lang: 'en', career: ['One 2010'] })
    expect(third).not.toHaveProperty('info')
    expect((await listLawyers('ko', { practice: 'building' }))[0]?.career).toEqual(['하나', '둘', '셋'])
  })
})

describe('public profile', () => {
  const info = {
    ko: [{ title: '경력', infoDetail: ['하나', { txt: '2010 – 현재', bold: '대표' }] }],
    en: [{ title: 'Career', infoDetail: ['One'] }],
  }
  const findProfile = async (key: string, locale: 'ko' | 'en' | 'cn' = 'ko') =>
    (await bench.api.client(contract, null, locale).profile({ params: { key } })).lawyer

  it('contains the full profile in one language', async () => {
    await buildLawyer(bench.api.context, {
      key: 'han',
      info,
      comment: { ko: '듣습니다.', en: 'I listen.' },
      stories: ['a-story'],
      representative: true,
    })
    expect(await findProfile('han')).toMatchObject({
      title: '한이담',
      comment: '듣습니다.',
      greeting: '',
      info: info.ko,
      stories: ['a-story'],
      representative: true,
      lang: 'ko',
    })
    expect(await findProfile('han', 'en')).toMatchObject({ title: 'Han I-dam', info: info.en, lang: 'en' })
    // The comment has no Chinese text, so the whole record falls back to Korean.
    expect(await findProfile('han', 'cn')).toMatchObject({ title: '한이담', info: info.ko, lang: 'ko' })
  })

  it('is Korean if only the lines of the profile lack a translation', async () => {
    await buildLawyer(bench.api.context, { key: 'yoon', info: { ko: info.ko, en: [] } })
    expect(await findProfile('yoon', 'en')).toMatchObject({ title: '한이담', info: info.ko, lang: 'ko' })
  })

  it('sanitizes the greeting', async () => {
    const greeting = { ko: '<p>반갑습니다</p><script>x()</script><p onclick="x()">대청입니다</p>' }
    await client().create({ body: lawyerInput({ key: 'seo', greeting }) })
    expect((await findProfile('seo')).greeting).toBe('<p>반갑습니다</p><p>대청입니다</p>')
  })

  it('answers 404 for a hidden or unknown lawyer', async () => {
    await buildLawyer(bench.api.context, { key: 'hidden', visible: false })
    for (const key of ['hidden', 'nobody', '%', 'a'.repeat(100)])
      await expect(findProfile(key)).rejects.toMatchObject({ status: 404, refusal: { code: 'not_found' } })
  })
})
