import type { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import { InvalidInput } from '../errors.ts'
import { composeTexts } from '../text/compose-text.ts'

type Part = InvalidInput['part']
type Issue = z.core.$ZodIssue

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Finds strings that PostgreSQL cannot store: with NUL, or with an unpaired surrogate. Returns an issue with the path
 * of each.
 */
const unstorable = (value: unknown, path: PropertyKey[]): Issue[] => {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? [{ code: 'custom', path, message: 'characters', input: value }]
      : []
  return isRecord(value) ? Object.entries(value).flatMap(([key, part]) => unstorable(part, [...path, key])) : []
}

/**
 * Validates one part of a request, or the value `at` a path in it; throws `InvalidInput`. Texts are composed first, so
 * that schemas and handlers only see their stored form. A route that does not declare a part accepts no input there.
 */
export const parseInput = (
  schema: z.core.$ZodType | undefined,
  part: Part,
  value: unknown,
  at: PropertyKey[] = [],
): unknown => {
  if (!schema) {
    const keys = part !== 'params' && isRecord(value) ? Object.keys(value) : []
    if (keys.length === 0) return undefined
    throw new InvalidInput(part, [{ code: 'unrecognized_keys', keys, path: [], message: '', input: {} }])
  }
  const result = safeParse(schema, composeTexts(value ?? {}))
  if (!result.success)
    throw new InvalidInput(
      part,
      result.error.issues.map((issue) => ({ ...issue, path: [...at, ...issue.path] })),
    )
  const issues = unstorable(result.data, at)
  if (issues.length > 0) throw new InvalidInput(part, issues)
  return result.data
}
