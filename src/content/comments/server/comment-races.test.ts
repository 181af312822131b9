// @module-tag deep
import { beforeAll, describe, expect, it } from 'vitest'
import { callers, prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { comments as contract } from '../contract.ts'
import { buildComment, buildOpenPost } from '../factory.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await crowd.pool.query('CREATE TABLE naive_comments (post_id uuid, parent_id uuid, author_id uuid, key text)')
})

const createWriters = (amount: number): Promise<Actor[]> =>
  Promise.all(Array.from({ length: amount }, () => api.actor([])))

const writeComment = (id: string, actor: Actor | undefined, parent: string | null = null) =>
  statusOf(api.client(contract, actor).comment({ params: { id }, body: { body: '같은 때에', parent } }), 201)

const countRows = async (table: 'comments' | 'naive_comments', column: string, value: string): Promise<number> => {
  const { rows } = await crowd.pool.query(`SELECT count(*) AS amount FROM ${table} WHERE ${column} = $1`, [value])
  return rows[0].amount
}
const countStatus = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

/** Runs `work` while another transaction holds an uncommitted change, then commits that change 300 ms later. */
const runDuringChange = async <T>(change: string, value: string, work: () => Promise<T>): Promise<T> => {
  const client = await crowd.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(change, [value])
    const done = work()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await client.query('COMMIT')
    return await done
  } finally {
    client.release()
  }
}

describe('one account writing concurrently', () => {
  it('stores five comments', async () => {
    const { id } = await buildOpenPost(api.context)
    const actor = await api.actor([])
    const statuses = await crowd.callConcurrently(() => writeComment(id, actor))
    expect([countStatus(statuses, 201), countStatus(statuses, 429)]).toEqual([5, callers - 5])
    expect(await countRows('comments', 'post_id', id)).toBe(5)
  })

  it('exceeds five with the naive version', async () => {
    const author = api.clock.newId()
    await crowd.readThenAct(
      () => countRows('naive_comments', 'author_id', author),
      async (count) => {
        if (count < 5) await crowd.pool.query('INSERT INTO naive_comments (author_id) VALUES ($1)', [author])
      },
    )
    expect(await countRows('naive_comments', 'author_id', author)).toBeGreaterThan(5)
  })
})

describe('one request sent many times concurrently', () => {
  it('has one effect and returns equal responses', async () => {
    const { id } = await buildOpenPost(api.context)
    const actor = await api.actor([])
    const answers = await crowd.callConcurrently(() =>
      api.request(
        sentBy(actor, {
          method: 'POST',
          url: `/api/v1/boards/${id}/comments`,
          headers: { 'idempotency-key': `act-${id}` },
          body: { body: '한 번만' },
        }),
      ),
    )
    expect(
      countStatus(
        answers.map(({ statusCode }) => statusCode),
        201,
      ),
    ).toBe(callers)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await countRows('comments', 'post_id', id)).toBe(1)
  })

  it('has several effects with the naive version', async () => {
    await crowd.readThenAct(
      () => countRows('naive_comments', 'key', 'act'),
      async (count) => {
        if (count === 0) await crowd.pool.query(`INSERT INTO naive_comments (key) VALUES ('act')`)
      },
    )
    expect(await countRows('naive_comments', 'key', 'act')).toBeGreaterThan(1)
  })
})

describe('concurrent replies to one comment', () => {
  it('stop at 100', async () => {
    const { id: parent, postId } = await buildComment(api.context, { replies: 90 })
    const actors = await createWriters(callers)
    const statuses = await crowd.callConcurrently((index) => writeComment(postId, actors[index], parent))
    expect([countStatus(statuses, 201), countStatus(statuses, 409)]).toEqual([10, callers - 10])
    expect(await countRows('comments', 'parent_id', parent)).toBe(10)
  })

  it('exceed 100 with the naive version', async () => {
    const parent = api.clock.newId()
    await crowd.readThenAct(
      () => countRows('naive_comments', 'parent_id', parent),
      async (count) => {
        if (count < 10) await crowd.pool.query('INSERT INTO naive_comments (parent_id) VALUES ($1)', [parent])
      },
    )
    expect(await countRows('naive_comments', 'parent_id', parent)).toBeGreaterThan(10)
  })
})

describe('comments closed concurrently', () => {
  const closings: [string, string, 'post' | 'parent', number][] = [
    [
      'the comment, removed',
      `UPDATE comments SET state = 'removed', removed_by = 'staff' WHERE id = $1`,
      'parent',
      409,
    ],
    ['the comment, hidden', `UPDATE comments SET state = 'hidden', reason = 'x' WHERE id = $1`, 'parent', 409],
    ['the post, switched off', 'UPDATE posts SET comments = false WHERE id = $1', 'post', 404],
    ['the post, in the trash', 'UPDATE posts SET trashed_at = now() WHERE id = $1', 'post', 404],
    [
      'the board',
      `UPDATE boards SET comments = false WHERE code = (SELECT code FROM posts WHERE id = $1)`,
      'post',
      404,
    ],
    ['the text, hidden', `UPDATE post_texts SET state = 'hidden' WHERE post_id = $1`, 'post', 404],
    [
      'the post as staff hide it',
      `WITH post AS (UPDATE posts SET updated_at = now() WHERE id = $1 RETURNING id)
       UPDATE post_texts SET state = 'hidden' FROM post WHERE post_id = post.id`,
      'post',
      404,
    ],
    ['the post, destroyed', 'DELETE FROM posts WHERE id = $1', 'post', 404],
  ]
  it.each(closings)('reject concurrent replies: %s', async (_name, change, body, status) => {
    const { id, postId } = await buildComment(api.context)
    const actors = await createWriters(8)
    const statuses = await runDuringChange(change, body === 'post' ? postId : id, () =>
      Promise.all(actors.map((actor) => writeComment(postId, actor, id))),
    )
    expect(statuses).toEqual(actors.map(() => status))
    expect(await countRows('comments', 'parent_id', id)).toBe(0)
    // A rejected reply uses up neither the author's rate limit nor the reply limit of the parent.
    const { rows } = await crowd.pool.query(
      `SELECT count(*) AS taken FROM comment_allowances WHERE author_id = ANY ($1) UNION ALL SELECT sum(replies) FROM comments WHERE id = $2`,
      [actors.map(({ userId }) => userId), id],
    )
    expect(rows.map(({ taken }) => Number(taken))).toEqual([0, 0])
  })

  it('accept replies with the naive version', async () => {
    const { id, postId } = await buildComment(api.context)
    await runDuringChange(`UPDATE comments SET state = 'removed', removed_by = 'staff' WHERE id = $1`, id, () =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const { rows } = await crowd.pool.query('SELECT state FROM comments WHERE id = $1', [id])
          if (rows[0].state === 'visible')
            await crowd.pool.query('INSERT INTO naive_comments (post_id, parent_id) VALUES ($1, $2)', [postId, id])
        }),
      ),
    )
    expect(await countRows('naive_comments', 'parent_id', id)).toBe(8)
  })

  it('reject an edit of a comment', async () => {
    const actor = await api.actor([])
    const { id, postId, updatedAt } = await buildComment(api.context, { authorId: actor.userId })
    const editComment = () =>
      statusOf(
        api.client(contract, actor).editComment({
          params: { id: postId, comment: id },
          body: { body: '그 사이', updatedAt: updatedAt.toISOString() },
        }),
        200,
      )
    expect(await runDuringChange('UPDATE posts SET comments = false WHERE id = $1', postId, editComment)).toBe(404)
  })
})
