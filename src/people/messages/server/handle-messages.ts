import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { m } from '#messages/messages.js'
import { messages as contract } from '../contract.ts'
import { publicHandlers } from '../sendings/server/handle-opt-outs.ts'
import { actHandlers, sendingHandlers } from '../sendings/server/handle-sendings.ts'
import { templateHandlers } from '../sendings/server/handle-templates.ts'
import { outbox } from '../table.ts'
import { presentMessage, presentMessages, searchableText } from './present-messages.ts'
import { queueDelivery, queueMail } from './queue-messages.ts'

// Messages are created by the actions that cause them; staff never change or delete them.
const { list, get } = tableHandlers({ list: contract.list, get: contract.get }, outbox, {
  words: [outbox.recipient, outbox.subject, searchableText],
  title: (row) => row.subject,
  present: (rows, context) => presentMessages(context, rows),
  presentLines: (rows) => rows.map(toRecord),
})

export const messageHandlers: Handlers<typeof contract> = {
  async list(context, input) {
    const found = await list(context, input)
    await recordPersonalAccess(context, { act: 'list', entity: 'messages', of: null, count: found.messages.length })
    return found
  },

  async get(context, input) {
    const { id } = input.params
    const found = await get(context, input)
    const [row] = await context.database.select({ of: outbox.aboutUserId }).from(outbox).where(eq(outbox.id, id))
    // Identified by its time, because a subject may contain a name.
    const { createdAt: summary } = found.message
    await recordPersonalAccess(context, { act: 'read', entity: 'messages', entityId: id, summary, of: row?.of ?? null })
    return found
  },

  resend: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .update(outbox)
        .set({ state: 'waiting', error: null, attempts: 0, notBefore: null, updatedAt: within.now() })
        .where(
          and(
            eq(outbox.id, params.id),
            inArray(outbox.state, ['held', 'failed']),
            // Its text was deleted after the retention period, so there is nothing to send.
            or(ne(outbox.html, ''), ne(outbox.text, '')),
          ),
        )
        .returning()
      if (!row) throw new AppError('conflict')
      await queueDelivery(within, row)
      // Audit lines are permanent, and a subject may contain a name.
      const summary = row.createdAt.toISOString()
      await writeAudit(within, { action: 'resend', entity: 'messages', entityId: row.id, summary })
      return { message: await presentMessage(within, row) }
    }),

  test: (context, { body }) =>
    context.transaction(async (within) => {
      const options = { locale: within.locale }
      const row = await queueMail(within, {
        to: body.to,
        about: null,
        subject: `${body.subject} · ${m.mail_test_subject({}, options)}`,
        html: `<p>${m.mail_test_body({}, options)}</p>`,
      })
      await writeAudit(within, { action: 'create', entity: 'messages', entityId: row.id, summary: row.subject })
      return { message: await presentMessage(within, row) }
    }),

  listSendings: sendingHandlers.list,
  getSending: sendingHandlers.get,
  createSending: sendingHandlers.create,
  changeSending: sendingHandlers.update,
  removeSending: sendingHandlers.remove,
  ...actHandlers,
  listTemplates: templateHandlers.list,
  getTemplate: templateHandlers.get,
  createTemplate: templateHandlers.create,
  changeTemplate: templateHandlers.update,
  removeTemplate: templateHandlers.remove,
  ...publicHandlers,
}
