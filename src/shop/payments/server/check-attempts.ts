import { sql } from 'drizzle-orm'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import type { Context } from '#kit/server/context.ts'
import { cardMinutes } from '#shop/orders/rules.ts'
import { shopCardAttempts } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { minute, settleAttempt } from './settle-attempt.ts'

/**
 * Settles attempts without a reported end, because the browser was closed or an answer was lost. Failed attempts are
 * checked too, at growing intervals for a day: a provider may take money after its window has closed.
 */
export const checkAttempts = async (context: Context): Promise<void> => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (!provider) return
  const at = context.now().getTime()
  const [now, from, to] = [at, at - 24 * 60 * minute, at - minute].map((moment) => new Date(moment).toISOString())
  // Claim rows in the selecting statement, so that two processes never check the same attempt.
  const rows = await context.database
    .update(shopCardAttempts)
    .set({ checkedAt: new Date(at) })
    .where(
      sql`${shopCardAttempts.id} IN (SELECT id FROM shop_card_attempts
        WHERE provider = ${provider.name} AND created_at BETWEEN ${from}::timestamptz AND ${to}::timestamptz
          AND (state = 'open' OR (state = 'failed' AND (checked_at IS NULL OR checked_at < ${now}::timestamptz
            - greatest(interval '10 minutes', (${now}::timestamptz - created_at) / 4))))
        ORDER BY state = 'failed', checked_at NULLS FIRST, created_at DESC LIMIT 50 FOR UPDATE SKIP LOCKED)`,
    )
    .returning()
  for (const { id, createdAt, state } of rows) {
    const payment = await provider.read({ attempt: id, key: null }).catch((error: unknown) => {
      if (error instanceof ProviderUnsure) return undefined
      throw error
    })
    if (payment && payment.status !== 'open') await settleAttempt(context, id, payment)
    else if (state === 'open' && payment !== undefined && createdAt.getTime() < at - 2 * cardMinutes * minute)
      await settleAttempt(context, id, {
        status: 'failed',
        key: null,
        amount: 0,
        returned: [],
        refusal: { code: 'EXPIRED', text: '' },
      })
  }
}
