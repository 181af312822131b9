import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { consents } from '../table.ts'
import { presentConsents } from './present-consents.ts'

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    // The trigger allows a delete only for the account named in this setting of the transaction.
    await context.database.execute(sql`SELECT set_config('daecheong.withdrawing', ${userId}, true)`)
    await context.database.delete(consents).where(eq(consents.userId, userId))
    return []
  },
  archive: async (context, { userId }) => ({ ...(await presentConsents(context, userId)) }),
}
