import type { z } from 'zod'

/**
 * Stable refusal codes and their HTTP status. The message shown is `error_<code>` of the catalogue in the language of
 * Accept-Language.
 */
export const refusals = {
  invalid: 400,
  broken_json: 400,
  broken_upload: 400,
  too_deep: 400,
  malformed: 400,
  stamp_required: 400,
  login_required: 401,
  login_failed: 401,
  session_expired: 401,
  session_idle: 401,
  session_ended: 401,
  session_revoked: 401,
  forbidden: 403,
  two_step_required: 403,
  agreement_required: 403,
  network_refused: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  taken: 409,
  in_use: 409,
  crowded: 409,
  no_sender: 409,
  no_desk: 409,
  second_person: 409,
  asked_already: 409,
  too_late: 409,
  stale: 412,
  too_large: 413,
  too_many_files: 413,
  address_too_long: 414,
  wrong_kind: 415,
  wrong_body: 415,
  key_reused: 422,
  too_many: 429,
  headers_too_large: 431,
  busy: 503,
  no_room: 503,
  unavailable: 503,
} as const

export type RefusalCode = keyof typeof refusals

export interface RefusalDetails {
  /** Maps a field path to the code of its message (`field_<code>` in the catalogue). */
  fields?: Record<string, string>
  /** Seconds, for the Retry-After header. */
  retryAfter?: number
  /** Current record, for `stale`. */
  current?: unknown
}

/** Expected refusal; the error renderer turns it into `{ message, code, fields }`. */
export class AppError extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code]
  }
}

/** Thrown for input that does not match its schema; the issues become `fields`. */
export class InvalidInput extends Error {
  readonly part: 'params' | 'query' | 'body'
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(part: 'params' | 'query' | 'body', issues: readonly z.core.$ZodIssue[]) {
    super('invalid')
    this.name = 'InvalidInput'
    this.part = part
    this.issues = issues
  }
}
