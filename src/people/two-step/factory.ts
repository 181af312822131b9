import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#kit/auth/password.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { users } from '#people/users/table.ts'
import type { twoStep } from './contract.ts'
import { secretLifetime } from './rules.ts'
import { createPendingLogin } from './server/create-pending-login.ts'
import { createSecret, replaceRecoveryCodes, sealSecret } from './server/verify-code.ts'
import { twoSteps } from './table.ts'

/** Returns the code that an app shows for a secret at that time. */
export const generateCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** Creates two-step verification of an account, enabled or waiting for its first code; returns its secrets. */
export const buildTwoStep = async (context: Context, userId: string, { isPending = false } = {}) => {
  const { secret } = createSecret('daecheong', 'somebody')
  const sealed = sealSecret(context.services, userId, secret)
  const values = isPending
    ? { pending: sealed, pendingUntil: new Date(context.now().getTime() + secretLifetime) }
    : { secret: sealed, since: context.now(), lastStep: 0 }
  await context.database.delete(twoSteps).where(eq(twoSteps.userId, userId))
  await context.database.insert(twoSteps).values({ userId, ...values })
  const codes = isPending ? [] : await replaceRecoveryCodes(context, userId)
  return {
    secret,
    codes,
    code: () => generateCode(secret, context.now()),
    pending: async () => (await createPendingLogin(context, userId)).pending,
  }
}

const password = 'a quiet gate of pine'

/** Sets this password for the caller. */
const setPassword = async (context: Context) => {
  await context.database
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, context.principal.userId))
}

export const samples: Samples<typeof twoStep> = {
  forgetDevices: () => ({ body: { which: 'all' } }),
  beginTwoStep: async (context) => {
    await setPassword(context)
    return { body: { password } }
  },
  confirmTwoStep: async (context) => {
    const { code } = await buildTwoStep(context, context.principal.userId, { isPending: true })
    return { body: { code: code() } }
  },
  renewCodes: async (context) => {
    await setPassword(context)
    const { codes } = await buildTwoStep(context, context.principal.userId)
    return { body: { password, code: codes[0] ?? '' } }
  },
  endTwoStep: async (context) => {
    await setPassword(context)
    const { codes } = await buildTwoStep(context, context.principal.userId)
    return { body: { password, code: codes[0] ?? '' } }
  },
}
