import { asc } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { storePrivate } from '#kit/files/private-files.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { createRateLimit } from '#kit/server/limits/rate-limit.ts'
import { localize } from '#kit/server/records/localize.ts'
import { findSender } from '#people/messages/server/queue-messages.ts'
import { consultForm } from '../../demo.ts'
import { acceptOrSpool } from '../../outage/server/spool-request.ts'
import { minimumFillTime } from '../../rules.ts'
import { findFormDefinition } from '../../submission/server/find-form-definition.ts'
import { recordUpload } from '../../submission/server/upload-files.ts'
import { validateRequest } from '../../submission/server/validate-request.ts'
import { formKinds } from '../../table.ts'
import { type NewRequest, type Receipt, submission as submissionContract } from '../contract.ts'
import { findRequestStatus } from './find-request-status.ts'

/** Rate limit of requests per client address. */
const requestRateLimit = createRateLimit({ max: 10, period: 10 * 60_000 })

const acceptRequest = async (
  context: Context,
  kind: string,
  body: NewRequest,
  key: string | null,
): Promise<{ receipt: Receipt }> => {
  // Bots fill in the honeypot or send faster than a person could; their attempts do not count against the rate limit.
  if (body.website !== '') throw new AppError('invalid', { fields: { website: 'leave_empty' } })
  if (body.elapsed !== undefined && body.elapsed < minimumFillTime)
    throw new AppError('too_many', { retryAfter: Math.ceil((minimumFillTime - body.elapsed) / 1000) })
  const request = await validateRequest(context, kind, body, key ?? '')
  const seconds = requestRateLimit.take(context.scope.address, request.key, context.now())
  if (seconds > 0) throw new AppError('too_many', { retryAfter: seconds })
  return { receipt: await acceptOrSpool(context, request) }
}

export const submissionHandlers: Handlers<typeof submissionContract> = {
  async kinds(context) {
    context.tag('forms')
    await findFormDefinition(context, consultForm.key)
    const rows = await context.database
      .select({ key: formKinds.key, title: formKinds.title })
      .from(formKinds)
      .orderBy(asc(formKinds.createdAt), asc(formKinds.id))
    return { forms: rows.map(({ key, title }) => ({ key, ...localize(context.locale, { title }) })) }
  },

  async kind(context, { params }) {
    context.tag(`form:${params.kind}`)
    const { key, title, fields, privacyVersion, keptDays } = await findFormDefinition(context, params.kind)
    const { lang } = localize(context.locale, { title })
    return {
      kind: {
        key,
        title: textIn(lang, title),
        fields: fields.map((field) => ({
          ...field,
          label: textIn(lang, field.label),
          hint: textIn(lang, field.hint),
          options: field.options.map(({ value, label }) => ({ value, label: textIn(lang, label) })),
        })),
        privacyVersion,
        keptDays,
        receiptByMail: (await findSender(context)) !== null,
        lang,
      },
    }
  },

  async upload(context, { params, files }) {
    await findFormDefinition(context, params.kind)
    const [sentFile] = files
    if (!sentFile) throw new AppError('invalid', { fields: { file: 'required' } })
    const file = await storePrivate(context, submissionContract.upload.upload, sentFile)
    const { name, mime, bytes } = file
    return { file: { name, mime, bytes, ticket: await recordUpload(context, params.kind, file) } }
  },

  create: (context, { params, body, key }) => acceptRequest(context, params.kind, body, key),
  createOfKind: (context, { body: { kind, ...body }, key }) => acceptRequest(context, kind, body, key),

  status: findRequestStatus,
}
