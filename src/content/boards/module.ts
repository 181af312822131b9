import { defineModule } from '#kit/module/module.ts'
import { boards } from './contract.ts'
import { findVisiblePosts } from './server/find-published-posts.ts'
import { boardHandlers } from './server/handle-boards.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'

export const module = defineModule({
  name: 'boards',
  contract: boards,
  handlers: boardHandlers,
  fileUses: {
    posts: {
      section: 'console:boards',
      entity: 'boards',
      title: '(SELECT jsonb_object_agg(t.locale, t.subject) FROM post_texts AS t WHERE t.post_id = r.id)',
      to: '/console/boards/{id}',
      follows: true,
    },
    post_texts: {
      section: 'console:boards',
      entity: 'boards',
      table: 'posts',
      title: '(SELECT jsonb_object_agg(t.locale, t.subject) FROM post_texts AS t WHERE t.post_id = r.id)',
      to: '/console/boards/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:boards': ['owner', 'manager', 'editor'] },
  search: { kinds: { project: 30, story: 40 }, tags: ['board:project', 'board:news'], site: 'firm' },
  desk: listWaitingWork,
  bookmarkable: { post: findVisiblePosts },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
