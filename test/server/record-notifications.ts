import pg from 'pg'
import type { TestDatabase } from './database.ts'

/** Keeps what the database tells on a channel. */
const listenTo = async (channel: string, { directUrl }: TestDatabase) => {
  const client = new pg.Client(directUrl)
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.connect()
  await client.query(`LISTEN ${channel}`)
  return {
    /** What was told since the last call. */
    async lines() {
      // Notifications of what was committed before come ahead of this answer.
      await client.query('SELECT 1')
      return heard.splice(0)
    },
    close: () => client.end(),
  }
}

export interface Told {
  /** What was told to the cache since the last call, sorted, each once. */
  tags(): Promise<string[]>
  close(): Promise<void>
}

/** Listens to what the database tells the cache, as every process does. */
export const listenToCache = async (database: TestDatabase): Promise<Told> => {
  const { lines, close } = await listenTo('cache', database)
  return { tags: async () => [...new Set(await lines())].sort(), close }
}

/** Listens to what is told to the pages that are open. */
export const listenToEvents = (database: TestDatabase) => listenTo('events', database)
