import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('boards/comments', 'console/comment-list.tsx'),
  route('boards/:id/comments', 'console/post-comments.tsx'),
]
