import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'

/** Live event: the type and id of a changed record. Clients fetch the record itself under its own access rules. */
export interface LiveEvent {
  /** Record type: `matchings`. */
  topic: string
  id: string
}

export interface Address {
  /** Ids of recipient accounts. */
  users?: readonly string[]
  /** Sends to every account with this console scope. */
  scope?: `console:${string}`
}

export const eventChannel = 'events'

/** Maximum accounts per notification: a PostgreSQL payload must be shorter than 8000 bytes. */
const mostUsers = 100

/** Notifies open screens of a change when the caller's transaction commits. */
export const publishEvent = async (context: Context, to: Address, { topic, id }: LiveEvent): Promise<void> => {
  const users = [...new Set(to.users ?? [])]
  for (let from = 0; from === 0 || from < users.length; from += mostUsers) {
    const event = { users: users.slice(from, from + mostUsers), scope: from === 0 ? to.scope : undefined, topic, id }
    await context.database.execute(sql`SELECT pg_notify(${eventChannel}, ${JSON.stringify(event)})`)
  }
}
