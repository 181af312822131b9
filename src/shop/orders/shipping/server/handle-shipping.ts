import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import type { Handlers } from '#kit/server/context.ts'
import type { orders as contract } from '../../contract.ts'
import { maxShipped } from '../rules.ts'
import { countPacked, shippingSheet } from './export-shipping.ts'
import { applyShipping, checkShipping } from './import-shipping.ts'

type Names = 'shippingSheet' | 'checkShipping' | 'applyShipping'

/** Handlers of shipping by spreadsheet. */
export const shippingHandlers: Pick<Handlers<typeof contract>, Names> = {
  async shippingSheet(context, { body }) {
    const packed = await countPacked(context)
    const orders = Math.min(packed, maxShipped)
    await recordPersonalAccess(context, {
      act: 'export',
      entity: 'orders',
      of: null,
      fields: ['name', 'phone', 'address'],
      reason: body.reason,
      count: orders,
    })
    return { url: shippingSheet.address(context, {}), orders, left: packed - orders }
  },

  checkShipping: async (context, { files, query }) => ({ sheet: await checkShipping(context, files[0], query) }),
  applyShipping: (context, { files, query }) => applyShipping(context, files[0], query),
}
