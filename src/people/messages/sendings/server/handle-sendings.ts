import { and, eq, ne, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { parsePhone } from '#kit/phone/parse-phone.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { likePattern, translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { queueMail, queueSms } from '../../server/queue-messages.ts'
import { type SendingRow, sendingRecipients, sendings } from '../../table.ts'
import { sendings as contract, type Sending, SendingInput, sendingRoutes } from '../contract.ts'
import { sendingChannels } from '../rules.ts'
import { composeMessage, readSenderDetails } from './compose-message.ts'
import { presentSending, presentSendings, staffColumns } from './present-sendings.ts'
import { checkAudience, previewSending } from './preview-sending.ts'
import {
  checkSendable,
  findSending,
  listApprovers,
  moveSending,
  queueSending,
  toSendingInput,
} from './queue-sending.ts'

const getSendingTitle = ({ subject, text, createdAt }: Pick<SendingRow, 'subject' | 'text' | 'createdAt'>): string =>
  subject.ko || text.ko?.slice(0, 60) || createdAt.toISOString().slice(0, 16)

const crud = tableHandlers(contract, sendings, {
  words: [translationsOf(sendings.subject), translationsOf(sendings.text)],
  title: getSendingTitle,
  present: presentSendings,
  presentLines: presentSendings,
  lineColumns: [...staffColumns],
  // A sent bulk message is immutable.
  accept: async (body, context, current) => {
    if (current && current.state !== 'draft') throw new AppError('conflict')
    if (body.audience) await checkAudience(context, body.audience)
    return body
  },
})

const auditSending = (within: Context, action: string, row: SendingRow, after?: object) =>
  writeAudit(within, { action, entity: 'sendings', entityId: row.id, summary: getSendingTitle(row), after })

const presentAnswer = async (within: Context, row: SendingRow): Promise<{ sending: Sending }> => ({
  sending: await presentSending(within, row),
})

/** Sends a bulk message immediately, for API clients. */
const sendImmediately = (context: Context, values: Partial<SendingInput>, to: string | string[]) =>
  context.transaction(async (within) => {
    const list = typeof to === 'string' ? [to] : to
    const input = SendingInput.parse({ purpose: 'notice', audience: { by: 'list', list }, ...values })
    // A call takes fewer addresses than `maxWithoutApproval`, so no approval is needed.
    await checkSendable(within, input)
    const now = within.now()
    const [row] = await within.database
      .insert(sendings)
      .values({
        ...input,
        id: within.newId(),
        authorId: within.principal.userId,
        state: 'scheduled',
        sendAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new AppError('unavailable')
    await queueSending(within, row.id, now)
    await auditSending(within, 'send', row)
    return presentAnswer(within, row)
  })

interface TextMessage {
  to: string | string[]
  subject: string
  message: string
  purpose: SendingInput['purpose']
}

const sendSms = (context: Context, { to: recipients, subject, message, purpose }: TextMessage) => {
  const to = typeof recipients === 'string' ? [recipients] : recipients
  const fault = to.map((number) => parsePhone(number).fault).find(Boolean)
  if (fault) throw new AppError('invalid', { fields: { to: fault } })
  return sendImmediately(context, { channel: 'sms', purpose, subject: { ko: subject }, text: { ko: message } }, to)
}

export const sendingHandlers: Handlers<typeof contract> = {
  ...crud,

  create: (context, { body }) =>
    context.transaction(async (within) => {
      await checkAudience(within, body.audience)
      const now = within.now()
      const [row] = await within.database
        .insert(sendings)
        .values({
          ...body,
          sendAt: body.sendAt ? new Date(body.sendAt) : null,
          id: within.newId(),
          authorId: within.principal.userId,
          createdAt: now,
          updatedAt: now,
        })
        .returning()
      if (!row) throw new AppError('unavailable')
      await auditSending(within, 'create', row)
      return presentAnswer(within, row)
    }),

  remove: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .delete(sendings)
        .where(and(eq(sendings.id, params.id), eq(sendings.state, 'draft')))
        .returning()
      if (!row) {
        await findSending(within, params.id)
        throw new AppError('conflict')
      }
      await auditSending(within, 'remove', row)
      return undefined
    }),
}

export const actHandlers: Handlers<typeof sendingRoutes> = {
  async options(context) {
    const rows = await context.database
      .select({ key: levels.key, title: levels.title })
      .from(levels)
      .orderBy(levels.rank)
    const { sms } = context.services
    const isOffered = { mail: true, sms: sms !== undefined, alimtalk: sms?.hasAlimtalk === true }
    return {
      levels: rows.map(({ key, title }) => ({ key, title: textIn(context.locale, title) })),
      channels: sendingChannels.filter((channel) => isOffered[channel]),
      approvers: await listApprovers(context),
    }
  },

  async gate(context, { body }) {
    await checkAudience(context, body.audience)
    return { gate: await previewSending(context, body) }
  },

  send: (context, { params, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const draft = await findSending(within, params.id)
      if (draft.state !== 'draft') throw new AppError('conflict')
      await checkAudience(within, draft.audience)
      const needsApproval = await checkSendable(within, toSendingInput(draft))
      const now = within.now()
      const request = { stamp, askedBy: within.principal.userId, askedAt: now, returned: null }
      const sendAt = draft.sendAt ?? now
      const row = needsApproval
        ? await moveSending(within, params.id, 'asked', request)
        : await moveSending(within, params.id, 'scheduled', { ...request, sendAt })
      if (!row) {
        const current = await findSending(within, params.id)
        throw new AppError(current.state === 'draft' ? 'stale' : 'conflict')
      }
      if (!needsApproval) await queueSending(within, row.id, sendAt)
      await auditSending(within, needsApproval ? 'ask' : 'send', row)
      return presentAnswer(within, row)
    }),

  approve: (context, { params, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const found = await findSending(within, params.id)
      const { userId } = within.principal
      const now = within.now()
      const sendAt = new Date(Math.max(found.sendAt?.getTime() ?? 0, now.getTime()))
      if (found.state === 'asked' && found.askedBy !== userId)
        await checkSendable(within, { ...toSendingInput(found), sendAt: sendAt.toISOString() })
      const row = await moveSending(within, params.id, 'scheduled', {
        stamp,
        sendAt,
        approvedBy: userId,
        approvedAt: now,
        by: and(eq(sendings.state, 'asked'), ne(sendings.askedBy, userId)),
      })
      if (!row) {
        const current = await findSending(within, params.id)
        if (current.state !== 'asked') throw new AppError('conflict')
        throw new AppError(current.askedBy === userId ? 'second_person' : 'stale')
      }
      await queueSending(within, row.id, sendAt)
      await auditSending(within, 'approve', row)
      return presentAnswer(within, row)
    }),

  giveBack: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await moveSending(within, params.id, 'draft', {
        askedBy: null,
        askedAt: null,
        returned: body.reason || null,
      })
      if (!row) {
        await findSending(within, params.id)
        throw new AppError('conflict')
      }
      await auditSending(within, 'return', row, { reason: body.reason })
      return presentAnswer(within, row)
    }),

  cancel: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await moveSending(within, params.id, 'cancelled')
      if (!row) {
        await findSending(within, params.id)
        throw new AppError('conflict')
      }
      await within.database
        .update(sendingRecipients)
        .set({ state: 'cancelled', updatedAt: within.now() })
        .where(and(eq(sendingRecipients.sendingId, row.id), eq(sendingRecipients.state, 'queued')))
      await auditSending(within, 'cancel', row)
      return presentAnswer(within, row)
    }),

  retry: (context, { params, body }) =>
    context.transaction(async (within) => {
      const again = await within.database
        .update(sendingRecipients)
        .set({ state: 'queued', attempts: 0, notBefore: null, error: null, bounced: false, updatedAt: within.now() })
        .where(
          and(
            eq(sendingRecipients.sendingId, params.id),
            body.unsure
              ? sql`${sendingRecipients.state} IN ('failed', 'unsure')`
              : eq(sendingRecipients.state, 'failed'),
          ),
        )
        .returning({ id: sendingRecipients.id })
      const found = await findSending(within, params.id)
      if (again.length === 0 || found.state === 'cancelled') throw new AppError('conflict')
      const row = (await moveSending(within, params.id, 'sending')) ?? found
      await queueSending(within, row.id, within.now())
      await auditSending(within, 'resend', row, { count: again.length })
      return presentAnswer(within, row)
    }),

  tryOut: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findSending(within, params.id)
      const [account] = await within.database.select().from(users).where(eq(users.id, within.principal.userId))
      const address = row.channel === 'mail' ? account?.email : account?.phone
      if (!account || !address) throw new AppError('invalid', { fields: { to: 'no_own_contact' } })
      const { locale } = body
      const { name, username } = account
      const sender = await readSenderDetails(within)
      const message = composeMessage(sender, row, { address, locale, name, username, company: '' }, '')
      const mark = m.sendings_test_mark({}, { locale })
      if (row.channel === 'mail') {
        if (!message.html) throw new AppError('invalid', { fields: { 'html.ko': 'no_words' } })
        await queueMail(within, {
          to: address,
          about: within.principal.userId,
          subject: `${mark} ${message.subject}`,
          html: message.html,
        })
      } else {
        if (!within.services.sms) throw new AppError('no_sender')
        await queueSms(within, { to: address, about: within.principal.userId, text: `${mark} ${message.text}` })
      }
      await auditSending(within, 'test', row)
      return { to: address }
    }),

  async recipients(context, { params, query }) {
    await findSending(context, params.id)
    const { page, limit, state, q, sort } = query
    const words = q ? sql`AND (r.address ILIKE ${likePattern(q)} OR u.name ILIKE ${likePattern(q)})` : sql``
    const where = sql`r.sending_id = ${params.id} ${state ? sql`AND r.state = ${state}` : sql``} ${words}`
    const from = sql`sending_recipients r LEFT JOIN users u ON u.id = r.user_id`
    const [{ rows }, total] = await Promise.all([
      context.database.execute<
        Record<string, unknown> & { id: string; userId: string | null; name: string | null }
      >(sql`
        SELECT r.id, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.user_id AS "userId", u.name, r.address,
          r.state, r.reason, r.error, r.attempts, r.not_before AS "notBefore", r.sent_at AS "sentAt"
        FROM ${from} WHERE ${where} ORDER BY r.created_at ${sort === 'createdAt' ? sql`ASC` : sql`DESC`}, u.name, r.id
        LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
      context.database.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM ${from} WHERE ${where}`),
    ])
    const toMoment = (value: unknown) => (value ? new Date(value as string).toISOString() : null)
    const recipients = rows.map(({ id, userId, name, createdAt, updatedAt, notBefore, sentAt, ...row }) => ({
      ...row,
      _id: id,
      user: userId ? { _id: userId, name: name ?? '' } : null,
      createdAt: toMoment(createdAt),
      updatedAt: toMoment(updatedAt),
      notBefore: toMoment(notBefore),
      sentAt: toMoment(sentAt),
    }))
    await recordPersonalAccess(context, {
      act: 'list',
      entity: 'sendings',
      entityId: params.id,
      of: null,
      count: recipients.length,
    })
    // The kernel checks every row against the contract.
    return { recipients: recipients as never, total: total.rows[0]?.count ?? 0, page, limit }
  },

  email: (context, { body }) =>
    sendImmediately(
      context,
      { channel: 'mail', purpose: body.purpose, subject: { ko: body.subject }, html: { ko: body.html } },
      body.to,
    ),

  message: (context, { body }) => sendSms(context, body),

  sendMessage: (context, { body }) => {
    const { channel, to, subject, message, purpose } = body
    // Recipients and subject follow the rules of the route for this channel.
    const addressed = { to: true, subject: true } as const
    const rules =
      channel === 'sms' ? sendingRoutes.message.body.pick(addressed) : sendingRoutes.email.body.pick(addressed)
    parseInput(rules, 'body', { to, subject })
    if (channel === 'sms') return sendSms(context, { to, subject, message, purpose })
    return sendImmediately(context, { channel, purpose, subject: { ko: subject }, html: { ko: htmlOf(message) } }, to)
  },
}
