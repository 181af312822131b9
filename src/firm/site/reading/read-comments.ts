import { data } from 'react-router'
import type { comments } from '#content/comments/contract.ts'
import type { PublicArticle } from '#content/reading/contract.ts'
import { CallRefused, type Client } from '#kit/client.ts'
import type { Answer } from '#kit/contract.ts'

/**
 * The comments that `?comments=2` of an article's address asks for; nothing where none are taken. Throws a 404 for a
 * page that is not there, so that no more addresses answer than there are pages.
 */
export const readComments = async (
  client: Client<typeof comments>,
  { _id, comments: isTaking }: Pick<PublicArticle, '_id' | 'comments'>,
  url: string,
): Promise<Answer<typeof comments.discussion> | null> => {
  if (!isTaking) return null
  const asked = new URL(url).searchParams.get('comments') ?? '1'
  if (!/^[1-9]\d{0,3}$/.test(asked)) throw data(null, { status: 404 })
  try {
    const found = await client.discussion({ params: { id: _id }, query: { page: Number(asked) } })
    if (found.page === 1 || found.comments.length > 0) return found
  } catch (error) {
    // They were switched off between the two readings.
    if (error instanceof CallRefused && error.status === 404) return null
    throw error
  }
  throw data(null, { status: 404 })
}
