import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import records from './demo.json' with { type: 'json' }
import { DemoComment, loadComments } from './factory.ts'

/** Demo comments of members and staff on three stories, oldest first. */
export const demoComments: DemoComment[] = parseDemo(DemoComment.array(), records)

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (isDemo) await loadComments(context, demoComments, new Map(accounts.map(({ username, id }) => [username, id])))
}
