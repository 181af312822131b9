import { createHmac, randomInt } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { lockText, unlockText } from '#kit/auth/vault.ts'
import type { Context, Services } from '#kit/server/context.ts'
import {
  isTotp,
  plainCode,
  recoveryAlphabet,
  recoveryCount,
  recoveryLength,
  spellRecovery,
  stepSeconds,
  stepWindow,
} from './rules.ts'
import { recoveryCodes, twoSteps } from './table.ts'

/** SHA-1, six digits, 30 seconds: what every authenticator app takes. */
const totpOf = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** A secret of 160 bits in base32, and its address for an app. */
export const newSecret = (issuer: string, label: string): { secret: string; uri: string } => {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(secret, issuer, label).toString() }
}

const sealLabel = (userId: string) => `two-step ${userId}`

export const sealSecret = ({ vault }: Services, userId: string, secret: string): Buffer =>
  lockText(vault, secret, sealLabel(userId))

/**
 * Keeps a secret for its first code where no app is in force: one that is is replaced by who has a code of it. False where
 * there is one. A statement of its own, since one may be confirmed at the same time.
 */
export const keepFirst = async (
  context: Context,
  userId: string,
  set: { pending: Buffer; pendingUntil: Date },
): Promise<boolean> => {
  const kept = await context.database
    .insert(twoSteps)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: twoSteps.userId, set, setWhere: isNull(twoSteps.secret) })
    .returning({ userId: twoSteps.userId })
  return kept.length > 0
}

/** The step whose code this is, of those that are taken now; null where it is none of theirs. */
export const stepOf = ({ vault }: Services, userId: string, sealed: Buffer, code: string, now: Date): number | null => {
  const timestamp = now.getTime()
  const delta = totpOf(unlockText(vault, sealed, sealLabel(userId)), '', '').validate({
    token: code,
    window: stepWindow,
    timestamp,
  })
  return delta === null ? null : TOTP.counter({ period: stepSeconds, timestamp }) + delta
}

const recoveryHash = ({ vault }: Services, userId: string, code: string): Buffer =>
  createHmac('sha256', vault).update(`recovery code\0${userId}\0${code}`).digest()

const newRecoveryCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** Gives an account recovery codes in place of the earlier ones; they can be read in the answer alone. */
export const giveRecoveryCodes = async (within: Context, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  await within.database.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await within.database
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: recoveryHash(within.services, userId, code) })))
  return codes.map(spellRecovery)
}

/** Uses the code of a step: one statement takes it where no later one, nor the same, was used before. */
const spendTotp = async (within: Context, userId: string, code: string): Promise<boolean> => {
  const [row] = await within.database.select().from(twoSteps).where(eq(twoSteps.userId, userId))
  if (!row?.secret) return false
  const step = stepOf(within.services, userId, row.secret, code, within.now())
  if (step === null) return false
  const used = await within.database
    .update(twoSteps)
    .set({ lastStep: step })
    .where(and(eq(twoSteps.userId, userId), eq(twoSteps.secret, row.secret), lt(twoSteps.lastStep, step)))
    .returning({ userId: twoSteps.userId })
  return used.length > 0
}

const spendRecovery = async (within: Context, userId: string, code: string): Promise<boolean> => {
  const codeHash = recoveryHash(within.services, userId, code)
  const used = await within.database
    .update(recoveryCodes)
    .set({ usedAt: within.now() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Uses a code of the app or a recovery code, each once; null where it is neither, or was used. */
export const spendCode = async (
  within: Context,
  userId: string,
  given: string,
): Promise<'totp' | 'recovery' | null> => {
  const code = plainCode(given)
  if (isTotp(code)) return (await spendTotp(within, userId, code)) ? 'totp' : null
  return (await spendRecovery(within, userId, code)) ? 'recovery' : null
}

/** Recovery codes that were not used yet. */
export const codesLeft = (context: Context, userId: string): Promise<number> =>
  context.database.$count(recoveryCodes, sql`${recoveryCodes.userId} = ${userId} AND ${recoveryCodes.usedAt} IS NULL`)
