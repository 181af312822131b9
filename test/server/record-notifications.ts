import pg from 'pg'
import type { TestDatabase } from './test-database.ts'

/** Records the notifications of a channel. */
const listenTo = async (channel: string, { directUrl }: TestDatabase) => {
  const client = new pg.Client(directUrl)
  const payloads: string[] = []
  client.on('notification', ({ payload = '' }) => payloads.push(payload))
  await client.connect()
  await client.query(`LISTEN ${channel}`)
  return {
    /** Payloads received since the last call. */
    async lines() {
      // Notifications of earlier commits arrive before this answer.
      await client.query('SELECT 1')
      return payloads.splice(0)
    },
    close: () => client.end(),
  }
}

export interface CacheRecorder {
  /** Invalidated cache tags since the last call, sorted and deduplicated. */
  tags(): Promise<string[]>
  close(): Promise<void>
}

/** Records cache invalidations, which every process listens to. */
export const listenToCache = async (database: TestDatabase): Promise<CacheRecorder> => {
  const { lines, close } = await listenTo('cache', database)
  return { tags: async () => [...new Set(await lines())].sort(), close }
}

/** Records the events sent to open pages. */
export const listenToEvents = (database: TestDatabase) => listenTo('events', database)
