import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { hashToken } from '#kit/auth/tokens.ts'
import { AppError } from '#kit/errors.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import type { Identity, IdentityPort } from '#kit/ports/identity.ts'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { PersonName } from '#people/users/contract.ts'
import { clockTolerance, identityLifetime, isOldEnough, type Purpose, proofLifetime } from '../rules.ts'
import { identityVerifications } from '../table.ts'
import { countVerification } from './limit-codes.ts'

const createRefusal = (code: string) => new AppError('invalid', { fields: { identity: code } })

const requirePort = ({ services }: Context): IdentityPort => {
  if (!services.identity) throw new AppError('invalid', { fields: { identity: 'channel' } })
  return services.identity
}

/** Starts a verification. Its id passes through the provider and URLs; its key never leaves the browser. */
export const startIdentityVerification = async (context: Context, purpose: Purpose) => {
  const port = requirePort(context)
  await countVerification(context)
  // KCP accepts at most 40 letters and digits.
  const id = randomBytes(20).toString('hex')
  const key = randomBytes(32).toString('base64url')
  const now = context.now()
  const expiresAt = new Date(now.getTime() + identityLifetime)
  await context.database
    .insert(identityVerifications)
    .values({ id, keyHash: hashToken(key), purpose, createdAt: now, expiresAt })
  return { _id: id, key, expiresAt: expiresAt.toISOString(), ...port.page }
}

const isBegun = (id: string, key: string) =>
  and(eq(identityVerifications.id, id), eq(identityVerifications.keyHash, hashToken(key)))
const isOpen = (id: string, key: string, now: Date) =>
  and(isBegun(id, key), gt(identityVerifications.expiresAt, now), isNull(identityVerifications.confirmedAt))

/** Requests a verification result from the provider; throws `unavailable` if the provider does not answer. */
const requestIdentity = async ({ services }: Context, port: IdentityPort, id: string): Promise<Identity> => {
  try {
    return await port.read(id)
  } catch (error) {
    if (!(error instanceof ProviderUnsure)) throw error
    services.log.warn({ cause: error.message }, 'the provider of identity verification gave no answer')
    throw new AppError('unavailable', { fields: { identity: 'identity_away' }, retryAfter: 5 })
  }
}

interface Proof {
  id: string
  purpose: Purpose
  contact: string
  name: string
}
const proofPurpose = 'identity proof'

/**
 * Completes a verification that was started here with the provider's result: name, phone number and date of birth. The
 * date is checked and not stored. Of several concurrent callers one gets the proof.
 */
export const completeIdentityVerification = async (context: Context, id: string, key: string) => {
  const port = requirePort(context)
  const [verification] = await context.database.select().from(identityVerifications).where(isBegun(id, key))
  if (!verification) throw createRefusal('identity_unknown')
  if (verification.confirmedAt || verification.expiresAt <= context.now()) throw createRefusal('identity_over')
  const result = await requestIdentity(context, port, id)
  if (result.state === 'open') throw createRefusal('identity_open')
  if (result.state === 'failed') throw createRefusal('identity_failed')
  if (result.state === 'foreign') throw createRefusal('identity_unknown')

  const now = context.now()
  const [earliest, latest] = [verification.createdAt.getTime() - clockTolerance, now.getTime() + clockTolerance]
  if (result.at.getTime() < earliest || result.at.getTime() > latest) throw createRefusal('identity_over')
  const [name, contact] = [PersonName.safeParse(result.name.normalize('NFC')), normalizePhone(result.phone)]
  if (!name.success || !contact || !/^\d{4}-\d{2}-\d{2}$/.test(result.birthDate)) throw createRefusal('identity_part')
  if (!isOldEnough(result.birthDate, seoulDayOf(now.getTime()).day)) throw createRefusal('under_14')

  const confirmed = await context.database
    .update(identityVerifications)
    .set({ confirmedAt: now })
    .where(isOpen(id, key, now))
    .returning({ id: identityVerifications.id })
  if (confirmed.length === 0) throw createRefusal('identity_over')
  const proof: Proof = { id, purpose: verification.purpose, contact, name: name.data }
  return {
    token: signValue(context.services.secret, proofPurpose, proof),
    channel: 'IDENTITY' as const,
    contact,
    name: name.data,
    expiresAt: new Date(now.getTime() + proofLifetime).toISOString(),
  }
}

/**
 * Spends an identity proof once, within its hour and for its purpose, like `spendProof` for a contact. Null if the
 * token is not an identity proof. Throws `invalid`.
 */
export const spendIdentityProof = async (
  context: Context,
  purpose: Purpose,
  token: string,
): Promise<{ phone: string; name?: string } | null> => {
  const proof = verifySigned<Proof>(context.services.secret, proofPurpose, token)
  if (!proof) return null
  const now = context.now()
  const spent = await context.database
    .update(identityVerifications)
    .set({ spentAt: now })
    .where(
      and(
        eq(identityVerifications.id, proof.id),
        eq(identityVerifications.purpose, purpose),
        isNotNull(identityVerifications.confirmedAt),
        gt(identityVerifications.confirmedAt, new Date(now.getTime() - proofLifetime)),
        isNull(identityVerifications.spentAt),
      ),
    )
    .returning({ id: identityVerifications.id })
  if (spent.length === 0) throw new AppError('invalid', { fields: { proof: 'proof' } })
  return { phone: proof.contact, name: proof.name }
}
