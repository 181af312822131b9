import { timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { type CodeChannel, maxAttempts, proofLifetime } from '../rules.ts'
import { contactCodes } from '../table.ts'
import { hashCode, hashContact } from './hash-contact.ts'
import { normalizeContact } from './normalize-contact.ts'
import { spendIdentityProof } from './verify-identity.ts'

interface Proof {
  id: string
  channel: CodeChannel
  contact: string
}
const proofPurpose = 'contact proof'

/**
 * Checks a code. The attempt is counted before the comparison, so that parallel guesses share the limit, and only one
 * caller confirms. Returns the proof.
 */
export const confirmCode = async (
  context: Context,
  id: string,
  given: { channel: CodeChannel; contact: string; code: string },
): Promise<{ token: string; channel: CodeChannel; contact: string; expiresAt: string }> => {
  const { services } = context
  const now = context.now()
  const contact = normalizeContact(given.channel, given.contact) ?? ''
  const [claimed] = await context.database
    .update(contactCodes)
    .set({ attempts: sql`${contactCodes.attempts} + 1` })
    .where(
      and(
        eq(contactCodes.id, id),
        eq(contactCodes.contactHash, hashContact(services, contact)),
        lt(contactCodes.attempts, maxAttempts),
        gt(contactCodes.expiresAt, now),
        isNull(contactCodes.confirmedAt),
      ),
    )
    .returning({ codeHash: contactCodes.codeHash })
  if (!claimed) throw new AppError('invalid', { fields: { code: 'code_over' } })
  if (!timingSafeEqual(claimed.codeHash, hashCode(services, id, given.code)))
    throw new AppError('invalid', { fields: { code: 'code_wrong' } })
  const confirmed = await context.database
    .update(contactCodes)
    .set({ confirmedAt: now })
    .where(and(eq(contactCodes.id, id), isNull(contactCodes.confirmedAt)))
    .returning({ id: contactCodes.id })
  if (confirmed.length === 0) throw new AppError('invalid', { fields: { code: 'code_over' } })
  const proof: Proof = { id, channel: given.channel, contact }
  return {
    token: signValue(services.secret, proofPurpose, proof),
    channel: given.channel,
    contact,
    expiresAt: new Date(now.getTime() + proofLifetime).toISOString(),
  }
}

/**
 * Spends a proof once, within its hour, in the transaction that uses it. Returns the contact as an account column.
 * Throws `invalid`.
 */
export const spendProof = async (context: Context, token: string): Promise<{ email: string } | { phone: string }> => {
  const proof = verifySigned<Proof>(context.services.secret, proofPurpose, token)
  const now = context.now()
  const spent = proof
    ? await context.database
        .update(contactCodes)
        .set({ spentAt: now })
        .where(
          and(
            eq(contactCodes.id, proof.id),
            isNotNull(contactCodes.confirmedAt),
            gt(contactCodes.confirmedAt, new Date(now.getTime() - proofLifetime)),
            isNull(contactCodes.spentAt),
          ),
        )
        .returning({ id: contactCodes.id })
    : []
  if (!proof || spent.length === 0) throw new AppError('invalid', { fields: { proof: 'proof' } })
  return proof.channel === 'EMAIL' ? { email: proof.contact } : { phone: proof.contact }
}

/** Spends the proof of a new member. Returns the proven values as account columns. Throws `invalid`. */
export const spendJoinProof = async (
  context: Context,
  token: string,
): Promise<{ email?: string; phone?: string; name?: string }> =>
  (await spendIdentityProof(context, 'join', token)) ?? spendProof(context, token)
