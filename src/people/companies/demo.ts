import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { companies } from './table.ts'

/** The company of the demonstration's member `company`; its number is made up, with a check digit that fits. */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  const account = accounts.find(({ username }) => username === 'company')
  if (!isDemo || !account) return
  const now = context.now()
  await context.database.insert(companies).values({
    id: context.newId(),
    userId: account.id,
    name: '(주)구운결',
    ceo: '서가온',
    businessNumber: '0000000000',
    category: '생활 도자',
    address: '서울특별시 종로구 가온길 00',
    createdAt: now,
    updatedAt: now,
  })
}
