import type { FastifyError } from 'fastify'
import { m } from '#messages/messages.js'
import type { Locale, Refusal } from '../../contract.ts'
import { isUnreachable, sqlState, violatedField } from '../../db/pool.ts'
import { AppError, InvalidInput, type RefusalCode, refusals } from '../../errors.ts'
import { fieldMessage, issueMessage, issuePaths } from '../../issue-messages.ts'

export interface RenderedError {
  status: number
  body: Refusal
  headers: Record<string, string>
  /** True for an unexpected error, which is logged with its stack. */
  unexpected: boolean
}

const messages: Record<
  Exclude<RefusalCode, 'too_many'>,
  (inputs: Record<never, never>, options: { locale: Locale }) => string
> = {
  invalid: m.error_invalid,
  broken_json: m.error_broken_json,
  broken_upload: m.error_broken_upload,
  too_deep: m.error_too_deep,
  malformed: m.error_malformed,
  stamp_required: m.error_stamp_required,
  login_required: m.error_login_required,
  login_failed: m.error_login_failed,
  session_expired: m.error_session_expired,
  session_idle: m.error_session_idle,
  session_ended: m.error_session_ended,
  session_revoked: m.error_session_revoked,
  forbidden: m.error_forbidden,
  two_step_required: m.error_two_step_required,
  agreement_required: m.error_agreement_required,
  not_found: m.error_not_found,
  timed_out: m.error_timed_out,
  conflict: m.error_conflict,
  taken: m.error_taken,
  in_use: m.error_in_use,
  crowded: m.error_crowded,
  no_sender: m.error_no_sender,
  no_desk: m.error_no_desk,
  second_person: m.error_second_person,
  asked_already: m.error_asked_already,
  network_refused: m.error_network_refused,
  too_late: m.error_too_late,
  stale: m.error_stale,
  too_large: m.error_too_large,
  too_many_files: m.error_too_many_files,
  address_too_long: m.error_address_too_long,
  wrong_kind: m.error_wrong_kind,
  wrong_body: m.error_wrong_body,
  key_reused: m.error_key_reused,
  headers_too_large: m.error_headers_too_large,
  busy: m.error_busy,
  no_room: m.error_no_room,
  unavailable: m.error_unavailable,
}

export const refusalMessage = (code: RefusalCode, locale: Locale, retryAfter = 1): string =>
  code === 'too_many' ? m.error_too_many({ seconds: retryAfter }, { locale }) : messages[code]({}, { locale })

const refuse = (code: RefusalCode, locale: Locale, details: AppError['details'] = {}): RenderedError => ({
  status: refusals[code],
  headers: details.retryAfter
    ? { 'retry-after': String(details.retryAfter) }
    : code === 'unavailable'
      ? { 'retry-after': '2' }
      : {},
  unexpected: false,
  body: {
    message: refusalMessage(code, locale, details.retryAfter),
    code,
    ...(details.fields && {
      fields: Object.fromEntries(
        Object.entries(details.fields).map(([path, field]) => [path, fieldMessage(field, locale)]),
      ),
    }),
    ...(details.current !== undefined && { current: details.current }),
  },
})

/** Refusal codes for Fastify's own error codes. */
const fastifyCodes: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'broken_json',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrong_kind',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_many_files',
  FST_PARTS_LIMIT: 'too_many_files',
  FST_MP_PREMATURE_CLOSE: 'broken_upload',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
}

/** Refusal codes for SQLSTATEs caused by the input (numbers and dates out of range, NUL), not by a fault. */
const sqlCodes: Record<string, RefusalCode> = {
  '23505': 'taken',
  // restrict_violation; PostgreSQL before 18 reports 23503 instead.
  '23001': 'in_use',
  '23503': 'in_use',
  '23514': 'conflict',
  '22003': 'invalid',
  '22007': 'invalid',
  '22008': 'invalid',
  '22021': 'invalid',
  '22P05': 'invalid',
  // Written for an account that was withdrawn meanwhile; for the caller's own account, the kernel answers more
  // specifically.
  DW001: 'not_found',
}

/** Disk full, read-only or failing, or out of file descriptors: temporary, and not caused by the client. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', '53100'])

/** Names the field whose value another record already has. */
const takenField = (code: RefusalCode, error: unknown): AppError['details'] => {
  const field = code === 'taken' && violatedField(error)
  return field ? { fields: { [field]: 'taken' } } : {}
}

/** Returns a text that is safe to log: Drizzle's message of a failed statement ends with its values. */
export const withoutParameters = (text: string): string => text.replace(/\n?params: [\s\S]*$/, '')

interface Failed extends Error {
  code?: string
  query?: string
  params?: unknown
  severity?: string
  table?: string
  constraint?: string
  errors?: unknown[]
}

/** PostgreSQL quotes invalid input in messages of class 22 (data exceptions). */
const messageOf = ({ message = '', code = '' }: Failed): string =>
  withoutParameters(code.startsWith('22') ? message.replace(/".*"/s, '"…"') : message)

/**
 * Returns an error that is safe to log, without user input: Drizzle puts the values of a failed statement into message,
 * stack and `params`, PostgreSQL puts them into `detail`, `where` and some messages. The location of the error is
 * preserved.
 */
export const withoutValues = (error: unknown): unknown => {
  if (typeof error === 'string') return withoutParameters(error)
  if (!(error instanceof Error)) return error
  const { name, code, query, table, constraint, errors, cause, stack = '' } = error as Failed
  const isStatement = query !== undefined && 'params' in error
  // The statement's error only says that it failed; its cause says why.
  const message = isStatement && cause instanceof Error ? messageOf(cause) : messageOf(error)
  const { code: why, table: on, constraint: by } = (isStatement && cause instanceof Error ? cause : {}) as Failed
  const facts = {
    code: code ?? why,
    query: isStatement ? query : undefined,
    table: table ?? on,
    constraint: constraint ?? by,
    errors: errors?.map(withoutValues),
    cause: isStatement ? undefined : withoutValues(cause),
  }
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  const details = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return Object.assign(new Error(message), details, { stack: [`${name}: ${message}`, ...frames].join('\n') })
}

/** Converts an error to an answer in the visitor's language. The only place that does; it discloses no internals. */
export const renderError = (error: unknown, locale: Locale, requestId: string): RenderedError => {
  if (error instanceof AppError) return refuse(error.code, locale, error.details)
  if (error instanceof InvalidInput) {
    const rendered = refuse('invalid', locale)
    // A Map, because a path may be `constructor`. The first issue of a path is shown.
    const fields = new Map<string, string>()
    for (const issue of error.issues)
      for (const path of issuePaths(issue)) if (!fields.has(path)) fields.set(path, issueMessage(issue, locale))
    return { ...rendered, body: { ...rendered.body, fields: Object.fromEntries(fields) } }
  }
  const { code = '', statusCode } = error as Partial<FastifyError>
  const appCode = fastifyCodes[code]
  if (appCode) return refuse(appCode, locale)
  const refused = sqlCodes[sqlState(error)]
  if (refused) return refuse(refused, locale, takenField(refused, error))
  if (noRoom.has(sqlState(error))) return refuse('unavailable', locale)
  if (isUnreachable(error)) return refuse('unavailable', locale)
  if (statusCode === 429) return refuse('too_many', locale, { retryAfter: 60 })
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return refuse(statusCode === 404 ? 'not_found' : 'invalid', locale)
  return {
    status: 500,
    headers: {},
    unexpected: true,
    body: { message: m.error_unexpected({ id: requestId }, { locale }), code: 'unexpected', requestId },
  }
}
