import type { z } from 'zod'
import type { Locale } from '#kit/contract.ts'
import { issueMessage, issuePaths } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { valueAt, withoutEmptyTexts } from '../parts/values/value-paths.ts'

/** Messages by field path, as the server names the paths. */
export type Errors = Record<string, string>

/** Validates values against the schema; returns the same messages as the server. */
export const validateValues = (schema: z.ZodType, values: unknown, locale: Locale): Errors => {
  const result = schema.safeParse(withoutEmptyTexts(values), { reportInput: true })
  if (result.success) return {}
  const errors: Errors = {}
  for (const issue of result.error.issues)
    for (const path of issuePaths(issue)) errors[path] ??= sentence(issue, values, locale)
  return errors
}

/** Message of an issue; a text that is too long states the excess. */
const sentence = (issue: z.core.$ZodIssue, values: unknown, locale: Locale): string => {
  const message = issueMessage(issue, locale)
  if (issue.code !== 'too_big' || issue.origin !== 'string') return message
  const text = valueAt(values, issue.path.join('.'))
  const over = typeof text === 'string' ? text.trim().length - Number(issue.maximum) : 0
  return over > 0 ? `${message} ${m.form_shorten({ count: over })}` : message
}

/** Errors at a path or below it. */
export const errorsBelow = (errors: Errors, path: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key === path || key.startsWith(`${path}.`)))

/** First message at a path or below it. */
export const errorAt = (errors: Errors, path: string): string | undefined => Object.values(errorsBelow(errors, path))[0]

/** Errors except those at a path or below it, for a field that is being corrected. */
export const withoutErrors = (errors: Errors, path: string): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== path && !key.startsWith(`${path}.`)))
