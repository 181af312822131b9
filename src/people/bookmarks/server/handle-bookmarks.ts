import type { Handlers } from '#kit/server/context.ts'
import type { bookmarks as contract } from '../contract.ts'
import { addMark, listMarks, readMarks, removeMark } from './store-marks.ts'

export const bookmarkHandlers: Handlers<typeof contract> = {
  async bookmarks(context, { query }) {
    const { rows, ...paging } = await listMarks(context, 'bookmark', query)
    return { bookmarks: rows, ...paging }
  },
  addBookmark: async (context, { body }) => ({ bookmark: await addMark(context, 'bookmark', body) }),
  async removeBookmark(context, { params }) {
    await removeMark(context, 'bookmark', params.id)
    return undefined
  },
  async likes(context, { query }) {
    const { rows, ...paging } = await listMarks(context, 'like', query)
    return { likes: rows, ...paging }
  },
  addLike: async (context, { body }) => ({ like: await addMark(context, 'like', body) }),
  async removeLike(context, { params }) {
    await removeMark(context, 'like', params.id)
    return undefined
  },
  marks: async (context, { params }) => ({ marks: await readMarks(context, params) }),
}
