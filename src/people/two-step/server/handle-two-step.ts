import { and, eq, gt, isNotNull } from 'drizzle-orm'
import QRCode from 'qrcode'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { mustUseTwoStep } from '#people/auth/server/authenticate-session.ts'
import { verifyOwnPassword } from '#people/auth/server/check-password.ts'
import { clearFailures, createSecondStepKey, WrongPassword, withAttempt } from '#people/auth/server/limit-attempts.ts'
import { notifySecurityChange } from '#people/auth/server/send-security-notice.ts'
import { countTrustedDevices, removeTrustedDevices } from '#people/auth/server/trust-device.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import type { twoStep as contract } from '../contract.ts'
import { isTotp, normalizeCode, secretLifetime } from '../rules.ts'
import { twoSteps } from '../table.ts'
import {
  countUnusedCodes,
  createSecret,
  matchStep,
  replaceRecoveryCodes,
  sealSecret,
  spendCode,
  storePendingSecret,
} from './verify-code.ts'

const findOwnRow = async (context: Context) => {
  const [row] = await context.database.select().from(twoSteps).where(eq(twoSteps.userId, context.principal.userId))
  return row
}

/** Returns a QR code as the number of modules per side and an SVG path of the dark ones. */
const drawQr = (text: string): { size: number; path: string } => {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`
  return { size, path }
}

const createWrongCodeError = () => new WrongPassword(new AppError('invalid', { fields: { code: 'wrong_code' } }))

/** Runs `work` in a transaction that spends a code; wrong codes are rate-limited. */
const withCode = async <T>(context: Context, code: string, work: (within: Context) => Promise<T>): Promise<T> => {
  const { userId } = context.principal
  const second = createSecondStepKey(userId)
  return withAttempt(context, [second], () =>
    context.transaction(async (within) => {
      if (!(await spendCode(within, userId, code))) throw createWrongCodeError()
      await clearFailures(within, second)
      return work(within)
    }),
  )
}

const auditTwoStep = (within: Context, action: string): Promise<void> => {
  const { userId, name, scopes } = within.principal
  const summary = isStaff(scopes) ? name : ''
  return writeAudit(within, { action, entity: 'users', entityId: userId, summary })
}

export const twoStepHandlers: Handlers<typeof contract> = {
  async twoStep(context) {
    const row = await findOwnRow(context)
    return {
      twoStep: {
        since: row?.since?.toISOString() ?? null,
        codesLeft: row?.secret ? await countUnusedCodes(context, context.principal.userId) : 0,
        required: await mustUseTwoStep(context),
        trusted: await countTrustedDevices(context, context.principal.userId),
      },
    }
  },

  async beginTwoStep(context, { body }) {
    const { userId, username } = context.principal
    await verifyOwnPassword(context, body.password, 'password')
    const { name } = await readSetting(context)
    const { secret, uri } = createSecret(name[context.locale] ?? name.ko, username)
    const pending = sealSecret(context.services, userId, secret)
    const pendingUntil = new Date(context.now().getTime() + secretLifetime)
    const set = { pending, pendingUntil }
    if (body.code === undefined) {
      if (!(await storePendingSecret(context, userId, set)))
        throw new AppError('invalid', { fields: { code: 'required' } })
    } else
      await withCode(context, body.code, (within) =>
        within.database.update(twoSteps).set(set).where(eq(twoSteps.userId, userId)),
      )
    return { setup: { secret, uri, ...drawQr(uri), expiresAt: pendingUntil.toISOString() } }
  },

  async confirmTwoStep(context, { body }) {
    const { userId } = context.principal
    const second = createSecondStepKey(userId)
    return withAttempt(context, [second], () =>
      context.transaction(async (within) => {
        const before = await findOwnRow(within)
        const pending = before?.pending
        if (!pending) throw new AppError('invalid', { fields: { code: 'setup_over' } })
        const code = normalizeCode(body.code)
        const step = isTotp(code) ? matchStep(within.services, userId, pending, code, within.now()) : null
        if (step === null) throw createWrongCodeError()
        const confirmed = await within.database
          .update(twoSteps)
          .set({ secret: pending, since: within.now(), lastStep: step, pending: null, pendingUntil: null })
          .where(
            and(eq(twoSteps.userId, userId), eq(twoSteps.pending, pending), gt(twoSteps.pendingUntil, within.now())),
          )
          .returning({ userId: twoSteps.userId })
        // A new app may belong to a different owner.
        await removeTrustedDevices(within.database, userId)
        if (confirmed.length === 0) throw new AppError('invalid', { fields: { code: 'setup_over' } })
        await clearFailures(within, second)
        await auditTwoStep(within, before.secret ? 'appChanged' : 'twoStepOn')
        if (before.secret) await notifySecurityChange(within, userId, 'appChanged')
        return { codes: await replaceRecoveryCodes(within, userId) }
      }),
    )
  },

  async renewCodes(context, { body }) {
    await verifyOwnPassword(context, body.password, 'password')
    return withCode(context, body.code, async (within) => {
      await auditTwoStep(within, 'recoveryCodes')
      return { codes: await replaceRecoveryCodes(within, within.principal.userId) }
    })
  },

  async endTwoStep(context, { body }) {
    if (await mustUseTwoStep(context)) throw new AppError('conflict')
    await verifyOwnPassword(context, body.password, 'password')
    await withCode(context, body.code, async (within) => {
      await within.database
        .delete(twoSteps)
        .where(and(eq(twoSteps.userId, within.principal.userId), isNotNull(twoSteps.secret)))
      await auditTwoStep(within, 'twoStepOff')
      await notifySecurityChange(within, within.principal.userId, 'twoStepOff')
    })
    return undefined
  },

  async forgetDevices(context) {
    await removeTrustedDevices(context.database, context.principal.userId)
    return undefined
  },
}
