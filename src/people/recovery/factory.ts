import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { createContact } from '#people/certify/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import type { recovery } from './contract.ts'
import { linkLifetime } from './rules.ts'
import { recoveryTokens } from './table.ts'

/** Returns the token of a recovery link for an account, by default a new one. */
export const buildLink = async (context: Context, userId?: string): Promise<string> => {
  const token = newRefreshToken()
  const createdAt = context.now()
  await context.database.insert(recoveryTokens).values({
    id: context.newId(),
    userId: userId ?? (await buildUser(context)).id,
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + linkLifetime),
  })
  return token
}

export const samples: Samples<typeof recovery> = {
  ask: async (context) => {
    const contact = createContact()
    await buildUser(context, { email: contact })
    return { body: { what: 'password', channel: 'EMAIL', contact } }
  },
  link: async (context) => ({ body: { token: await buildLink(context) } }),
  password: async (context) => ({ body: { token: await buildLink(context), password: 'a quiet gate of pine' } }),
}
