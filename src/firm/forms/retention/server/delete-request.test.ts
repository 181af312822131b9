import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { fingerprintOf } from '#test/server/database-fingerprint.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { buildFormKind, buildRequest } from '../../factory.ts'
import { replies } from '../../replies/contract.ts'
import { formRequests } from '../../table.ts'
import { retention } from '../contract.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  staff = await api.actor(['console', 'console:forms', 'console:audit'])
})

const retentionClient = () => api.client(retention, staff)
const removeRequest = (id: string) => retentionClient().remove({ params: { id } })
const closeRequest = (id: string, mergedInto: string | null = null) =>
  api.services.database
    .update(formRequests)
    .set({ state: 'closed', closedAt: api.clock.now(), mergedInto })
    .where(eq(formRequests.id, id))

it('deletes a closed request; its number and the account stay in the log', async () => {
  const { id, number } = await buildRequest(api.context, { name: '지워질이' })
  await closeRequest(id)
  await removeRequest(id)
  const { rows } = await api.services.database.execute(
    sql`SELECT (SELECT count(*)::int FROM form_requests WHERE id = ${id}) + (SELECT count(*)::int FROM form_entries WHERE request_id = ${id}) AS left`,
  )
  expect(rows).toEqual([{ left: 0 }])
  const { lines } = await api.client(audit, staff).list({ query: { entity: 'forms', entityId: id } })
  expect(lines.map(({ action, summary }) => [action, summary])).toEqual([['remove', number]])
  expect(JSON.stringify(lines)).not.toContain('지워질이')
  await expect(removeRequest(id)).rejects.toMatchObject({ status: 404 })
})

it('refuses to delete a request that is open, has merged requests or a waiting reply', async () => {
  const fingerprint = await fingerprintOf(api.services.database)
  const expectRefused = async (id: string) => {
    const before = await fingerprint()
    await expect(removeRequest(id)).rejects.toMatchObject({ status: 409 })
    expect(await fingerprint()).toBe(before)
  }
  const open = await buildRequest(api.context)
  await expectRefused(open.id)

  const [main, repeated] = [await buildRequest(api.context), await buildRequest(api.context)]
  await closeRequest(main.id)
  await closeRequest(repeated.id, main.id)
  await expectRefused(main.id)
  await removeRequest(repeated.id)
  await removeRequest(main.id)

  const request = await buildRequest(api.context)
  const { updatedAt } = request
  await api.client(replies, staff).email({
    params: { id: request.id },
    body: { subject: '답변', text: '검토했습니다.', updatedAt: updatedAt.toISOString() },
  })
  await closeRequest(request.id)
  await expectRefused(request.id)
  await api.services.database.execute(sql`UPDATE outbox SET state = 'sent', sent_at = now()`)
  await removeRequest(request.id)
})

it('deletes once under concurrency and never orphans a concurrent merge', async () => {
  const { id } = await buildRequest(api.context)
  await closeRequest(id)
  const statuses = await Promise.all(
    Array.from({ length: 16 }, () =>
      removeRequest(id).then(
        () => 204,
        ({ status }: { status: number }) => status,
      ),
    ),
  )
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect(new Set(statuses)).toEqual(new Set([204, 404]))
})
