import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#content/pages/contract.ts'
import { buildSection, sectionInput } from '#content/pages/factory.ts'
import { practices } from '#firm/practices/contract.ts'
import { buildPractice, practiceInput } from '#firm/practices/factory.ts'
import { sessions } from '#people/auth/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { showPreview } from '../../app.ts'
import { publicScope } from '../server/context.ts'
import { type Preview, previewLife } from './preview.ts'
import { previews } from './table.ts'

const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:practices', 'console:pages'])
})

const begin = async (body: object, who = editor) =>
  (await api.client(practices, who).preview({ body: body as never })).preview.token
const show = (token: string) => showPreview(api.context, token)
/** Clients that read what pages read during this preview. */
const reading = (preview: Preview | null) => {
  const scope = { ...publicScope('ko'), preview }
  return { practices: api.kernel.client(practices, scope), pages: api.kernel.client(pages, scope) }
}

describe('a preview', () => {
  it('replaces its record on its page and in lists only for the holder of the token', async () => {
    const row = await buildPractice(api.context, { key: 'building', position: 1 })
    await buildPractice(api.context, { key: 'council', position: 2 })
    const content = practiceInput({
      key: 'building',
      title: { ko: '새 이름' },
      position: 3,
      blocks: [{ kind: 'text', anchor: 'a', title: { ko: '블록' }, text: { ko: '<p>글</p><script>x()</script>' } }],
    })
    const read = reading(await show(await begin({ id: row.id, content })))
    const { practice } = await read.practices.page({ params: { key: 'building' } })
    expect(practice).toMatchObject({ _id: row.id, title: '새 이름', blocks: [{ title: '블록', text: '<p>글</p>' }] })
    expect((await read.practices.published()).practices.map(({ title }) => title)).toEqual(['건축물 하자', '새 이름'])
    const all = await api.client(practices).published()
    expect(all.practices.map(({ title }) => title)).toEqual(['건축물 하자', '건축물 하자'])
  })

  it('shows hidden, new and moved records', async () => {
    const hidden = await buildPractice(api.context, { key: 'hidden', visible: false })
    const content = practiceInput({ key: 'elsewhere', visible: false })
    const moved = reading(await show(await begin({ id: hidden.id, content })))
    expect((await moved.practices.page({ params: { key: 'elsewhere' } })).practice._id).toBe(hidden.id)
    await expect(moved.practices.page({ params: { key: 'hidden' } })).rejects.toMatchObject({ status: 404 })
    const fresh = reading(await show(await begin({ content: practiceInput({ key: 'fresh' }) })))
    expect((await fresh.practices.page({ params: { key: 'fresh' } })).practice.key).toBe('fresh')
  })

  it('appears in order among the sections of its page', async () => {
    const first = await buildSection(api.context, { title: { ko: '하나' }, position: 1 })
    await buildSection(api.context, { title: { ko: '둘' }, position: 2 })
    const content = sectionInput({ title: { ko: '하나를 고침' }, position: 3 })
    const { preview } = await api.client(pages, editor).preview({ body: { id: first.id, content } })
    const titlesOf = async (page: string) => {
      const read = reading(await show(preview.token))
      return (await read.pages.published({ params: { page } })).sections.map(({ title }) => title)
    }
    expect(await titlesOf('home')).toEqual(['둘', '하나를 고침'])
    expect(await titlesOf('center')).toEqual([])
  })

  it('refuses input that the record would refuse', async () => {
    const blocks = [{ kind: 'picture', anchor: 'a', title: { ko: '그림' }, picture: api.clock.newId() }]
    for (const [body, field] of [
      [{ content: { ...practiceInput(), title: { ko: '' } } }, 'content.title.ko'],
      [{ content: practiceInput({ blocks: blocks as never }) }, 'blocks.0.picture'],
      [{ id: 'x', content: practiceInput() }, 'id'],
    ] as const)
      await expect(begin(body)).rejects.toMatchObject({
        status: 400,
        refusal: { fields: { [field]: expect.anything() } },
      })
  })

  it('ends with its lifetime, its session or the right it requires', async () => {
    const someone = await api.actor(['console', 'console:practices'])
    const content = practiceInput()
    expect(await show('nothing')).toBeNull()
    const token = await begin({ content }, someone)
    expect(await show(token)).toMatchObject({ entity: 'practices' })
    const { database } = api.services
    await database.update(previews).set({ access: 'console:terms' }).where(eq(previews.sessionId, someone.sessionId))
    expect(await show(token)).toBeNull()
    const second = await begin({ content }, someone)
    await database.update(sessions).set({ endedAt: api.clock.now() }).where(eq(sessions.id, someone.sessionId))
    expect(await show(second)).toBeNull()
    const third = await begin({ content })
    api.clock.forward(previewLife)
    expect(await show(third)).toBeNull()
  })

  it('keeps at most twenty per session and removes expired ones', async () => {
    const someone = await api.actor(['console', 'console:practices'])
    const tokens: string[] = []
    for (let count = 0; count < 22; count += 1) tokens.push(await begin({ content: practiceInput() }, someone))
    const stored = await api.services.database.select().from(previews)
    expect(stored.length).toBe(20)
    expect(await show(tokens.at(-1) ?? '')).not.toBeNull()
  })
})
