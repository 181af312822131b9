import pg from 'pg'
import type { TestDatabase } from './test-database.ts'

/** Records the notifications of a channel. */
const listenTo = async (channel: string, { directUrl }: TestDatabase) => {
  const client = new pg.Client(directUrl)
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.connect()
  await client.query(`LISTEN ${channel}`)
  return {
    /** Payloads received since the last call. */
    async lines() {
      // Notifications of earlier commits arrive before this answer.
      await client.query('SELECT 1')
      return heard.splice(0)
    },
    close: () => client.end(),
  }
}

export interface Told {
  /** Invalidated cache tags since the last call, sorted and deduplicated. */
  tags(): Promise<string[]>
  close(): Promise<void>
}

/** Records cache invalidations, which every process listens to. */
export const listenToCache = async (database: TestDatabase): Promise<Told> => {
  const { lines, close } = await listenTo('cache', database)
  return { tags: async () => [...new Set(await lines())].sort(), close }
}

/** Records the events sent to open pages. */
export const listenToEvents = (database: TestDatabase) => listenTo('events', database)
