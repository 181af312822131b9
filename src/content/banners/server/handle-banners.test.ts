import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { publicScope } from '#kit/server/context.ts'
import { buildPicture, form, picture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { banners as contract } from '../contract.ts'
import { bannerInput, buildBanner } from '../factory.ts'
import { banners } from '../table.ts'

const bench = prepareBench(['console:banners'])

checkPlainResource(bench, {
  contract,
  table: 'banners',
  input: bannerInput,
  change: { position: 3 },
  searchTerms: { found: '설명회', absent: '없는 말' },
  tags: ['banner:home-top'],
})

afterEach(() => bench.api.services.database.delete(banners))

const client = () => bench.api.client(contract, bench.editor)

describe('banner', () => {
  it('stores one existing picture per device and language', async () => {
    const picture = await buildPicture(bench.api.context)
    const pictures = [{ device: 'desktop' as const, locale: 'ko' as const, picture }]
    const { banner } = await client().create({ body: bannerInput({ pictures }) })
    expect(banner.pictures).toEqual([
      { device: 'desktop', locale: 'ko', picture: expect.objectContaining({ _id: picture }) },
    ])
    const lost = [...pictures, { device: 'mobile' as const, locale: 'ko' as const, picture: bench.api.clock.newId() }]
    await expect(client().create({ body: bannerInput({ pictures: lost }) })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { 'pictures.1.picture': '파일을 찾을 수 없습니다. 다시 올려 주세요.' } },
    })
  })

  it('rejects an end before the start, also in partial updates', async () => {
    const startAt = '2026-02-01T00:00:00.000Z'
    const { banner } = await client().create({ body: bannerInput({ startAt }) })
    const changeEnd = (endAt: string | null) =>
      client().update({ params: { id: banner._id }, body: { endAt, updatedAt: banner.updatedAt } })
    await expect(changeEnd(startAt)).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { endAt: '종료 일시는 시작 일시보다 늦어야 합니다.' } },
    })
    expect((await changeEnd('2026-02-01T00:00:00.001Z')).banner.endAt).toBe('2026-02-01T00:00:00.001Z')
  })

  it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://a b', 'data:text/html,x', 'ftp://a'])(
    'rejects a link that runs script or misleads: %s',
    async (link) => {
      await expectRefusal(client().create({ body: bannerInput({ link }) }), 400, 'link')
    },
  )

  it('moves to another placement and invalidates both', async () => {
    const { banner } = await client().create({ body: bannerInput() })
    await bench.cacheRecorder.tags()
    await client().update({ params: { id: banner._id }, body: { code: 'story-side', updatedAt: banner.updatedAt } })
    expect(await bench.cacheRecorder.tags()).toEqual(['banner:home-top', 'banner:story-side'])
  })
})

describe('banners of a placement', () => {
  it('lists running banners in order with the pictures of the language', async () => {
    const { api } = bench
    const [korean, english] = [await buildPicture(api.context), await buildPicture(api.context)]
    const inHours = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000).toISOString()
    const soon = inHours(2)
    await buildBanner(api.context, { position: 2, title: { ko: '둘', en: 'Two' } })
    await buildBanner(api.context, {
      position: 1,
      title: { ko: '하나' },
      endAt: inHours(3),
      pictures: [
        { device: 'desktop', locale: 'ko', picture: korean },
        { device: 'desktop', locale: 'en', picture: english },
        { device: 'mobile', locale: 'ko', picture: korean },
      ],
    })
    await buildBanner(api.context, { title: { ko: '나중' }, startAt: soon })
    await buildBanner(api.context, { title: { ko: '지난' }, endAt: inHours(-1) })
    await buildBanner(api.context, { title: { ko: '숨김' }, visible: false })
    await buildBanner(api.context, { title: { ko: '다른 곳' }, code: 'elsewhere' })

    const scope = publicScope('en')
    const { banners: found } = await api.kernel.client(contract, scope).byCode({ params: { code: 'home-top' } })
    expect(found.map(({ title, lang }) => [title, lang])).toEqual([
      ['하나', 'ko'],
      ['Two', 'en'],
    ])
    expect([found[0]?.desktop?._id, found[0]?.mobile?._id, found[1]?.desktop]).toEqual([english, korean, null])
    expect(scope.until).toBe(Date.parse(soon))
    expect([...scope.tags].sort()).toEqual(['banner:home-top', `file:${english}`, `file:${korean}`].sort())
    api.clock.forward(2 * 3_600_000)
    const later = await api.client(contract).byCode({ params: { code: 'home-top' } })
    expect(later.banners.map(({ title }) => title)).toEqual(['나중', '하나', '둘'])
  })
})

describe('upload of a banner picture', () => {
  /** Logs in again: earlier tests advanced the clock past the token's expiry. */
  let editor: Actor
  beforeEach(async () => {
    editor = await bench.api.actor(['console', 'console:banners', 'console:audit'])
  })
  const editorClient = () => bench.api.client(contract, editor)
  const uploadPicture = async (id: string, index: number, colour: 'png' | 'jpeg' = 'png') =>
    (
      await editorClient().setImage({
        params: { id, index },
        form: form('image', [`a.${colour}`, await picture(colour)]),
      })
    ).banner

  it('replaces the picture of its slot and keeps the others', async () => {
    const { id } = await buildBanner(bench.api.context)
    await uploadPicture(id, 0)
    const both = await uploadPicture(id, 3)
    expect(both.pictures.map(({ device, locale }) => [device, locale])).toEqual([
      ['desktop', 'ko'],
      ['mobile', 'en'],
    ])
    const replaced = await uploadPicture(id, 0, 'jpeg')
    expect(replaced.pictures).toHaveLength(2)
    const findPictureId = (one: typeof both, device: string) =>
      one.pictures.find((slot) => slot.device === device)?.picture._id
    expect(findPictureId(replaced, 'desktop')).not.toBe(findPictureId(both, 'desktop'))
    expect(findPictureId(replaced, 'mobile')).toBe(findPictureId(both, 'mobile'))
    const { lines } = await bench.api.client(audit, editor).list({ query: { entity: 'banners', entityId: id } })
    expect(lines.map(({ action }) => action)).toEqual(['update', 'update', 'update'])
  })

  it('keeps all six pictures uploaded concurrently', async () => {
    const { id } = await buildBanner(bench.api.context)
    await Promise.all([0, 1, 2, 3, 4, 5].map((index) => uploadPicture(id, index)))
    expect((await editorClient().get({ params: { id } })).banner.pictures).toHaveLength(6)
  })

  it('rejects an unknown banner, an unknown slot and a file that is no picture', async () => {
    const { id } = await buildBanner(bench.api.context)
    await expect(uploadPicture(bench.api.clock.newId(), 0)).rejects.toMatchObject({ status: 404 })
    await expectRefusal(uploadPicture(id, 6), 400, 'index')
    const params = { id, index: 0 }
    await expect(
      editorClient().setImage({ params, form: form('image', ['a.png', Buffer.from('<svg/>')]) }),
    ).rejects.toMatchObject({ status: 415 })
  })

  it('is removed from its slot alone, also among concurrent uploads', async () => {
    const { id } = await buildBanner(bench.api.context)
    await uploadPicture(id, 0)
    await uploadPicture(id, 1)
    const remove = (index: number, actor = editor) =>
      bench.api.client(contract, actor).removeImage({ params: { id, index } })
    const { banner } = await remove(0)
    expect(banner.pictures.map(({ device, locale }) => [device, locale])).toEqual([['mobile', 'ko']])
    await expect(remove(0)).rejects.toMatchObject({ status: 404 })
    await expectRefusal(remove(6), 400, 'index')
    const reader = await bench.api.actor(['console', 'console:banners:read'])
    await expect(remove(1, reader)).rejects.toMatchObject({ status: 403 })
    await Promise.all([remove(1), uploadPicture(id, 2), uploadPicture(id, 3), uploadPicture(id, 4)])
    const { banner: last } = await editorClient().get({ params: { id } })
    expect(last.pictures.map(({ locale }) => locale).toSorted()).toEqual(['cn', 'en', 'en'])
  })
})
