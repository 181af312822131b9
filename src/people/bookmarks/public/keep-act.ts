import { clientOf } from '#session/session.ts'
import { bookmarks as contract, type Marks } from '../contract.ts'

const client = clientOf(contract)

export type Act = 'bookmark' | 'like'

/** A record that is kept, by its kind. */
export interface Kept {
  kind: string
  record: string
}

/** What the member of this tab has of a record. */
export const findMarks = async ({ kind, record }: Kept): Promise<Marks> =>
  (await client.marks({ params: { kind, record } })).marks

/** Adds a mark, or takes it back; answers how it is then. */
export const turn = async (act: Act, body: Kept, marks: Marks): Promise<Marks> => {
  const id = marks[act]
  if (id !== null) await (act === 'like' ? client.removeLike : client.removeBookmark)({ params: { id } })
  else if (act === 'like') await client.addLike({ body })
  else await client.addBookmark({ body })
  return findMarks(body)
}
