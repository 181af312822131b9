import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Locale } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { PrivateFile } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { undecidedPractice } from '../../rules.ts'
import type { NewRequest } from '../contract.ts'
import { createAnswersSchema } from '../contract-fields.ts'
import { type FormDefinition, findFormDefinition } from './find-form-definition.ts'
import { redeemTickets } from './upload-files.ts'

/** Validated request that is not stored yet. */
export interface AcceptedRequest {
  entry: 'request'
  id: string
  key: string
  hash: string
  kind: string
  locale: Locale
  answers: Record<string, string>
  special: Record<'name' | 'phone' | 'email' | 'practice' | 'office' | 'lawyer', string | null>
  files: PrivateFile[]
  consent: string
  /** ISO 8601. */
  receivedAt: string
}

/** Returns answers by field kind, for the columns that lists and look-ups need. */
const extractSpecialAnswers = (kind: FormDefinition, answers: Record<string, string>): AcceptedRequest['special'] => {
  const findAnswer = (fieldKind: string) =>
    answers[kind.fields.find((field) => field.kind === fieldKind)?.name ?? ''] || null
  return {
    name: answers.name ?? null,
    phone: findAnswer('phone'),
    email: findAnswer('email'),
    practice: findAnswer('practice') === undecidedPractice ? null : findAnswer('practice'),
    office: findAnswer('office'),
    lawyer: findAnswer('lawyer'),
  }
}

/**
 * True if this version of the terms could have been accepted. If the stored definition was never read, any date from
 * 2000-01-01 until today is accepted.
 */
const isConsentValid = (
  context: Context,
  { isAssumed, privacyVersion, previous }: FormDefinition,
  consent: string,
): boolean => {
  if (!isAssumed || consent === privacyVersion) return consent !== '' && [privacyVersion, previous].includes(consent)
  const today = formatSeoulDay(context.now())
  return z.iso.date().safeParse(consent).success && consent >= '2000-01-01' && consent <= today
}

/** Validates a request by the definition of its form. Throws `invalid` with a message for each invalid field. */
export const validateRequest = async (
  context: Context,
  kindKey: string,
  body: NewRequest,
  key: string,
): Promise<AcceptedRequest> => {
  const kind = await findFormDefinition(context, kindKey)
  const consented = isConsentValid(context, kind, body.consent)
  let answers: Record<string, string>
  try {
    answers = parseInput(createAnswersSchema(kind.fields), 'body', body.answers) as Record<string, string>
  } catch (error) {
    if (!consented && error instanceof Error && 'issues' in error)
      (error.issues as object[]).push({ code: 'custom', path: ['consent'], message: 'consent', input: '' })
    throw error
  }
  if (!consented) throw new AppError('invalid', { fields: { consent: 'consent' } })
  const files = await redeemTickets(context, kindKey, body.files)
  const hashedContent = JSON.stringify([kindKey, answers, files.map(({ sha256 }) => sha256)])
  return {
    entry: 'request',
    id: context.newId(),
    key: key || `content:${createHash('sha256').update(hashedContent).digest('hex')}`,
    hash: createHash('sha256').update(hashedContent).digest('hex'),
    kind: kindKey,
    locale: context.locale,
    answers,
    special: extractSpecialAnswers(kind, answers),
    files,
    consent: body.consent,
    receivedAt: context.now().toISOString(),
  }
}
