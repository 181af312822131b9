import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('boards/comments', 'console/comment-list.tsx'),
  route('boards/:id/comments', 'console/post-comments.tsx'),
]

/** Page below my page, within the common member layout. */
export const publicRoutes = (locale: Locale) => [
  route('me', '../../people/account/me/layout.tsx', { id: `${locale}/me-comments` }, [
    route('comments', 'public/my-comments.tsx', { id: `${locale}/me/comments` }),
  ]),
]
