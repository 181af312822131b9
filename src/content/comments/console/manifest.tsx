import { lazy } from 'react'
import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 20,
      to: '/console/boards/comments',
      label: m.comments_console_title,
      scope: 'console:boards',
      keywords: 'comments replies 댓글 답글 评论',
    },
  ],
  entities: { comments: m.comments_title },
  // Only the post editor needs it.
  slots: {
    'post.head': lazy(() =>
      import('./post-comments-link.tsx').then(({ PostCommentsLink }) => ({ default: PostCommentsLink })),
    ),
  },
}
