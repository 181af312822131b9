import { eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handler } from '#kit/server/context.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { presentRequest } from '../../server/present-requests.ts'
import { storeRequest } from '../../submission/server/store-request.ts'
import { validateRequest } from '../../submission/server/validate-request.ts'
import { formRequests } from '../../table.ts'
import type { staffEntry } from '../contract.ts'

/**
 * Stores a request by the rules for visitors; its thread names the member of staff. Without an idempotency key, each
 * call creates a request: two people may call about the same matter.
 */
export const enterRequest: Handler<typeof staffEntry.enter> = (context, { body: { kind, locale, ...body }, key }) =>
  context.transaction(async (within) => {
    const request = await validateRequest(
      within,
      kind,
      { ...body, website: '' },
      `staff:${within.principal.userId}:${key ?? within.newId()}`,
    )
    await storeRequest(within, { ...request, locale }, 'refused')
    const [row] = await within.database.select().from(formRequests).where(eq(formRequests.key, request.key))
    if (!row) throw new AppError('not_found')
    await auditRequest(within, 'create', row)
    return { form: await presentRequest(within, row) }
  })
