import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import type { messages } from './contract.ts'
import { MessageTemplateInput, type SendingInput } from './sendings/contract.ts'
import { type NewMail, queueMail } from './server/queue-messages.ts'
import { messageTemplates, type RecipientRow, type SendingRow, sendingRecipients, sendings } from './table.ts'

/** Creates a waiting mail in the outbox. */
export const buildMail = (context: Context, overrides: Partial<NewMail> = {}) =>
  queueMail(context, {
    to: 'resident@example.com',
    about: null,
    subject: '상담 신청을 받았습니다',
    html: '<p>곧 연락드리겠습니다.</p>',
    ...overrides,
  })

/** Returns valid API input for a bulk message: a notice by mail to one member. */
export const sendingInput = (overrides: Partial<z.input<typeof SendingInput>> = {}): z.input<typeof SendingInput> => ({
  channel: 'mail',
  purpose: 'notice',
  subject: { ko: '점검 안내', en: 'Maintenance' },
  html: { ko: '<p>{이름} 님, 점검 일정을 안내합니다.</p>', en: '<p>Dear {name}, we are closed on Monday.</p>' },
  audience: { by: 'filter' },
  ...overrides,
})

export const templateInput = (): z.input<typeof MessageTemplateInput> => ({
  title: '점검 안내',
  channel: 'mail',
  purpose: 'notice',
  subject: { ko: '점검 안내' },
  html: { ko: '<p>{이름} 님께</p>' },
})

/** Creates a bulk message in the database, by default one that is being sent. */
export const buildSending = async (context: Context, overrides: Partial<SendingRow> = {}): Promise<SendingRow> => {
  const now = context.now()
  const row: SendingRow = {
    id: context.newId(),
    channel: 'mail',
    purpose: 'notice',
    subject: { ko: '점검 안내' },
    html: { ko: '<p>{이름} 님께</p>' },
    text: {},
    alimtalk: null,
    audience: { by: 'list', levels: [], kinds: [], consent: null, q: '', list: [] },
    state: 'sending',
    sendAt: now,
    authorId: null,
    askedBy: null,
    askedAt: null,
    approvedBy: null,
    approvedAt: null,
    returned: null,
    createdAt: now,
    updatedAt: now,
    ...overrides,
  }
  await context.database.insert(sendings).values(row)
  return row
}

/** Creates a queued recipient of a bulk message. */
export const buildRecipient = async (
  context: Context,
  sendingId: string,
  overrides: Partial<RecipientRow> = {},
): Promise<RecipientRow> => {
  const now = context.now()
  const id = context.newId()
  const row: RecipientRow = {
    id,
    sendingId,
    userId: null,
    address: `${id}@example.com`,
    locale: 'ko',
    state: 'queued',
    reason: null,
    error: null,
    bounced: false,
    attempts: 0,
    notBefore: null,
    claimedAt: null,
    sentAt: null,
    optOut: Buffer.from(id.replaceAll('-', ''), 'hex').subarray(4).toString('base64url'),
    createdAt: now,
    updatedAt: now,
    ...overrides,
  }
  await context.database.insert(sendingRecipients).values(row)
  return row
}

const buildDraftSending = (context: Context, overrides: Partial<SendingRow> = {}) =>
  buildSending(context, {
    state: 'draft',
    sendAt: null,
    audience: { by: 'list', levels: [], kinds: [], consent: null, q: '', list: ['resident@example.com'] },
    ...overrides,
  })

/** Creates a bulk message that a colleague submitted for approval. */
const buildAskedParams = async (context: Context) => {
  const { id: askedBy } = await buildUser(context)
  return buildDraftParams(context, { state: 'asked', askedBy, askedAt: context.now() })
}

const buildDraftParams = async (context: Context, overrides: Partial<SendingRow> = {}) => {
  const { id, updatedAt } = await buildDraftSending(context, overrides)
  return { params: { id }, stamp: updatedAt.toISOString() }
}

export const samples: Samples<typeof messages> = {
  test: () => ({ body: { to: 'staff@example.com', subject: '시험' } }),
  createSending: () => ({ body: sendingInput() }),
  changeSending: async (context) => {
    const { params, stamp } = await buildDraftParams(context)
    return { params, body: { ...sendingInput(), updatedAt: stamp } }
  },
  createTemplate: () => ({ body: templateInput() }),
  changeTemplate: async (context) => {
    const { id, updatedAt } = await insertRecord(context, messageTemplates, MessageTemplateInput, templateInput())
    return { params: { id }, body: { ...templateInput(), updatedAt: updatedAt.toISOString() } }
  },
  gate: () => ({ body: sendingInput() }),
  send: async (context) => {
    const { params, stamp } = await buildDraftParams(context)
    return { params, body: { updatedAt: stamp } }
  },
  approve: async (context) => {
    const { params, stamp } = await buildAskedParams(context)
    return { params, body: { updatedAt: stamp } }
  },
  giveBack: async (context) => {
    const { params } = await buildAskedParams(context)
    return { params, body: { reason: '제목을 고쳐 주세요' } }
  },
  retry: async (context) => {
    const { id } = await buildSending(context, { state: 'done' })
    await buildRecipient(context, id, { state: 'failed', error: '550' })
    return { params: { id }, body: { unsure: true } }
  },
  tryOut: async (context) => {
    const { params } = await buildDraftParams(context)
    const email = `${context.newId()}@example.com`
    await context.database.update(users).set({ email }).where(eq(users.id, context.principal.userId))
    return { params, body: { locale: 'en' } }
  },
  sendMessage: () => ({
    body: { channel: 'mail', to: 'resident@example.com', subject: '안내', message: '안내합니다.', purpose: 'notice' },
  }),
  email: () => ({
    body: { to: ['resident@example.com'], subject: '안내', html: '<p>안내합니다.</p>', purpose: 'notice' },
  }),
  message: async (context) => {
    // An SMS provider that accepts everything.
    context.services.sms ??= { send: async ({ id }) => id }
    return { body: { to: ['010-2345-6789'], subject: '안내', message: '내일 뵙겠습니다.', purpose: 'notice' } }
  },
  write: async (context) => {
    await buildSetting(context, {
      mail: { senderName: '대청', senderAddress: 'office@example.com' },
      desk: { addresses: ['desk@example.com'] },
    })
    return { body: { subject: '문의', message: '언제 열리나요?' } }
  },
}
