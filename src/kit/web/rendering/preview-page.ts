import type { Preview } from '../../drafts/preview.ts'
import type { RenderPage } from './create-renderer.ts'

/** Query key of a page with a preview token. */
export const previewKey = 'preview'

/** Returns the preview of a token; null if it is unknown or expired, or its session has lost the rights. */
export type FindPreview = (token: string) => Promise<Preview | null>

/** Headers of a private page: no-store, noindex, no Referer. */
const headers = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}

/**
 * Wraps a renderer: if the URL has a token (`?preview=`), renders the page with the unpublished content in place of the
 * stored record. The page itself decides how to show a refused token; it never shows the public version.
 */
export const withPreview =
  (render: RenderPage, find: FindPreview): RenderPage =>
  async (request, scope) => {
    const token = new URL(request.url).searchParams.get(previewKey)
    if (token === null || request.method === 'POST') return render(request, scope)
    scope.preview = await find(token)
    const response = await render(request, scope)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
