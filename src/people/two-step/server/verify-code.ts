import { createHmac, randomInt } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { decryptText, encryptText } from '#kit/auth/vault.ts'
import type { Context, Services } from '#kit/server/context.ts'
import {
  formatRecoveryCode,
  isTotp,
  normalizeCode,
  recoveryAlphabet,
  recoveryCount,
  recoveryLength,
  stepSeconds,
  stepWindow,
} from '../rules.ts'
import { recoveryCodes, twoSteps } from '../table.ts'

/** SHA-1, six digits, 30 seconds: supported by every authenticator app. */
const createTotp = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret) })

/** Creates a 160-bit secret in base32 and its `otpauth` link. */
export const createSecret = (issuer: string, label: string): { secret: string; uri: string } => {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: createTotp(secret, issuer, label).toString() }
}

const getSealLabel = (userId: string) => `two-step ${userId}`

export const sealSecret = ({ vault }: Services, userId: string, secret: string): Buffer =>
  encryptText(vault, secret, getSealLabel(userId))

/**
 * Stores a pending secret if no app is enabled; an enabled app is replaced only with a code of it. False if there is
 * one. One statement, because a concurrent call may confirm an app.
 */
export const storePendingSecret = async (
  context: Context,
  userId: string,
  set: { pending: Buffer; pendingUntil: Date },
): Promise<boolean> => {
  const stored = await context.database
    .insert(twoSteps)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: twoSteps.userId, set, setWhere: isNull(twoSteps.secret) })
    .returning({ userId: twoSteps.userId })
  return stored.length > 0
}

/** Returns the accepted step that a code matches; null if none. */
export const matchStep = (
  { vault }: Services,
  userId: string,
  sealed: Buffer,
  code: string,
  now: Date,
): number | null => {
  const timestamp = now.getTime()
  const delta = createTotp(decryptText(vault, sealed, getSealLabel(userId)), '', '').validate({
    token: code,
    window: stepWindow,
    timestamp,
  })
  return delta === null ? null : TOTP.counter({ period: stepSeconds, timestamp }) + delta
}

const hashRecoveryCode = ({ vault }: Services, userId: string, code: string): Buffer =>
  createHmac('sha256', vault).update(`recovery code\0${userId}\0${code}`).digest()

const createRecoveryCode = () =>
  Array.from({ length: recoveryLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')

/** Replaces the recovery codes of an account; they appear only in this response. */
export const replaceRecoveryCodes = async (within: Context, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCount }, createRecoveryCode)
  await within.database.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await within.database
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(within.services, userId, code) })))
  return codes.map(formatRecoveryCode)
}

/** Spends the code of a step: one statement accepts it only if neither this nor a later step was used. */
const spendTotp = async (within: Context, userId: string, code: string): Promise<boolean> => {
  const [row] = await within.database.select().from(twoSteps).where(eq(twoSteps.userId, userId))
  if (!row?.secret) return false
  const step = matchStep(within.services, userId, row.secret, code, within.now())
  if (step === null) return false
  const used = await within.database
    .update(twoSteps)
    .set({ lastStep: step })
    .where(and(eq(twoSteps.userId, userId), eq(twoSteps.secret, row.secret), lt(twoSteps.lastStep, step)))
    .returning({ userId: twoSteps.userId })
  return used.length > 0
}

const spendRecovery = async (within: Context, userId: string, code: string): Promise<boolean> => {
  const codeHash = hashRecoveryCode(within.services, userId, code)
  const used = await within.database
    .update(recoveryCodes)
    .set({ usedAt: within.now() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Spends an app code or recovery code, each once; null if it is neither or already used. */
export const spendCode = async (
  within: Context,
  userId: string,
  typedCode: string,
): Promise<'totp' | 'recovery' | null> => {
  const code = normalizeCode(typedCode)
  if (isTotp(code)) return (await spendTotp(within, userId, code)) ? 'totp' : null
  return (await spendRecovery(within, userId, code)) ? 'recovery' : null
}

/** Returns the number of unused recovery codes. */
export const countUnusedCodes = (context: Context, userId: string): Promise<number> =>
  context.database.$count(recoveryCodes, sql`${recoveryCodes.userId} = ${userId} AND ${recoveryCodes.usedAt} IS NULL`)
