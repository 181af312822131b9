import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'

/** What somebody is told: what kind of record changed, and which. The record itself is fetched under its own rules. */
export interface LiveEvent {
  /** Kind of record: `matchings`. */
  topic: string
  id: string
}

export interface Address {
  /** Accounts. */
  users?: readonly string[]
  /** Everybody with this scope of the console. */
  scope?: `console:${string}`
}

export const eventChannel = 'events'

/** Accounts of one notification: PostgreSQL takes less than 8000 bytes. */
const mostUsers = 100

/** Tells open screens of a change, when the caller's transaction commits. */
export const publishEvent = async (context: Context, to: Address, { topic, id }: LiveEvent): Promise<void> => {
  const users = [...new Set(to.users ?? [])]
  for (let from = 0; from === 0 || from < users.length; from += mostUsers) {
    const told = { users: users.slice(from, from + mostUsers), scope: from === 0 ? to.scope : undefined, topic, id }
    await context.database.execute(sql`SELECT pg_notify(${eventChannel}, ${JSON.stringify(told)})`)
  }
}
