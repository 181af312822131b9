import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { buildPost } from '#content/boards/factory.ts'
import { postTexts } from '#content/boards/table.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { openPlainPool } from '#test/server/test-database.ts'
import { media } from './contract.ts'
import { deleteNeverUsed } from './delete-unused.ts'
import { orphanDays } from './remove-orphans.ts'
import { files } from './table.ts'

const api = prepareTestApi()
const week = orphanDays * 24 * 3_600_000
const isThere = async (id: string) => (await api.services.database.$count(files, eq(files.id, id))) === 1

const upload = async (username: string) => {
  const member = await api.actor([], { username })
  const answer = await api.client(boards, member).memberEditor({ form: form('photo', ['a.png', await picture('png')]) })
  return answer.picture._id
}

const useInText = async (id: string) => {
  const post = await buildPost(api.context)
  await api.services.database
    .update(postTexts)
    .set({ body: `<p><img src="/files/${id}/960.webp" alt=""></p>` })
    .where(eq(postTexts.postId, post.id))
  return post.id
}

it('deletes a file for a text that nothing uses after a week, and keeps used, newer and library files', async () => {
  const owner = await api.actor(['console', 'console:media', 'console:upload'])
  const unused = await upload('unused')
  const used = await upload('used')
  await useInText(used)
  const { medium } = await api.client(media, owner).upload({ form: form('file', ['a.png', await picture('png')]) })
  expect(await deleteNeverUsed(api.context)).toBe(0)
  api.clock.forward(week + 60_000)
  const recent = await upload('recent')
  expect(await deleteNeverUsed(api.context)).toBe(1)
  expect(await Promise.all([unused, used, medium._id, recent].map(isThere))).toEqual([false, true, true, true])
  const { rows } = await api.services.database.execute<{ id: string }>(
    `SELECT payload->>'id' AS id FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id WHERE identifier = 'forgetBytes'`,
  )
  expect(rows).toEqual([{ id: unused }])
  // The audit log keeps no name that a member gave to a file.
  const audited = await api.services.database.execute(`SELECT summary FROM audit WHERE entity_id = '${used}'`)
  expect(audited.rows).toEqual([{ summary: used }])
})

it('keeps a file that a text has used, also after the text no longer does', async () => {
  const id = await upload('restored')
  const post = await useInText(id)
  await deleteNeverUsed(api.context)
  await api.services.database.update(postTexts).set({ body: '' }).where(eq(postTexts.postId, post))
  api.clock.forward(week + 60_000)
  await deleteNeverUsed(api.context)
  expect(await isThere(id)).toBe(true)
})

it('leaves a file that a text begins to use meanwhile', async () => {
  const id = await upload('meanwhile')
  api.clock.forward(week + 60_000)
  const post = await buildPost(api.context)
  const pool = openPlainPool(api.database.directUrl, 1)
  const writer = await pool.connect()
  await writer.query('BEGIN')
  await writer.query('UPDATE post_texts SET body = $1 WHERE post_id = $2', [
    `<p><img src="/files/${id}/960.webp" alt=""></p>`,
    post.id,
  ])
  await deleteNeverUsed(api.context)
  await writer.query('COMMIT')
  writer.release()
  await pool.end()
  expect(await isThere(id)).toBe(true)
})
