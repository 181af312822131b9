import { clientOf } from '#session/session.ts'
import { bookmarks as contract, type Marks } from '../contract.ts'

const client = clientOf(contract)

export type Act = 'bookmark' | 'like'

/** What the member of this tab has of a post. */
export const findMarks = async (record: string): Promise<Marks> =>
  (await client.marks({ params: { kind: 'post', record } })).marks

/** Adds a mark, or takes it back; answers how it is then. */
export const turn = async (act: Act, record: string, marks: Marks): Promise<Marks> => {
  const id = marks[act]
  const body = { kind: 'post', record }
  if (id !== null) await (act === 'like' ? client.removeLike : client.removeBookmark)({ params: { id } })
  else if (act === 'like') await client.addLike({ body })
  else await client.addBookmark({ body })
  return findMarks(record)
}
