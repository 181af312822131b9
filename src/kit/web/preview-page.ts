import type { Preview } from '../drafts/preview.ts'
import type { RenderPage } from './render.ts'

/** Query key of a page; its value is the token of a preview. */
export const previewKey = 'preview'

/** What a preview token shows; null where it is unknown, expired, or the rights are gone. */
export type FindPreview = (token: string) => Promise<Preview | null>

/** Private: no-store, noindex, and no Referer to other sites. */
const headers = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}

/**
 * Renders a page with a record as it is written at the console in place of the stored one, where the address has a
 * token (`?preview=`). The page decides how it says that a token is refused; it is never the public one.
 */
export const previewing =
  (render: RenderPage, find: FindPreview): RenderPage =>
  async (request, scope) => {
    const token = new URL(request.url).searchParams.get(previewKey)
    if (token === null || request.method === 'POST') return render(request, scope)
    scope.preview = await find(token)
    const response = await render(request, scope)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
