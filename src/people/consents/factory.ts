import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { formatVersion } from '#people/terms/server/find-terms.ts'
import type { consents as contract } from './contract.ts'
import { offeredTerms } from './rules.ts'
import { listOfferedTerms } from './server/find-offered-terms.ts'

/**
 * Publishes every text that members are asked for, in force since yesterday, unless some are already; returns the
 * version.
 */
export const buildAskedTerms = async (context: Context): Promise<string> => {
  const [offered] = await listOfferedTerms(context)
  if (offered) return offered.version
  const effectiveAt = new Date(context.now().getTime() - 24 * 3_600_000)
  for (const { code } of offeredTerms) await buildTerms(context, { code, effectiveAt: effectiveAt.toISOString() })
  return formatVersion(effectiveAt)
}

export const samples: Samples<typeof contract> = {
  updateConsents: async (context) => {
    const version = await buildAskedTerms(context)
    return { body: { terms: [{ code: 'marketing', version, given: true }], channels: { EMAIL: true, SMS: false } } }
  },
}
