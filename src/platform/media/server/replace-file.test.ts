import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { banners as bannerContract } from '#content/banners/contract.ts'
import { bannerInput, buildBanner } from '#content/banners/factory.ts'
import { banners } from '#content/banners/table.ts'
import { boards as boardContract } from '#content/boards/contract.ts'
import { buildPost } from '#content/boards/factory.ts'
import { posts, postTexts } from '#content/boards/table.ts'
import { buildPopup } from '#content/popups/factory.ts'
import { popups } from '#content/popups/table.ts'
import { buildPractice, practiceInput } from '#firm/practices/factory.ts'
import { audit } from '#kit/audit/contract.ts'
import { drafts } from '#kit/drafts/table.ts'
import { media as contract } from '#kit/files/contract.ts'
import { files, fileUses } from '#kit/files/table.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { terms } from '#people/terms/table.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { shopGoods } from '#shop/goods/table.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { shopOrderLines } from '#shop/orders/table.ts'
import { buildReview } from '#shop/reviews/factory.ts'
import { shopReviews } from '#shop/reviews/table.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { waitForLock } from '#test/server/wait-for-lock.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { modules } from '../../../modules.ts'

// Replacing one file by another in all records.

const sections = ['console:banners', 'console:boards', 'console:popups', 'console:practices', 'console:shop'] as const
const bench = prepareBench(['console:media', 'console:upload', ...sections])
const client = () => bench.api.client(contract, bench.editor)
const database = () => bench.api.services.database
const insertFile = (values: Partial<typeof files.$inferInsert> = {}) =>
  buildPicture(bench.api.context).then(async (id) => {
    await database()
      .update(files)
      .set({ name: 'picture.jpg', ...values })
      .where(eq(files.id, id))
    return id
  })
const replaceFile = (id: string, file: string, keptFields: { keepAlt?: boolean; keepFocus?: boolean } = {}) =>
  client().replace({ params: { id }, body: { file, ...keptFields } })
const buildPictures = (id: string) => [{ device: 'desktop' as const, locale: 'ko' as const, picture: id }]
const buildBannerWith = (picture: string) =>
  buildBanner(bench.api.context, bannerInput({ pictures: buildPictures(picture) }))
const listShownPictures = async (ids: string[]) => {
  const rows = await database().select().from(banners).where(inArray(banners.id, ids))
  return rows.map((row) => row.pictures[0]?.picture)
}
const readUses = async (id: string) => (await client().uses({ params: { id } })).replacement
const createRefusal = (code: string, file?: string) => ({ refusal: { code, ...(file && { fields: { file } }) } })

describe('a replaced file', () => {
  it('is replaced in columns, lists, drafts, texts, the search index and cached pages', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile({ width: 700, height: 1400, widths: [480, 700] })]
    const popup = await buildPopup(bench.api.context, { picture: oldId })
    const banner = await buildBannerWith(oldId)
    const post = await buildPost(bench.api.context, { thumb: oldId, files: [oldId, newId] })
    const image = `<p>앞</p><figure><img src="/files/${oldId}/960.webp" alt="균열" width="1440" height="960"></figure>`
    const link = `<a href="/files/${oldId}/1440.webp">크게</a>`
    await database()
      .update(postTexts)
      .set({ body: image + link })
      .where(eq(postTexts.postId, post.id))
    const practice = await buildPractice(bench.api.context, { picture: oldId })
    await database()
      .insert(drafts)
      .values({
        entity: 'practices',
        recordId: practice.id,
        content: practiceInput({ picture: oldId }),
        base: { picture: oldId },
        madeFrom: practice.updatedAt,
        author: '한편집',
        createdAt: practice.updatedAt,
        updatedAt: practice.updatedAt,
      })
    expect(await readUses(oldId)).toEqual({ follow: 4, stay: 0, barred: 0 })
    await bench.cacheRecorder.tags()

    const { medium, records } = await replaceFile(oldId, newId)
    expect([medium._id, medium.uses, records]).toEqual([newId, 4, 4])
    const [shown] = await database().select().from(popups).where(eq(popups.id, popup.id))
    expect(shown?.picture).toBe(newId)
    expect(await listShownPictures([banner.id])).toEqual([newId])
    const [postRow] = await database().select().from(posts).where(eq(posts.id, post.id))
    // A list keeps the file once, at its first position.
    expect([postRow?.thumb, postRow?.files]).toEqual([newId, [newId]])
    const [text] = await database().select().from(postTexts).where(eq(postTexts.postId, post.id))
    // A width the new file has, limited to its pixels and in its aspect ratio.
    expect(text?.body).toBe(
      image.replace(`${oldId}/960`, `${newId}/700`).replace('width="1440" height="960"', 'width="700" height="1400"') +
        link.replace(`${oldId}/1440`, `${newId}/700`),
    )
    const [draft] = await database().select().from(drafts).where(eq(drafts.recordId, practice.id))
    expect([draft?.content.picture, draft?.base.picture]).toEqual([newId, newId])
    const { rows } = await database().execute(
      sql`SELECT pictures FROM search_entries WHERE record_id IN (${post.id}, ${practice.id})`,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row.pictures).toEqual([newId])
    expect(await bench.cacheRecorder.tags()).toEqual(
      expect.arrayContaining([
        'banner:home-top',
        'board:news',
        `file:${newId}`,
        'popups',
        `post:${post.id}`,
        'practices',
      ]),
    )
    // The old file still exists, but is unused.
    expect((await client().get({ params: { id: oldId } })).medium.uses).toBe(0)
  })

  it('is logged for the file and each record, and the replacement can be undone', async () => {
    const [oldId, newId] = [await insertFile({ name: '옛 사진.jpg' }), await insertFile({ name: '새 사진.jpg' })]
    const banner = await buildBannerWith(oldId)
    await replaceFile(oldId, newId)
    const listAuditLines = async (entity: string, entityId: string) =>
      (await bench.api.client(audit, bench.editor).list({ query: { entity, entityId } })).lines
    expect((await listAuditLines('media', oldId))[0]).toMatchObject({
      action: 'replace',
      actor: '한편집',
      summary: '옛 사진.jpg → 새 사진.jpg',
    })
    expect((await listAuditLines('banners', banner.id))[0]).toMatchObject({
      action: 'update',
      actor: '한편집',
      summary: '가을 설명회',
    })
    expect(await replaceFile(newId, oldId)).toMatchObject({ records: 1 })
    expect(await listShownPictures([banner.id])).toEqual([oldId])
  })

  it('passes on alternative text and focal point if requested and missing', async () => {
    const old = { alt: { ko: '외벽', en: 'Wall' }, focus: [20, 80] as [number, number] }
    const replaceWith = async (next: Partial<typeof files.$inferInsert>, keptFields = {}) => {
      const [oldId, newId] = [await insertFile(old), await insertFile(next)]
      await buildBannerWith(oldId)
      const { medium } = await replaceFile(oldId, newId, keptFields)
      return [medium.alt, medium.focus]
    }
    expect(await replaceWith({})).toEqual([old.alt, old.focus])
    expect(await replaceWith({ alt: { ko: '새 외벽', en: '' }, focus: [1, 2] })).toEqual([
      { ko: '새 외벽', en: 'Wall' },
      [1, 2],
    ])
    expect(await replaceWith({}, { keepAlt: false, keepFocus: false })).toEqual([{}, null])
  })

  it('remains in orders, agreements and submissions; is not replaced if only such records use it', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile()]
    const { good, option } = await buildOption(bench.api.context, { price: 128_000, pictures: [oldId] })
    await database()
      .update(shopGoods)
      .set({ pictures: [oldId] })
      .where(eq(shopGoods.id, good.id))
    const order = await buildOrder(bench.api.context, { option: option.id })
    const { id: review } = await buildReview(bench.api.context)
    await database()
      .update(shopReviews)
      .set({ pictures: [oldId] })
      .where(eq(shopReviews.id, review))
    const version = await buildTerms(bench.api.context)
    await database()
      .update(terms)
      .set({ body: { ko: `<p><img src="/files/${oldId}/960.webp" alt=""></p>` } })
      .where(eq(terms.id, version.id))
    expect(await readUses(oldId)).toEqual({ follow: 1, stay: 3, barred: 0 })
    expect(await replaceFile(oldId, newId)).toMatchObject({ records: 1 })
    const [sold] = await database().select().from(shopGoods).where(eq(shopGoods.id, good.id))
    const [line] = await database().select().from(shopOrderLines).where(eq(shopOrderLines.orderId, order.id))
    const [reviewRow] = await database().select().from(shopReviews).where(eq(shopReviews.id, review))
    const [agreed] = await database().select().from(terms).where(eq(terms.id, version.id))
    expect([sold?.pictures, line?.picture, reviewRow?.pictures]).toEqual([[newId], oldId, [oldId]])
    expect(agreed?.body.ko).toContain(oldId)
    expect(await readUses(oldId)).toEqual({ follow: 0, stay: 3, barred: 0 })
    await expect(replaceFile(oldId, await insertFile())).rejects.toMatchObject({
      status: 409,
      ...createRefusal('conflict', expect.stringContaining('회원이 올린 자료')),
    })
  })

  it('is followed only by staff records in tables with a version', async () => {
    const declared = modules.flatMap(({ fileUses = {} }) => Object.entries(fileUses))
    const listKinds = (follows: boolean) =>
      declared.filter(([, use]) => Boolean(use.follows) === follows).map(([source]) => source)
    expect(listKinds(false).sort()).toEqual([
      'match_products',
      'sendings',
      'shop_exchanges',
      'shop_order_lines',
      'shop_returns',
      'shop_reviews',
      'terms',
    ])
    const { rows } = await database().execute<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'updated_at'`)
    const versioned = rows.map(({ name }) => name)
    // `pages` is the source name of section drafts.
    expect(listKinds(true).filter((name) => name !== 'pages' && !versioned.includes(name))).toEqual([])
    // Runs the statement of every source; no table has a record with this id, so each must find none.
    const oldId = await insertFile()
    const id = bench.api.clock.newId()
    await database()
      .insert(fileUses)
      .values(listKinds(true).map((source) => ({ fileId: oldId, source, recordId: id, part: id })))
    await expect(replaceFile(oldId, await insertFile())).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'conflict' },
    })
    await database().delete(fileUses).where(eq(fileUses.fileId, oldId))
  })
})

describe('a replacement is refused', () => {
  it('for a different kind of file or document, the same file, and an unknown one', async () => {
    const oldId = await insertFile()
    const banner = await buildBannerWith(oldId)
    const pdf = await insertFile({ kind: 'document', mime: 'application/pdf' })
    const sheet = await insertFile({ kind: 'document', mime: 'application/zip' })
    const film = await insertFile({ kind: 'video', mime: 'video/mp4' })
    const other = createRefusal('invalid', expect.stringContaining('이미지는 이미지로'))
    for (const file of [pdf, film])
      await expect(replaceFile(oldId, file)).rejects.toMatchObject({ status: 400, ...other })
    await expect(replaceFile(pdf, sheet)).rejects.toMatchObject({ status: 400, ...other })
    await expect(replaceFile(oldId, oldId)).rejects.toMatchObject({ status: 400 })
    const unknownId = bench.api.clock.newId()
    await expect(replaceFile(oldId, unknownId)).rejects.toMatchObject({
      status: 400,
      ...createRefusal('invalid', expect.any(String)),
    })
    await expect(replaceFile(unknownId, oldId)).rejects.toMatchObject({ status: 404 })
    for (const file of [null, 'x', [oldId], { was: oldId }])
      await expect(replaceFile(oldId, file as never)).rejects.toMatchObject({ status: 400 })
    expect(await listShownPictures([banner.id])).toEqual([oldId])
  })

  it('if the file has no uses', async () => {
    await expect(replaceFile(await insertFile(), await insertFile())).rejects.toMatchObject({
      status: 409,
      ...createRefusal('conflict', expect.stringContaining('사용하는 곳이 없습니다')),
    })
  })

  it('without write access to media or a section of the records, and replaces nothing', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile()]
    const banner = await buildBannerWith(oldId)
    const popup = await buildPopup(bench.api.context, { picture: oldId })
    const createClient = async (...scopes: string[]) =>
      bench.api.client(contract, await bench.api.actor(['console', ...scopes]))
    const call = { params: { id: oldId }, body: { file: newId } }
    const reader = await createClient('console:media:read', ...sections)
    await expect(reader.replace(call)).rejects.toMatchObject({ status: 403 })
    const partialClient = await createClient('console:media', 'console:banners', 'console:popups:read')
    expect((await partialClient.uses({ params: { id: oldId } })).replacement).toEqual({ follow: 2, stay: 0, barred: 1 })
    await expect(partialClient.replace(call)).rejects.toMatchObject({
      status: 403,
      ...createRefusal('forbidden', expect.stringContaining('수정 권한이 없는')),
    })
    expect(await listShownPictures([banner.id])).toEqual([oldId])
    const [popupRow] = await database().select().from(popups).where(eq(popups.id, popup.id))
    expect([popupRow?.picture, popupRow?.updatedAt]).toEqual([oldId, popup.updatedAt])
  })
})

describe('a file replaced under concurrency', () => {
  it('makes an open form of a record that uses it stale, also if only a text does', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile()]
    const banner = await buildBannerWith(oldId)
    const post = await buildPost(bench.api.context)
    await database()
      .update(postTexts)
      .set({ body: `<p><img src="/files/${oldId}/960.webp" alt=""></p>` })
      .where(eq(postTexts.postId, post.id))
    await replaceFile(oldId, newId)
    const ofBanners = bench.api.client(bannerContract, bench.editor)
    const openedAt = banner.updatedAt.toISOString()
    await expect(
      ofBanners.update({ params: { id: banner.id }, body: { pictures: buildPictures(oldId), updatedAt: openedAt } }),
    ).rejects.toMatchObject({ status: 412 })
    const ofBoards = bench.api.client(boardContract, bench.editor)
    await expect(
      ofBoards.update({ params: { id: post.id }, body: { pinned: true, updatedAt: post.updatedAt.toISOString() } }),
    ).rejects.toMatchObject({ status: 412 })
  })

  it('is replaced by exactly one of several concurrent replacements; the others answer 409', {
    tags: ['deep'],
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const oldId = await insertFile()
      const named = await Promise.all(Array.from({ length: 5 }, () => buildBannerWith(oldId)))
      const next = await Promise.all(Array.from({ length: 6 }, () => insertFile()))
      const outcomes = await Promise.all(
        next.map((file) =>
          replaceFile(oldId, file).then(
            () => file,
            (error) => error.status,
          ),
        ),
      )
      const won = outcomes.filter((outcome) => typeof outcome === 'string')
      expect(won, `round ${round}`).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 409)).toHaveLength(5)
      expect(new Set(await listShownPictures(named.map(({ id }) => id)))).toEqual(new Set(won))
    }
  })

  it('loses one of two replacements with a naive read-then-write (control)', async () => {
    const [oldId, one, other] = [await insertFile(), await insertFile(), await insertFile()]
    const banner = await buildBannerWith(oldId)
    const found = await database()
      .select()
      .from(banners)
      .where(sql`pictures::text LIKE ${`%${oldId}%`}`)
    expect(await replaceFile(oldId, one)).toMatchObject({ records: 1 })
    for (const { id } of found)
      await database()
        .update(banners)
        .set({ pictures: buildPictures(other) })
        .where(eq(banners.id, id))
    // Both calls reported success, but the first one was overwritten.
    expect(await listShownPictures([banner.id])).toEqual([other])
  })

  it('loses nothing of a concurrent write to a record', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile()]
    const banner = await buildBannerWith(oldId)
    let replacing: Promise<unknown> | undefined
    await bench.api.context.transaction(async (within) => {
      const added = [...buildPictures(oldId), { device: 'mobile' as const, locale: 'ko' as const, picture: oldId }]
      await within.database
        .update(banners)
        .set({ title: { ko: '겨울 설명회' }, pictures: added })
        .where(eq(banners.id, banner.id))
      replacing = replaceFile(oldId, newId)
      await waitForLock(database())
    })
    expect(await replacing).toMatchObject({ records: 1 })
    const [row] = await database().select().from(banners).where(eq(banners.id, banner.id))
    expect([row?.title.ko, row?.pictures.map(({ picture }) => picture)]).toEqual(['겨울 설명회', [newId, newId]])
    expect(await readUses(oldId)).toEqual({ follow: 0, stay: 0, barred: 0 })
  })

  it('loses a concurrent write with a naive read-then-write (control)', async () => {
    const [oldId, newId] = [await insertFile(), await insertFile()]
    const banner = await buildBannerWith(oldId)
    const [read] = await database().select().from(banners).where(eq(banners.id, banner.id))
    await database()
      .update(banners)
      .set({ pictures: [...buildPictures(oldId), { device: 'mobile', locale: 'ko', picture: oldId }] })
      .where(eq(banners.id, banner.id))
    const replaced = JSON.parse(JSON.stringify(read?.pictures).replaceAll(oldId, newId))
    await database().update(banners).set({ pictures: replaced }).where(eq(banners.id, banner.id))
    const [row] = await database().select().from(banners).where(eq(banners.id, banner.id))
    expect(row?.pictures).toHaveLength(1)
  })

  it('cannot be deleted concurrently while records come to use it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const createdAt = new Date(bench.api.clock.now().getTime() - 48 * 3_600_000)
      const [oldId, newId] = [await insertFile(), await insertFile({ createdAt })]
      const banner = await buildBannerWith(oldId)
      const acts = [() => replaceFile(oldId, newId), () => client().remove({ params: { id: newId } })]
      const outcomes = await Promise.allSettled((round % 2 ? acts : acts.reverse()).map((act) => act()))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const [shown] = await listShownPictures([banner.id])
      expect(await database().$count(files, eq(files.id, shown ?? ''))).toBe(1)
    }
  })
})
