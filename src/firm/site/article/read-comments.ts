import { data } from 'react-router'
import type { comments } from '#content/comments/contract.ts'
import type { PublicArticle } from '#content/reading/contract.ts'
import { CallRefused, type Client } from '#kit/client.ts'
import type { Answer } from '#kit/contract.ts'

/**
 * Loads the comments for `?comments=2` of an article; null if it takes none. Throws 404 for a page that does not exist,
 * so that only existing pages have URLs.
 */
export const readComments = async (
  client: Client<typeof comments>,
  { _id, comments: isTaking }: Pick<PublicArticle, '_id' | 'comments'>,
  url: string,
): Promise<Answer<typeof comments.discussion> | null> => {
  if (!isTaking) return null
  const requestedPage = new URL(url).searchParams.get('comments') ?? '1'
  if (!/^[1-9]\d{0,3}$/.test(requestedPage)) throw data(null, { status: 404 })
  try {
    const found = await client.discussion({ params: { id: _id }, query: { page: Number(requestedPage) } })
    if (found.page === 1 || found.comments.length > 0) return found
  } catch (error) {
    // Comments were switched off between the two requests.
    if (error instanceof CallRefused && error.status === 404) return null
    throw error
  }
  throw data(null, { status: 404 })
}
