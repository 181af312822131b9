import pg from 'pg'
import type { TestDatabase } from './database.ts'

export interface Told {
  /** What was told to the cache since the last call, sorted, each once. */
  tags(): Promise<string[]>
  close(): Promise<void>
}

/** Listens to what the database tells the cache, as every process does. */
export const listenToCache = async ({ directUrl }: TestDatabase): Promise<Told> => {
  const client = new pg.Client(directUrl)
  const heard = new Set<string>()
  client.on('notification', ({ payload = '' }) => heard.add(payload))
  await client.connect()
  await client.query('LISTEN cache')
  return {
    async tags() {
      // Notifications of what was committed before come ahead of this answer.
      await client.query('SELECT 1')
      const tags = [...heard].sort()
      heard.clear()
      return tags
    },
    close: () => client.end(),
  }
}
