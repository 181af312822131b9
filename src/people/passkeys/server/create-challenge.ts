import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { challengeLifetime } from '../rules.ts'
import { passkeyChallenges } from '../table.ts'
import { listPasskeys } from './list-passkeys.ts'

/** One error for every failure, so that an attacker does not learn which check failed. */
export const createPasskeyRefusal = () => new AppError('invalid', { fields: { credential: 'passkey' } })

/**
 * Ed25519, ES256 and RS256 (COSE), which authenticators support; the library's default list needs more from the
 * runtime.
 */
export const supportedAlgorithmIDs = [-8, -7, -257]

export const parsePublicUrl = (context: Context): URL =>
  new URL(context.services.settings.publicUrl ?? 'http://localhost')

const storeChallenge = async (context: Context, challenge: string, userId: string | null): Promise<string> => {
  const id = context.newId()
  const expiresAt = new Date(context.now().getTime() + challengeLifetime)
  await context.database.insert(passkeyChallenges).values({ id, challenge, userId, expiresAt })
  return id
}

/** Consumes a challenge once, before it expires. Throws `invalid`. */
export const consumeChallenge = async (context: Context, id: string, userId: string | null): Promise<string> => {
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
  const { hostname } = parsePublicUrl(context)
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    userVerification: 'required',
    timeout: challengeLifetime,
  })
  const _id = await storeChallenge(context, options.challenge, null)
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
  const existing = await listPasskeys(context)
  const { hostname } = parsePublicUrl(context)
  const { challenge, pubKeyCredParams, user } = await generateRegistrationOptions({
    rpName: setting.name[context.locale] ?? setting.name.ko,
    rpID: hostname,
    userName: username,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userId)),
    attestationType: 'none',
    supportedAlgorithmIDs,
  })
  const _id = await storeChallenge(context, challenge, userId)
  return {
    _id,
    options: {
      rp: { name: setting.name[context.locale] ?? setting.name.ko, id: hostname },
      user: { id: user.id, name: username, displayName: name },
      challenge,
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
      timeout: challengeLifetime,
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
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
