import { asc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { levels } from '#people/levels/table.ts'
import { returnDays } from '#shop/orders/rules.ts'
import { findCardProvider } from '#shop/payments/server/choose-provider.ts'
import type { Conditions, conditions as contract } from '../contract.ts'
import { type ConditionsRow, shopConditions } from '../table.ts'
import { offersPickup, readConditions, takesTransfers } from './read-conditions.ts'

/** Reads all levels, lowest first. */
const readLevels = (context: Context) =>
  context.database.select({ key: levels.key, title: levels.title }).from(levels).orderBy(asc(levels.rank))

const present = async (context: Context, { id: _id, updatedAt, ...row }: ConditionsRow): Promise<Conditions> => ({
  ...row,
  levels: await readLevels(context),
  updatedAt: updatedAt.toISOString(),
})

export const conditionHandlers: Handlers<typeof contract> = {
  get: async (context) => ({ conditions: await present(context, await readConditions(context)) }),

  update: (context, { body, sent, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await present(within, await readConditions(within))
      const { updatedAt: _stamp, ...fields } = body
      const changes = Object.fromEntries(Object.entries(fields).filter(([key]) => sent.has(key)))
      const unknown = body.levelRates?.findIndex(({ level }) => !before.levels.some(({ key }) => key === level)) ?? -1
      if (unknown >= 0) throw new AppError('invalid', { fields: { [`levelRates.${unknown}.level`]: 'choose' } })
      if ((changes.pickupFrom ?? before.pickupFrom) >= (changes.pickupTo ?? before.pickupTo))
        throw new AppError('invalid', { fields: { pickupTo: 'condition_span' } })
      const [row] = await within.database
        .update(shopConditions)
        .set({
          ...changes,
          updatedAt: sql`greatest(${within.now().toISOString()}::timestamptz(3), ${shopConditions.updatedAt} + interval '1 millisecond')`,
        })
        .where(eq(shopConditions.updatedAt, stamp))
        .returning()
      if (!row) throw new AppError('stale', { current: before })
      const after = await present(within, row)
      await writeAudit(within, { action: 'update', entity: 'conditions', summary: '', before, after })
      return { conditions: after }
    }),

  async published(context) {
    context.tag('shop')
    const row = await readConditions(context)
    const { payDays, deliveryFee, freeFrom, returnFee, pointRate, reviewPoints, pointMonths, leastPoints } = row
    return {
      conditions: {
        payDays,
        deliveryFee,
        freeFrom,
        returnFee,
        pointRate,
        reviewPoints,
        pointMonths,
        leastPoints,
        takesTransfers: takesTransfers(row),
        takesCards: findCardProvider(context.services.settings.cardUrl) !== undefined,
        pickup: offersPickup(row)
          ? {
              place: textIn(context.locale, row.pickupPlace),
              from: row.pickupFrom,
              to: row.pickupTo,
              days: row.pickupDays,
            }
          : null,
        returnDays,
      },
    }
  },
}
