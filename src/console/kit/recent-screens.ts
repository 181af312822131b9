import { z } from 'zod'
import { currentSession } from '#session/session-tokens.ts'
import { readKept, useKept, writeKept } from './parts/values/account-storage.ts'

const shape = z.array(z.object({ to: z.string(), title: z.string() }))
type Recent = z.infer<typeof shape>

const none: Recent = []
const most = 6

/** A record's own address: `/console/<list>/0192…`. Lists, forms for new records and places are not records. */
const isRecord = (path: string): boolean => /^\/console\/[a-z]+\/(?!create$|codes$)[\w-]+$/.test(path)

/** Notes that a record was opened; the newest comes first, a renamed one keeps one line. */
export const noteRecent = (path: string, title: string): void => {
  const userId = currentSession()?.userId
  if (!userId || !isRecord(path)) return
  const known = readKept(userId, 'recent', shape) ?? none
  if (known[0]?.to === path && known[0].title === title) return
  writeKept(userId, 'recent', [{ to: path, title }, ...known.filter(({ to }) => to !== path)].slice(0, most))
}

/** The records this person opened last in this browser. */
export const useRecent = (): Recent => useKept('recent', shape, none)[0]
