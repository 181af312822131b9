import { desc, eq } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { formatOrderNumber } from '../rules.ts'
import { shopOrders } from '../table.ts'
import { readLines } from './find-order.ts'

/** Lists a member's orders for the member's page in the console. */
export const listMemberOrders: MemberPart['read'] = async (context, { userId }) => {
  const { locale } = context
  const own = eq(shopOrders.userId, userId)
  const [rows, total] = await Promise.all([
    context.database
      .select()
      .from(shopOrders)
      .where(own)
      .orderBy(desc(shopOrders.createdAt), desc(shopOrders.id))
      .limit(maxMemberEntries),
    context.database.$count(shopOrders, own),
  ])
  const lines = await readLines(
    context,
    rows.map(({ id }) => id),
  )
  return {
    total,
    entries: rows.map((row) => {
      const [first, ...others] = lines.filter(({ orderId }) => orderId === row.id)
      const name = first ? textIn(locale, first.title) : ''
      const description = others.length === 0 ? name : m.shop_me_and_others({ name, count: others.length }, { locale })
      return {
        _id: row.id,
        title: `${formatOrderNumber(row)} ${description}`.trim(),
        state: `${row.way}.${row.state}`,
        at: row.createdAt.toISOString(),
        to: `/console/shop/orders/${row.id}`,
      }
    }),
  }
}
