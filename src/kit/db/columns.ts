import { customType, jsonb, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A moment with milliseconds, as `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A JSON value of a known shape; the contract validated it on the way in. */
export const json = <T>(name: string) => jsonb(name).$type<T>()

/** The columns every record has. */
export const recordColumns = () => ({
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
