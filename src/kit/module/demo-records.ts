import { z } from 'zod'
import { assetId } from '../files/assets.ts'
import { seoulDayOf } from '../time/seoul-day.ts'

const day = 86_400_000

/** Text of a demonstration record, in all languages. */
export const DemoText = z.strictObject({ ko: z.string(), en: z.string(), cn: z.string() })
export type DemoText = z.infer<typeof DemoText>

/** Placeholders in the JSON of the demonstration, by prefix. */
const placeholders: Record<string, (name: string, now: Date) => string> = {
  /** Id of a file: `asset:offices/seoul`. */
  asset: (name) => assetId(name),
  /** Days from the time of seeding: `days:-30`. */
  days: (count, now) => new Date(now.getTime() + Number(count) * day).toISOString(),
  /** Midnight in Seoul, days from today: `midnight:7`. */
  midnight: (count, now) => new Date(seoulDayOf(now.getTime()).ends + (Number(count) - 1) * day).toISOString(),
}

const fillPlaceholders = (value: unknown, now: Date): unknown => {
  if (typeof value === 'string') {
    const [, prefix = '', rest = ''] = value.match(/^(\w+):([\w./-]+)$/) ?? []
    return placeholders[prefix]?.(rest, now) ?? value
  }
  if (Array.isArray(value)) return value.map((part) => fillPlaceholders(part, now))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillPlaceholders(part, now)]))
}

/**
 * Returns demonstration records from JSON, with asset names and relative times replaced. Throws at the first value that
 * does not fit the schema. `now` is only needed for relative times.
 */
export const parseDemo = <S extends z.ZodType>(schema: S, value: unknown, now = new Date(Number.NaN)): z.output<S> =>
  schema.parse(fillPlaceholders(value, now))
