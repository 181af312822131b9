import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { readSetting } from '#platform/settings/service.ts'
import { challengeLifetime } from '../rules.ts'
import { passkeyChallenges, passkeys } from '../table.ts'
import { listPasskeyOrigins } from './publish-origins.ts'

/** One error for every failure, so that an attacker does not learn which check failed. */
export const passkeyRefusal = () => new AppError('invalid', { fields: { credential: 'passkey' } })

/**
 * Ed25519, ES256 and RS256 (COSE), which authenticators support; the library's default list needs more from the
 * runtime.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

const site = (context: Context): URL => new URL(context.services.settings.publicUrl ?? 'http://localhost')

/** Returns the allowed origins: those of the site or, if it has no address, localhost on any port. */
const expectedOrigins = async (context: Context, clientDataJSON: string): Promise<string[]> => {
  const origins = await listPasskeyOrigins(context)
  if (origins.length > 0) return origins
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin?: unknown }
    if (typeof origin === 'string' && /^http:\/\/localhost(:\d+)?$/.test(origin)) return [origin]
  } catch {
    // Falls through to the refusal.
  }
  throw passkeyRefusal()
}

const keepChallenge = async (context: Context, challenge: string, userId: string | null): Promise<string> => {
  const id = context.newId()
  const expiresAt = new Date(context.now().getTime() + challengeLifetime)
  await context.database.insert(passkeyChallenges).values({ id, challenge, userId, expiresAt })
  return id
}

/** Consumes a challenge once, before it expires. Throws `invalid`. */
const takeChallenge = async (context: Context, id: string, userId: string | null): Promise<string> => {
  const [row] = await context.database
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, context.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  if (!row) throw new AppError('invalid', { fields: { challenge: 'challenge_over' } })
  return row.challenge
}

/** Deletes expired challenges. */
export const deleteExpiredChallenges = async (context: Context): Promise<void> => {
  await context.database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, context.now()))
}

/** Returns the challenge of a log-in, open to any passkey of the site. */
export const createLoginChallenge = async (context: Context) => {
  const { hostname } = site(context)
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    userVerification: 'required',
    timeout: challengeLifetime,
  })
  const _id = await keepChallenge(context, options.challenge, null)
  return {
    _id,
    options: {
      challenge: options.challenge,
      rpId: hostname,
      timeout: challengeLifetime,
      userVerification: 'required' as const,
    },
  }
}

/** Returns the challenge for a new passkey of the account. */
export const createRegistrationChallenge = async (context: Context) => {
  const { userId, username, name } = context.principal
  const setting = await readSetting(context)
  const known = await listPasskeys(context)
  const { hostname } = site(context)
  const { challenge, pubKeyCredParams, user } = await generateRegistrationOptions({
    rpName: setting.name[context.locale] ?? setting.name.ko,
    rpID: hostname,
    userName: username,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId)),
    attestationType: 'none',
    supportedAlgorithmIDs,
  })
  const _id = await keepChallenge(context, challenge, userId)
  return {
    _id,
    options: {
      rp: { name: setting.name[context.locale] ?? setting.name.ko, id: hostname },
      user: { id: user.id, name: username, displayName: name },
      challenge,
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
      timeout: challengeLifetime,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports: transports as never[],
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    },
  }
}

export const listPasskeys = (context: Context) =>
  context.database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, context.principal.userId))
    .orderBy(desc(passkeys.createdAt))

interface NewCredential {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

/** Returns the verified public key of a new passkey. Throws `invalid`. */
export const verifyRegistration = async (context: Context, challengeId: string, credential: NewCredential) => {
  const expectedChallenge = await takeChallenge(context, challengeId, context.principal.userId)
  const { id, clientDataJSON, attestationObject } = credential
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin: await expectedOrigins(context, clientDataJSON),
    expectedRPID: site(context).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => {
    throw passkeyRefusal()
  })
  if (!registrationInfo) throw passkeyRefusal()
  const { publicKey, counter, id: credentialId } = registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports: credential.transports }
}

interface Assertion {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle: string
}

/**
 * Returns the account that a passkey logs in. The challenge is used once, the signature must match, and the signature
 * counter must increase, which the update repeats as a condition. Throws `invalid`.
 */
export const verifyLogin = async (context: Context, challengeId: string, given: Assertion): Promise<string> => {
  const expectedChallenge = await takeChallenge(context, challengeId, null)
  const { id, userHandle, ...response } = given
  const [row] = await context.database.select().from(passkeys).where(eq(passkeys.credentialId, id))
  if (!row || Buffer.from(userHandle, 'base64url').toString() !== row.userId) throw passkeyRefusal()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: await expectedOrigins(context, given.clientDataJSON),
    expectedRPID: site(context).hostname,
    credential: { id, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
    requireUserVerification: true,
  }).catch(() => {
    throw passkeyRefusal()
  })
  if (!verified) throw passkeyRefusal()
  const { newCounter } = authenticationInfo
  const used = await context.database
    .update(passkeys)
    .set({ counter: newCounter, usedAt: context.now() })
    .where(
      and(
        eq(passkeys.id, row.id),
        sql`(${passkeys.counter} < ${newCounter}::bigint OR (${passkeys.counter} = 0 AND ${newCounter}::bigint = 0))`,
      ),
    )
    .returning({ id: passkeys.id })
  if (used.length === 0) throw passkeyRefusal()
  return row.userId
}

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
    await context.database.delete(passkeys).where(eq(passkeys.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({ name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
    return { passkeys: rows }
  },
}
