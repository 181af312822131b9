import { customType, jsonb, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Timestamp with millisecond precision, mapped to `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** JSON column with a known shape; the contract validates values on input. */
export const json = <T>(name: string) => jsonb(name).$type<T>()

export const recordColumns = () => ({
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
