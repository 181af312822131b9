import { clientOf } from '#session/session.ts'
import { bookmarks as contract, type Marks } from '../contract.ts'

const client = clientOf(contract)

export type Act = 'bookmark' | 'like'

/** Reference to a record that can be bookmarked. */
export interface MarkTarget {
  kind: string
  record: string
}

/** Returns the record's likes and the marks of the member in this tab. */
export const findMarks = async ({ kind, record }: MarkTarget): Promise<Marks> =>
  (await client.marks({ params: { kind, record } })).marks

/** Toggles a mark; returns the new state. */
export const toggleMark = async (act: Act, body: MarkTarget, marks: Marks): Promise<Marks> => {
  const id = marks[act]
  if (id !== null) await (act === 'like' ? client.removeLike : client.removeBookmark)({ params: { id } })
  else if (act === 'like') await client.addLike({ body })
  else await client.addBookmark({ body })
  return findMarks(body)
}
