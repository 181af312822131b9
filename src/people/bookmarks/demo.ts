import { sql } from 'drizzle-orm'
import type { SeedContext } from '#kit/module/module.ts'
import { bookmarkableOf } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { bookmarks } from './table.ts'

/** Seeds bookmarks and likes of the demo members on the newest visible posts. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  const find = bookmarkableOf(context.services.modules).get('post')
  if (!isDemo || !find) return
  const { rows } = await context.database.execute<{ id: string }>(
    sql`SELECT id FROM posts WHERE trashed_at IS NULL ORDER BY published_at DESC NULLS LAST, id LIMIT 6`,
  )
  const posts = await find(
    context,
    rows.map(({ id }) => id),
  )
  const now = context.now()
  const values = accounts
    .filter(({ username }) => username === 'member' || username === 'company')
    .flatMap(({ id: userId }, index) =>
      (['bookmark', 'like'] as const).flatMap((act) =>
        posts.slice(index, index + (act === 'like' ? 4 : 3)).map(({ id: recordId }) => ({
          id: context.newId(),
          userId,
          act,
          kind: 'post',
          recordId,
          createdAt: now,
          updatedAt: now,
        })),
      ),
    )
  if (values.length > 0) await context.database.insert(bookmarks).values(values).onConflictDoNothing()
}
