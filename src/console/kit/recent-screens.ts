import { z } from 'zod'
import { currentSession } from '#session/session-tokens.ts'
import { readStored, useStored, writeStored } from './parts/values/account-storage.ts'

const shape = z.array(z.object({ to: z.string(), title: z.string() }))
type Recent = z.infer<typeof shape>

const none: Recent = []
const maxScreens = 6

/** True for a record's address: `/console/<list>/0192…`. Lists, new-record forms and other places are not records. */
const isRecord = (path: string): boolean => /^\/console\/[a-z]+\/(?!create$|codes$)[\w-]+$/.test(path)

/** Adds an opened record to the top of the list; a renamed record keeps one entry. */
export const addRecent = (path: string, title: string): void => {
  const userId = currentSession()?.userId
  if (!userId || !isRecord(path)) return
  const recent = readStored(userId, 'recent', shape) ?? none
  if (recent[0]?.to === path && recent[0].title === title) return
  writeStored(userId, 'recent', [{ to: path, title }, ...recent.filter(({ to }) => to !== path)].slice(0, maxScreens))
}

/** Records this user opened last in this browser. */
export const useRecent = (): Recent => useStored('recent', shape, none)[0]
