import { and, inArray } from 'drizzle-orm'
import type { Bookmarkable } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { shopGoods } from '../table.ts'
import { isOnSale } from './find-goods.ts'

/** Products that members can bookmark and like. */
export const bookmarkable = {
  good: async (context: Context, ids: readonly string[]): Promise<Bookmarkable[]> => {
    const rows = await context.database
      .select({ id: shopGoods.id, name: shopGoods.name })
      .from(shopGoods)
      .where(and(inArray(shopGoods.id, [...ids]), isOnSale(context.now())))
    return rows.map(({ id, name }) => {
      const { name: title, lang } = localize(context.locale, { name })
      return { id, title, lang, to: `/shop/products/${id}` }
    })
  },
}
