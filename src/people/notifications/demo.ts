import { assetId } from '#kit/files/assets.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { NotificationInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { notifications } from './table.ts'

/**
 * Seeds an empty database (`Module.seed`) with notices of the last months, newest first; one starts in a week. The
 * pinned notice has the same id in every demo.
 */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const notices = parseDemo(NotificationInput.array(), records, context.now())
  const ids = notices.map(({ pinned }) => (pinned ? assetId('notifications/privacy') : context.newId()))
  await insertRecords(context, notifications, NotificationInput, notices, ids)
}
