import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { passkeys } from '../table.ts'
import { consumeChallenge, createPasskeyRefusal, parsePublicUrl, supportedAlgorithmIDs } from './create-challenge.ts'
import { listPasskeyOrigins } from './publish-origins.ts'

/** Returns the allowed origins: those of the site or, if it has no address, localhost on any port. */
const listExpectedOrigins = async (context: Context, clientDataJSON: string): Promise<string[]> => {
  const origins = await listPasskeyOrigins(context)
  if (origins.length > 0) return origins
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { origin?: unknown }
    if (typeof origin === 'string' && /^http:\/\/localhost(:\d+)?$/.test(origin)) return [origin]
  } catch {
    // Falls through to the refusal.
  }
  throw createPasskeyRefusal()
}

interface NewCredential {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

/** Returns the verified public key of a new passkey. Throws `invalid`. */
export const verifyRegistration = async (context: Context, challengeId: string, credential: NewCredential) => {
  const expectedChallenge = await consumeChallenge(context, challengeId, context.principal.userId)
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
    expectedOrigin: await listExpectedOrigins(context, clientDataJSON),
    expectedRPID: parsePublicUrl(context).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => {
    throw createPasskeyRefusal()
  })
  if (!registrationInfo) throw createPasskeyRefusal()
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
export const verifyLogin = async (context: Context, challengeId: string, assertion: Assertion): Promise<string> => {
  const expectedChallenge = await consumeChallenge(context, challengeId, null)
  const { id, userHandle, ...response } = assertion
  const [row] = await context.database.select().from(passkeys).where(eq(passkeys.credentialId, id))
  if (!row || Buffer.from(userHandle, 'base64url').toString() !== row.userId) throw createPasskeyRefusal()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: await listExpectedOrigins(context, assertion.clientDataJSON),
    expectedRPID: parsePublicUrl(context).hostname,
    credential: { id, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
    requireUserVerification: true,
  }).catch(() => {
    throw createPasskeyRefusal()
  })
  if (!verified) throw createPasskeyRefusal()
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
  if (used.length === 0) throw createPasskeyRefusal()
  return row.userId
}
