import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { hashToken } from '#kit/auth/tokens.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { outbox } from '#people/messages/table.ts'
import type { certify } from './contract.ts'
import { identityLifetime } from './rules.ts'
import { confirmCode } from './server/confirm-code.ts'
import { sendCode } from './server/send-code.ts'
import { identityVerifications } from './table.ts'

/** Returns an unused e-mail address. */
export const createContact = (): string => `contact-${randomBytes(8).toString('hex')}@example.com`

/** Returns the last code sent to an address, read from its mail. */
export const readSentCode = async (context: Context, contact: string): Promise<string> => {
  const [row] = await context.database
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.recipient, contact))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1)
  const code = /\b\d{6}\b/.exec(row?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${contact}`)
  return code
}

/** Sends a code from a random network, so that rate limits do not apply. */
export const buildCode = async (context: Context, contact = createContact()) => {
  const scope = { ...publicScope(context.locale), address: randomBytes(8).toString('hex') }
  const { _id } = await sendCode(new Context(context.services, scope), 'EMAIL', contact)
  return { id: _id, given: { channel: 'EMAIL' as const, contact, code: await readSentCode(context, contact) } }
}

/** Creates an identity verification in progress, whether a provider is configured or not. */
export const buildVerification = async (context: Context) => {
  const [id, key] = [randomBytes(20).toString('hex'), randomBytes(32).toString('base64url')]
  const createdAt = context.now()
  const expiresAt = new Date(createdAt.getTime() + identityLifetime)
  await context.database
    .insert(identityVerifications)
    .values({ id, keyHash: hashToken(key), purpose: 'join', createdAt, expiresAt })
  return { params: { id }, body: { key } }
}

/** Creates the proof of an address. */
export const buildProof = async (context: Context, contact = createContact()): Promise<string> => {
  const { id, given } = await buildCode(context, contact)
  return (await confirmCode(context, id, given)).token
}

export const samples: Samples<typeof certify> = {
  send: () => ({ body: { channel: 'EMAIL', contact: createContact() } }),
  confirm: async (context) => {
    const { id, given } = await buildCode(context)
    return { params: { id }, body: given }
  },
  beginIdentity: () => ({ body: { purpose: 'join' } }),
  endIdentity: buildVerification,
}
