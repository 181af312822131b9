import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { postText } from '#content/boards/factory.ts'
import { posts } from '#content/boards/table.ts'
import { reading } from '#content/reading/contract.ts'
import { audit } from '#kit/audit/contract.ts'
import { users } from '#people/users/table.ts'
import { search } from '#platform/search/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type CacheRecorder, listenToCache } from '#test/server/record-notifications.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { comments as contract } from '../contract.ts'
import { buildComment, buildOpenPost } from '../factory.ts'
import { commentAllowances, comments } from '../table.ts'

const api = prepareTestApi()
let member: Actor
let other: Actor
let editor: Actor
let invalidations: CacheRecorder
beforeAll(async () => {
  member = await api.actor([], { name: '도이수' })
  other = await api.actor([], { name: '윤가람' })
  editor = await api.actor(['console', 'console:boards', 'console:audit'], { name: '한편집' })
  invalidations = await listenToCache(api.database)
})
afterAll(() => invalidations.close())
afterEach(async () => {
  await api.services.database.delete(commentAllowances)
  await api.services.database.delete(posts)
})

const clientOf = (actor: Actor | null = null, locale: 'ko' | 'en' | 'cn' = 'ko') => api.client(contract, actor, locale)
const writeComment = async (id: string, body: string, parent: string | null = null, actor = member) =>
  (await clientOf(actor).comment({ params: { id }, body: { body, parent } })).comment
const readDiscussion = (id: string, page = 1) => clientOf().discussion({ params: { id }, query: { page } })
const createRefusal = (status: number, code?: string) => ({ status, ...(code && { refusal: { code } }) })

describe('comment', () => {
  it('is written, replied to, edited and removed by its author, and the public list follows', async () => {
    const { id } = await buildOpenPost(api.context)
    await invalidations.tags()
    const first = await writeComment(id, '  첫 줄\r\n\r\n\r\n\r\n둘째 줄 \u202e ')
    expect(first).toMatchObject({
      author: '도이수',
      body: '첫 줄\n\n둘째 줄',
      state: 'visible',
      parent: null,
      lang: 'ko',
    })
    expect(await invalidations.tags()).toContain(`comments:${id}`)
    const reply = await writeComment(id, '답글입니다.', first._id, other)
    await writeComment(id, '나중 댓글')
    const found = await readDiscussion(id)
    expect(found).toMatchObject({ total: 2, spoken: 3, page: 1, limit: 20 })
    expect(found.comments.map(({ body }) => body)).toEqual(['나중 댓글', '첫 줄\n\n둘째 줄'])
    expect(found.comments[1]?.replies).toMatchObject([{ body: '답글입니다.', author: '윤가람', parent: first._id }])

    const params = { id, comment: first._id }
    const { comment: changed } = await clientOf(member).editComment({
      params,
      body: { body: '고친 줄', updatedAt: first.updatedAt },
    })
    expect(changed).toMatchObject({ body: '고친 줄', editedAt: expect.any(String) })
    await expect(
      clientOf(member).editComment({ params, body: { body: '늦은 줄', updatedAt: first.updatedAt } }),
    ).rejects.toMatchObject({ status: 412, refusal: { current: { body: '고친 줄', updatedAt: changed.updatedAt } } })

    await clientOf(member).removeComment({ params })
    const remaining = await readDiscussion(id)
    expect(remaining).toMatchObject({ total: 2, spoken: 2 })
    expect(remaining.comments[1]).toMatchObject({
      state: 'removed',
      body: '',
      author: null,
      replies: [{ _id: reply._id }],
    })
    await clientOf(other).removeComment({ params: { id, comment: reply._id } })
    expect((await readDiscussion(id)).comments.map(({ body }) => body)).toEqual(['나중 댓글'])
    // A removal by the author erases the text instead of hiding it.
    const [row] = await api.services.database.select().from(comments).where(eq(comments.id, first._id))
    expect(row).toMatchObject({ body: '', removedBy: 'author' })
    await expect(clientOf(member).removeComment({ params })).rejects.toMatchObject(createRefusal(404))
    await expect(
      clientOf(member).editComment({ params, body: { body: '다시', updatedAt: changed.updatedAt } }),
    ).rejects.toMatchObject(createRefusal(404))
  })

  it("shows only the author's name, and none for a removed account", async () => {
    const { id } = await buildOpenPost(api.context)
    const withdrawnActor = await api.actor([], { name: '떠날 사람', username: 'leaving' })
    await writeComment(id, '남는 말', null, withdrawnActor)
    expect(JSON.stringify(await readDiscussion(id))).not.toMatch(new RegExp(`leaving|${withdrawnActor.userId}`))
    await invalidations.tags()
    await api.services.database.update(users).set({ name: '새 이름' }).where(eq(users.id, withdrawnActor.userId))
    expect(await invalidations.tags()).toContain(`user:${withdrawnActor.userId}`)
    expect((await readDiscussion(id)).comments[0]).toMatchObject({ author: '새 이름' })
    await api.services.database.update(users).set({ state: 'withdrawn' }).where(eq(users.id, withdrawnActor.userId))
    expect((await readDiscussion(id)).comments[0]).toMatchObject({ author: null, body: '남는 말' })
    await api.services.database.delete(users).where(eq(users.id, withdrawnActor.userId))
    expect((await readDiscussion(id)).comments[0]).toMatchObject({ author: null, body: '남는 말' })
  })

  it('returns a message for each limit', async () => {
    const { id } = await buildOpenPost(api.context)
    const expectRefused = (body: object, field: string) =>
      expectRefusal(clientOf(member).comment({ params: { id }, body: body as never }), 400, field)
    await expectRefused({ body: '' }, 'body')
    await expectRefused({ body: ' \n\u200b ' }, 'body')
    await expectRefused({ body: '가'.repeat(1001) }, 'body')
    await expectRefused({}, 'body')
    await expectRefused({ body: '말', parent: 'x' }, 'parent')
    await expectRefused({ body: '말', author: member.userId }, 'author')
    await expectRefused({ body: '말', state: 'visible' }, 'state')
    expect((await writeComment(id, '가'.repeat(1000))).body).toHaveLength(1000)
    expect((await writeComment(id, '<b onclick="x()">굵게</b> & javascript:alert(1)')).body).toBe(
      '<b onclick="x()">굵게</b> & javascript:alert(1)',
    )
  })

  it('requires an account to write and authorship to edit', async () => {
    const { id } = await buildOpenPost(api.context)
    await expect(clientOf().comment({ params: { id }, body: { body: '손님' } })).rejects.toMatchObject({
      status: 401,
      refusal: { code: 'login_required', message: '로그인 후 이용가능합니다' },
    })
    const { _id, updatedAt } = await writeComment(id, '내 것')
    for (const actor of [other, editor]) {
      const params = { id, comment: _id }
      await expect(clientOf(actor).editComment({ params, body: { body: '남의 것', updatedAt } })).rejects.toMatchObject(
        createRefusal(404),
      )
      await expect(clientOf(actor).removeComment({ params })).rejects.toMatchObject(createRefusal(404))
    }
    const otherPost = await buildOpenPost(api.context)
    const params = { id: otherPost.id, comment: _id }
    await expect(clientOf(member).editComment({ params, body: { body: '다른 글', updatedAt } })).rejects.toMatchObject(
      createRefusal(404),
    )
    await expect(clientOf(member).removeComment({ params })).rejects.toMatchObject(createRefusal(404))
    await expect(
      clientOf(member).editComment({ params: { id, comment: _id }, body: { body: '판 없이' } }),
    ).rejects.toMatchObject(createRefusal(400, 'stamp_required'))
    expect((await readDiscussion(id)).comments).toMatchObject([{ body: '내 것', editedAt: null }])
  })

  it('takes replies one level deep, on its own post only', async () => {
    const { id } = await buildOpenPost(api.context)
    const first = await writeComment(id, '댓글')
    const reply = await writeComment(id, '답글', first._id)
    await expect(writeComment(id, '답글의 답글', reply._id)).rejects.toMatchObject(createRefusal(409, 'conflict'))
    const otherPost = await buildOpenPost(api.context)
    await expect(writeComment(otherPost.id, '다른 글에서', first._id)).rejects.toMatchObject(createRefusal(409))
    await expect(writeComment(id, '없는 것에', api.clock.newId())).rejects.toMatchObject(createRefusal(409))
    // The database constraint rejects deeper nesting.
    await expect(buildComment(api.context, { postId: id, parentId: reply._id })).rejects.toThrow()
    await expect(buildComment(api.context, { postId: otherPost.id, parentId: first._id })).rejects.toThrow()
    await expect(buildComment(api.context, { postId: id, body: '' })).rejects.toThrow()
    await expect(buildComment(api.context, { postId: id, body: '가'.repeat(1001) })).rejects.toThrow()
  })

  it('allows five comments a minute and returns Retry-After', async () => {
    const { id } = await buildOpenPost(api.context)
    const busy = await api.actor([])
    for (let index = 0; index < 5; index += 1) await writeComment(id, `말 ${index}`, null, busy)
    await expect(writeComment(id, '여섯째', null, busy)).rejects.toMatchObject({
      status: 429,
      refusal: { code: 'too_many' },
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 30 && seconds <= 60),
    })
    // A rejected comment does not count towards the limit of the next minute, and other members are unaffected.
    await writeComment(id, '다른 사람', null, other)
    api.clock.forward(60_100)
    await writeComment(id, '다음 분', null, busy)
    expect((await readDiscussion(id)).spoken).toBe(7)
  })

  it('is stored once per idempotency key', async () => {
    const { id } = await buildOpenPost(api.context)
    const sendComment = (body: string) =>
      api.request(
        sentBy(member, {
          method: 'POST',
          url: `/api/v1/boards/${id}/comments`,
          headers: { 'idempotency-key': 'one-act' },
          body: { body },
        }),
      )
    const answers = [await sendComment('한 번'), await sendComment('한 번')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(answers[0]?.json()).toEqual(answers[1]?.json())
    expect((await sendComment('다른 말')).statusCode).toBe(422)
    expect((await readDiscussion(id)).spoken).toBe(1)
  })

  it('is not found by the site search', async () => {
    const { id } = await buildOpenPost(api.context)
    await writeComment(id, '붉은여우 이야기')
    const found = await api.client(search).find({ query: { q: '붉은여우' } })
    expect(JSON.stringify(found)).not.toContain(id)
  })
})

describe('post with comments', () => {
  it('takes comments only if the post and its board allow them', async () => {
    const { id } = await buildOpenPost(api.context)
    const { _id, updatedAt } = await writeComment(id, '열려 있을 때')
    const readArticle = () => api.client(reading).article({ params: { id } })
    expect((await readArticle()).board.comments).toBe(true)
    const isClosed = async () => {
      await expect(readDiscussion(id)).rejects.toMatchObject(createRefusal(404))
      await expect(writeComment(id, '닫힌 뒤')).rejects.toMatchObject(createRefusal(404))
      await expect(clientOf(member).ownComments({ params: { id } })).rejects.toMatchObject(createRefusal(404))
      await expect(
        clientOf(member).editComment({ params: { id, comment: _id }, body: { body: '닫힌 뒤', updatedAt } }),
      ).rejects.toMatchObject(createRefusal(404))
      expect((await clientOf(editor).list({ query: { post: id } })).comments).toMatchObject([{ body: '열려 있을 때' }])
    }
    const staff = api.client(boards, editor)
    const switchBoard = async (isOn: boolean) => {
      const [news] = (await staff.codes()).codes.filter(({ code }) => code === 'news')
      await invalidations.tags()
      const { code } = await staff.updateCode({
        body: { code: 'news', comments: isOn, updatedAt: news?.updatedAt ?? '' },
      })
      expect(code.comments).toBe(isOn)
      expect(await invalidations.tags()).toContain('board:news')
    }
    await switchBoard(false)
    expect((await readArticle()).board.comments).toBe(false)
    await isClosed()
    await switchBoard(true)
    expect((await readDiscussion(id)).spoken).toBe(1)

    const changePost = async (body: object) => {
      const { board } = await staff.get({ params: { id } })
      return staff.update({ params: { id }, body: { ...body, updatedAt: board.updatedAt } })
    }
    await changePost({ comments: false })
    expect((await readArticle()).board.comments).toBe(false)
    await isClosed()
    await changePost({ comments: true, texts: { ko: postText({ state: 'hidden' }) } })
    await isClosed()
    await changePost({ texts: { ko: postText() } })
    expect((await readDiscussion(id)).spoken).toBe(1)
    await staff.remove({ params: { id } })
    await isClosed()
    // Authors can remove comments at any depth.
    await clientOf(member).removeComment({ params: { id, comment: _id } })
  })

  it('pages threads, newest first', async () => {
    const { id } = await buildOpenPost(api.context)
    for (let index = 0; index < 23; index += 1) {
      await buildComment(api.context, { postId: id, body: `${index}` })
      api.clock.forward(1000)
    }
    const [first, second] = [await readDiscussion(id), await readDiscussion(id, 2)]
    expect([first.comments.length, second.comments.length, first.total, first.spoken]).toEqual([20, 3, 23, 23])
    expect([first.comments[0]?.body, second.comments.at(-1)?.body]).toEqual(['22', '0'])
    await expect(readDiscussion(id, 0)).rejects.toMatchObject(createRefusal(400))
  })

  it('returns the language of each comment', async () => {
    const { id } = await buildOpenPost(api.context)
    await clientOf(member, 'en').comment({ params: { id }, body: { body: 'In English.' } })
    expect((await readDiscussion(id)).comments).toMatchObject([{ lang: 'en' }])
  })
})

describe('moderation by staff', () => {
  it('hides with a reason, shows, removes and restores, with audit entries and the reason for the author', async () => {
    const { id } = await buildOpenPost(api.context, { texts: { ko: postText({ subject: '소식 하나' }) } })
    const { _id } = await writeComment(id, '전화번호 02-000-0000')
    await writeComment(id, '답글', _id, other)
    const moderate = async (state: 'visible' | 'hidden' | 'removed', reason?: string) => {
      const { comment } = await clientOf(editor).get({ params: { id: _id } })
      return (
        await clientOf(editor).update({
          params: { id: _id },
          body: { state, ...(reason && { reason }), updatedAt: comment.updatedAt },
        })
      ).comment
    }
    await expectRefusal(moderate('hidden'), 400, 'reason')
    expect(await moderate('hidden', '개인정보 노출')).toMatchObject({
      state: 'hidden',
      reason: '개인정보 노출',
      author: { name: '도이수' },
      post: { _id: id, code: 'news', subject: '소식 하나' },
    })
    expect((await readDiscussion(id)).comments).toMatchObject([
      { state: 'hidden', body: '', author: null, replies: [{ body: '답글' }] },
    ])
    expect((await clientOf(member).ownComments({ params: { id } })).comments).toMatchObject([
      { body: '전화번호 02-000-0000', state: 'hidden', reason: '개인정보 노출' },
    ])
    await expect(writeComment(id, '가린 것에', _id)).rejects.toMatchObject(createRefusal(409))
    await expect(moderate('hidden', '다시')).rejects.toMatchObject(createRefusal(409, 'conflict'))
    expect(await moderate('visible')).toMatchObject({ state: 'visible', reason: '' })
    expect(await moderate('removed')).toMatchObject({
      state: 'removed',
      removedBy: 'staff',
      body: '전화번호 02-000-0000',
    })
    expect((await readDiscussion(id)).comments).toMatchObject([{ state: 'removed', body: '' }])
    expect(await moderate('visible')).toMatchObject({ state: 'visible', removedBy: null })
    expect((await readDiscussion(id)).comments).toMatchObject([{ body: '전화번호 02-000-0000' }])

    const { lines } = await api.client(audit, editor).list({ query: { entity: 'comments', entityId: _id } })
    expect(lines.map(({ action, summary }) => [action, summary])).toEqual([
      ['restore', '소식 하나'],
      ['remove', '소식 하나'],
      ['restore', '소식 하나'],
      ['hide', '소식 하나'],
    ])
    expect(JSON.stringify(lines)).not.toContain('02-000-0000')

    await clientOf(member).removeComment({ params: { id, comment: _id } })
    await expect(moderate('visible')).rejects.toMatchObject(createRefusal(409))
  })

  it("answers 412 after a colleague's change", async () => {
    const { id } = await buildOpenPost(api.context)
    const { _id, updatedAt } = await writeComment(id, '말')
    const hideComment = () =>
      clientOf(editor).update({ params: { id: _id }, body: { state: 'hidden', reason: '광고', updatedAt } })
    await hideComment()
    await expect(hideComment()).rejects.toMatchObject({ status: 412, refusal: { current: { state: 'hidden' } } })
    await expect(
      clientOf(editor).update({ params: { id: api.clock.newId() }, body: { state: 'removed', updatedAt } }),
    ).rejects.toMatchObject(createRefusal(404))
  })

  it('finds comments by state, board, post, text and author', async () => {
    const [one, two] = [await buildOpenPost(api.context), await buildOpenPost(api.context, { code: 'column' })]
    await writeComment(one.id, '하나의 말')
    await writeComment(two.id, '둘의 말', null, other)
    await buildComment(api.context, { postId: one.id, body: '가린 말', state: 'hidden', reason: '광고' })
    const listBodies = async (query: object) =>
      (await clientOf(editor).list({ query })).comments.map(({ body }) => body).sort()
    expect(await listBodies({})).toEqual(['가린 말', '둘의 말', '하나의 말'])
    expect(await listBodies({ state: 'hidden' })).toEqual(['가린 말'])
    expect(await listBodies({ code: 'column' })).toEqual(['둘의 말'])
    expect(await listBodies({ post: one.id })).toEqual(['가린 말', '하나의 말'])
    expect(await listBodies({ q: '윤가람' })).toEqual(['둘의 말'])
    expect(await listBodies({ q: '하나' })).toEqual(['하나의 말'])
  })

  it('requires the boards scope', async () => {
    const viewer = await api.actor(['console'])
    await expect(clientOf(viewer).list()).rejects.toMatchObject(createRefusal(403))
    await expect(clientOf(member).list()).rejects.toMatchObject(createRefusal(403))
    await expect(
      api.client(boards, viewer).updateCode({ body: { code: 'news', comments: true } }),
    ).rejects.toMatchObject(createRefusal(403))
  })
})
