import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { banners as bannerContract } from '#content/banners/contract.ts'
import { bannerInput, buildBanner } from '#content/banners/factory.ts'
import { banners } from '#content/banners/table.ts'
import { buildPost } from '#content/boards/factory.ts'
import { postTexts } from '#content/boards/table.ts'
import { buildPopup } from '#content/popups/factory.ts'
import { popups } from '#content/popups/table.ts'
import { audit } from '#kit/audit/contract.ts'
import { media as contract } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import { buildReview } from '#shop/reviews/factory.ts'
import { shopReviews } from '#shop/reviews/table.ts'
import { buildPicture, form, picture } from '#test/files/sample-files.ts'
import { waitForLock } from '#test/server/wait-for-lock.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { jobHandlers } from '../../../app.ts'
import { modules } from '../../../modules.ts'
import { unusedAfter } from '../rules.ts'

// Uses of files, and what happens to unused ones.

const bench = prepareBench([
  'console:media',
  'console:upload',
  'console:banners',
  'console:boards',
  'console:popups',
  'console:shop',
])
const client = () => bench.api.client(contract, bench.editor)
const database = () => bench.api.services.database
const buildPictures = (id: string) => [{ device: 'desktop' as const, locale: 'ko' as const, picture: id }]
const isThere = async (id: string) => (await database().$count(files, eq(files.id, id))) === 1
const readUses = async (id: string) => (await client().uses({ params: { id } })).uses

/** Picture old enough that no form can be about to use it. */
const buildOldPicture = async () => {
  const id = await buildPicture(bench.api.context)
  const createdAt = new Date(bench.api.clock.now().getTime() - unusedAfter - 1000)
  await database().update(files).set({ createdAt }).where(eq(files.id, id))
  return id
}

describe('the uses of a file', () => {
  it('are found in columns, lists and addresses within texts, with title and link of the record', async () => {
    const id = await buildPicture(bench.api.context)
    expect(await readUses(id)).toEqual([])
    const popup = await buildPopup(bench.api.context, { title: { ko: '연휴 안내' }, picture: id })
    const banner = await buildBanner(bench.api.context, { title: { ko: '가을 설명회' }, pictures: buildPictures(id) })
    const post = await buildPost(bench.api.context)
    await database()
      .update(postTexts)
      .set({ body: `<p><img src="/files/${id}/960.webp" alt=""></p>`, subject: '하자 점검' })
      .where(eq(postTexts.postId, post.id))
    const all = await readUses(id)
    expect(all.sort((one, other) => one.entity.localeCompare(other.entity))).toEqual([
      { entity: 'banners', title: '가을 설명회', to: `/console/banners/${banner.id}` },
      { entity: 'boards', title: '하자 점검', to: `/console/boards/${post.id}` },
      { entity: 'popups', title: '연휴 안내', to: `/console/popups/${popup.id}` },
    ])
    expect((await client().get({ params: { id } })).medium.uses).toBe(3)
    const { media: listed } = await client().list({ query: { use: 'used' } })
    expect(listed.find(({ _id }) => _id === id)?.uses).toBe(3)

    // Changed or deleted records no longer use the file.
    await database().update(banners).set({ pictures: [] }).where(eq(banners.id, banner.id))
    await database().delete(popups).where(eq(popups.id, popup.id))
    expect((await readUses(id)).map(({ entity }) => entity)).toEqual(['boards'])
  })

  it('are listed for readable sections, and only counted for others', async () => {
    const id = await buildPicture(bench.api.context)
    await buildPopup(bench.api.context, { picture: id })
    await buildBanner(bench.api.context, { pictures: buildPictures(id) })
    const reader = await bench.api.actor(['console', 'console:media:read', 'console:banners:read'])
    const { uses, others } = await bench.api.client(contract, reader).uses({ params: { id } })
    expect([uses.map(({ entity }) => entity), others]).toEqual([['banners'], 1])
    const staffWithoutScope = await bench.api.actor(['console', 'console:banners'])
    await expect(bench.api.client(contract, staffWithoutScope).uses({ params: { id } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(client().uses({ params: { id: bench.api.clock.newId() } })).rejects.toMatchObject({ status: 404 })
  })

  it('count a record once however often it uses the file', async () => {
    const id = await buildPicture(bench.api.context)
    const post = await buildPost(bench.api.context, { thumb: id })
    await database()
      .update(postTexts)
      .set({ body: `<p><img src="/files/${id}/960.webp" alt=""></p>`, subject: '두 번 쓴 그림' })
      .where(eq(postTexts.postId, post.id))
    expect(await client().uses({ params: { id } })).toEqual({
      uses: [{ entity: 'boards', title: '두 번 쓴 그림', to: `/console/boards/${post.id}` }],
      others: 0,
      replacement: { follow: 1, stay: 0, barred: 0 },
    })
    expect((await client().get({ params: { id } })).medium.uses).toBe(1)
    const reader = await bench.api.actor(['console', 'console:media:read'])
    expect(await bench.api.client(contract, reader).uses({ params: { id } })).toMatchObject({ uses: [], others: 1 })
  })

  it('are declared for exactly the tables with a trigger', async () => {
    const { rows } = await database().execute<{ name: string }>(sql`
      SELECT tgrelid::regclass::text AS name FROM pg_trigger
      WHERE tgfoid = 'update_file_uses'::regproc ORDER BY tgrelid::regclass::text`)
    const watched = rows.map(({ name }) => name)
    const declaredUses = modules.flatMap(({ fileUses: uses = {} }) => Object.keys(uses))
    // A draft is listed as its record; `pages` is the source name of section drafts.
    expect(declaredUses.filter((name) => name !== 'pages').sort()).toEqual(
      watched.filter((name) => name !== 'drafts').sort(),
    )
  })

  it('are tracked in every column with file references, file ids or rich text', async () => {
    const { rows } = await database().execute<{ name: string }>(sql`
      SELECT t.relname || '.' || c.attname AS name FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid
      WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND c.attnum > 0 AND NOT c.attisdropped
        AND (EXISTS (SELECT FROM pg_constraint AS k
            WHERE k.conrelid = t.oid AND k.confrelid = 'files'::regclass AND c.attnum = ANY (k.conkey))
          OR (c.attname IN ('thumb', 'thumbs', 'picture', 'pictures', 'photos', 'videos', 'file', 'files')
            AND c.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype, 'jsonb'::regtype))
          OR (c.attname IN ('blocks', 'body', 'answer', 'greeting', 'html')
            AND c.atttypid IN ('text'::regtype, 'jsonb'::regtype)))
        AND NOT EXISTS (SELECT FROM pg_trigger AS w
          WHERE w.tgrelid = t.oid AND w.tgfoid = 'update_file_uses'::regproc
            AND (cardinality(w.tgattr::int2[]) = 0 OR c.attnum = ANY (w.tgattr::int2[])))
      ORDER BY 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      // Pending approvals and comments contain no rich text.
      'approvals.body',
      'comments.body',
      'file_uses.file_id',
      // Sent mail.
      'outbox.html',
      // The search index copies the pictures of the records it lists.
      'search_entries.pictures',
    ])
  })

  it('ignore ids in texts that members write', async () => {
    const [namedPicture, embeddedPicture] = [await buildOldPicture(), await buildOldPicture()]
    const { id } = await buildReview(bench.api.context)
    const changeReview = (values: Partial<typeof shopReviews.$inferInsert>) =>
      database().update(shopReviews).set(values).where(eq(shopReviews.id, id))
    await changeReview({ text: `/files/${embeddedPicture}/960.webp`, pictures: [namedPicture] })
    expect((await readUses(namedPicture)).map(({ entity }) => entity)).toEqual(['reviews'])
    expect(await readUses(embeddedPicture)).toEqual([])
    await client().remove({ params: { id: embeddedPicture } })
    await changeReview({ pictures: [] })
    expect(await readUses(namedPicture)).toEqual([])
  })
})

describe('a file without uses', () => {
  it('is listed after a day and deleted with its bytes and a log line', async () => {
    const { medium } = await client().upload({ form: form('file', ['쓰지 않는.png', await picture('png')]) })
    const listUnused = async () => (await client().list({ query: { use: 'unused' } })).media.map(({ _id }) => _id)
    expect(await listUnused()).not.toContain(medium._id)
    await expect(client().remove({ params: { id: medium._id } })).rejects.toMatchObject({ status: 409 })
    const createdAt = new Date(bench.api.clock.now().getTime() - unusedAfter - 1000)
    await database().update(files).set({ createdAt }).where(eq(files.id, medium._id))
    expect(await listUnused()).toContain(medium._id)
    await client().remove({ params: { id: medium._id } })
    expect(await isThere(medium._id)).toBe(false)
    await jobHandlers(bench.api.services).forgetBytes?.({ id: medium._id })
    expect(await bench.api.services.files.size(`${medium._id}/original`)).toBeNull()
    const { lines } = await bench.api
      .client(audit, bench.editor)
      .list({ query: { entity: 'media', entityId: medium._id } })
    expect(lines[0]).toMatchObject({ action: 'remove', summary: '쓰지 않는.png' })
    await expect(client().remove({ params: { id: medium._id } })).rejects.toMatchObject({ status: 404 })
  })

  it('is not deleted if it is used or by a reader, and keeps its bytes while its row exists', async () => {
    const id = await buildOldPicture()
    const reader = await bench.api.actor(['console', 'console:media:read'])
    await expect(bench.api.client(contract, reader).remove({ params: { id } })).rejects.toMatchObject({ status: 403 })
    const banner = await buildBanner(bench.api.context, { pictures: buildPictures(id) })
    await expect(client().remove({ params: { id } })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'in_use' },
    })
    expect((await client().list({ query: { use: 'unused' } })).media.map(({ _id }) => _id)).not.toContain(id)
    await bench.api.services.files.put(`${id}/original`, Buffer.from('bytes'))
    await jobHandlers(bench.api.services).forgetBytes?.({ id })
    expect(await bench.api.services.files.size(`${id}/original`)).toBe(5)
    await database().delete(banners).where(eq(banners.id, banner.id))
    await client().remove({ params: { id } })
    expect(await isThere(id)).toBe(false)
  })
})

describe('concurrent use and deletion of a file', () => {
  /** Sets a picture of a banner through the API, as staff do; returns whether that succeeded. */
  const assignPicture = ({ id: banner, updatedAt }: { id: string; updatedAt: Date }, id: string) =>
    bench.api
      .client(bannerContract, bench.editor)
      .update({ params: { id: banner }, body: { pictures: buildPictures(id), updatedAt: updatedAt.toISOString() } })
      .then(
        () => true,
        () => false,
      )
  const removeFile = (id: string) =>
    client()
      .remove({ params: { id } })
      .then(
        () => true,
        () => false,
      )

  it('leave it either used and existing, or deleted and unused', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [id, banner] = [await buildOldPicture(), await buildBanner(bench.api.context, bannerInput())]
      const acts = round % 2 ? [assignPicture(banner, id), removeFile(id)] : [removeFile(id), assignPicture(banner, id)]
      const [first, second] = await Promise.all(acts)
      const [named, removed] = round % 2 ? [first, second] : [second, first]
      // Exactly one of both succeeds.
      expect([named, removed].filter(Boolean), `round ${round}`).toHaveLength(1)
      expect(await isThere(id)).toBe(named)
    }
  })

  it('refuse a deletion that waited for a running use', async () => {
    const [id, banner] = [await buildOldPicture(), await buildBanner(bench.api.context, bannerInput())]
    let removing: Promise<boolean> | undefined
    await bench.api.context.transaction(async (within) => {
      await within.database
        .update(banners)
        .set({ pictures: buildPictures(id) })
        .where(eq(banners.id, banner.id))
      removing = removeFile(id)
      await waitForLock(database())
    })
    expect(await removing).toBe(false)
    expect(await isThere(id)).toBe(true)
  })

  it('leave a dangling reference if the writer checks without a lock (control)', async () => {
    const [id, banner] = [await buildOldPicture(), await buildBanner(bench.api.context, bannerInput())]
    expect(await isThere(id)).toBe(true)
    expect(await removeFile(id)).toBe(true)
    await database()
      .update(banners)
      .set({ pictures: buildPictures(id) })
      .where(eq(banners.id, banner.id))
    // Every route that references a file refuses a deleted one.
    const [bannerRow] = await database().select().from(banners).where(eq(banners.id, banner.id))
    expect([bannerRow?.pictures[0]?.picture, await isThere(id)]).toEqual([id, false])
    const next = await buildBanner(bench.api.context, bannerInput())
    expect(await assignPicture(next, id)).toBe(false)
  })
})
