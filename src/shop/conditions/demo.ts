import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { shopConditions } from './table.ts'

/** Terms of the demonstration; the account is made up. */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (!isDemo) return
  await context.database
    .update(shopConditions)
    .set({ bank: '시연은행', account: '000-0000-0412', holder: '대청무역센터', updatedAt: context.now() })
}
