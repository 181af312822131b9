import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { writeAudit } from '#kit/audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/table-handlers.ts'
import { m } from '#messages/messages.js'
import type { messages as contract } from './contract.ts'
import { queueMail } from './service.ts'
import { outbox } from './table.ts'

export const messageHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const where = query.state ? eq(outbox.state, query.state) : undefined
    const rows = await context.database
      .select()
      .from(outbox)
      .where(where)
      .orderBy(desc(outbox.createdAt), desc(outbox.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
    const [totals] = await context.database.select({ total: count() }).from(outbox).where(where)
    return { messages: rows.map(toRecord), total: totals?.total ?? 0, page: query.page, limit: query.limit }
  },

  async get(context, { params }) {
    const [row] = await context.database.select().from(outbox).where(eq(outbox.id, params.id))
    if (!row) throw new AppError('not_found')
    return { message: toRecord(row) }
  },

  resend: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .update(outbox)
        .set({ state: 'waiting', error: null, attempts: 0, updatedAt: within.now() })
        .where(and(eq(outbox.id, params.id), inArray(outbox.state, ['held', 'failed'])))
        .returning()
      if (!row) throw new AppError('conflict')
      await within.services.jobs.add(within.database, 'deliverMail', { id: row.id })
      await writeAudit(within, { action: 'resend', entity: 'messages', entityId: row.id, summary: row.subject })
      return { message: toRecord(row) }
    }),

  test: (context, { body }) =>
    context.transaction(async (within) => {
      const options = { locale: within.locale }
      const row = await queueMail(within, {
        to: body.to,
        subject: `${body.subject} · ${m.mail_test_subject({}, options)}`,
        html: `<p>${m.mail_test_body({}, options)}</p>`,
      })
      await writeAudit(within, { action: 'create', entity: 'messages', entityId: row.id, summary: row.subject })
      return { message: toRecord(row) }
    }),
}
