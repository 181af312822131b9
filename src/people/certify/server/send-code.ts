import { randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import { AppError } from '#kit/errors.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context, Services } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail, queueSms } from '#people/messages/server/queue-messages.ts'
import { readSetting } from '#platform/settings/service.ts'
import {
  type Channel,
  type CodeChannel,
  channels,
  codeLifetime,
  limits,
  maxAttempts,
  normalizeContact,
  proofLifetime,
} from '../rules.ts'
import { contactCodes, contactLimits, identityVerifications } from '../table.ts'
import { countContactMessage, hmacWithSecret } from './limit-codes.ts'
import { spendIdentityProof } from './verify-identity.ts'

export { normalizeContact } from '../rules.ts'
export { countContactMessage } from './limit-codes.ts'

/** A channel that sends codes. */
interface Carrier {
  isOffered(services: Services): boolean
  send(context: Context, contact: string, code: string, expiresAt: Date): Promise<unknown>
}

const carriers: Record<CodeChannel, Carrier> = {
  // Without a mail server codes stay in the outbox, where the console shows them.
  EMAIL: {
    isOffered: () => true,
    async send(context, to, code, forgetAt) {
      const options = { locale: context.locale }
      const { name } = await readSetting(context)
      const firm = name[context.locale] ?? name.ko
      return queueMail(context, {
        to,
        about: context.scope.principal?.userId ?? null,
        subject: m.certify_mail_subject({ firm }, options),
        html: htmlOf(m.certify_mail_text({ firm, code }, options)),
        forgetAt,
      })
    },
  },
  SMS: {
    isOffered: ({ sms }) => sms !== undefined,
    async send(context, to, code, forgetAt) {
      const { name } = await readSetting(context)
      const firm = name[context.locale] ?? name.ko
      const text = m.certify_sms_text({ firm, code }, { locale: context.locale })
      return queueSms(context, { to, about: context.scope.principal?.userId ?? null, text, forgetAt })
    },
  },
}

/** Returns the channels available here. */
export const listAvailableChannels = (services: Services): Channel[] =>
  channels.filter((channel) =>
    channel === 'IDENTITY' ? services.identity !== undefined : carriers[channel].isOffered(services),
  )

const contactHash = (services: Services, contact: string) => hmacWithSecret(services, 'contact', contact)
const codeHash = (services: Services, id: string, code: string) =>
  hmacWithSecret(services, 'contact code', `${id}\0${code}`)

/** Sends a code and invalidates earlier unconfirmed ones of the contact. */
export const sendCode = (context: Context, channel: CodeChannel, given: string) =>
  context.transaction(async (within) => {
    const { services } = within
    const contact = normalizeContact(channel, given)
    if (channel === 'EMAIL' && !contact) throw new AppError('invalid', { fields: { contact: 'contact_email' } })
    if (!contact) throw new AppError('invalid', { fields: { contact: 'contact_phone' } })
    if (!carriers[channel].isOffered(services)) throw new AppError('invalid', { fields: { channel: 'channel' } })
    await countContactMessage(within, 'code', contact)
    const now = within.now()
    const id = within.newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const hash = contactHash(services, contact)
    const expiresAt = new Date(now.getTime() + codeLifetime)
    await within.database
      .delete(contactCodes)
      .where(and(eq(contactCodes.contactHash, hash), isNull(contactCodes.confirmedAt)))
    await within.database
      .insert(contactCodes)
      .values({ id, contactHash: hash, codeHash: codeHash(services, id, code), createdAt: now, expiresAt })
    await carriers[channel].send(within, contact, code, expiresAt)
    const resendAt = new Date(now.getTime() + limits.contact.gap)
    return { _id: id, channel, contact, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() }
  })

interface Proof {
  id: string
  channel: CodeChannel
  contact: string
}
const proofFor = 'contact proof'

/**
 * Checks a code. The attempt is counted before the comparison, so that parallel guesses share the limit, and only one
 * caller confirms. Returns the proof.
 */
export const confirmCode = async (
  context: Context,
  id: string,
  given: { channel: CodeChannel; contact: string; code: string },
): Promise<{ token: string; channel: CodeChannel; contact: string; expiresAt: string }> => {
  const { services } = context
  const now = context.now()
  const contact = normalizeContact(given.channel, given.contact) ?? ''
  const [claimed] = await context.database
    .update(contactCodes)
    .set({ attempts: sql`${contactCodes.attempts} + 1` })
    .where(
      and(
        eq(contactCodes.id, id),
        eq(contactCodes.contactHash, contactHash(services, contact)),
        lt(contactCodes.attempts, maxAttempts),
        gt(contactCodes.expiresAt, now),
        isNull(contactCodes.confirmedAt),
      ),
    )
    .returning({ codeHash: contactCodes.codeHash })
  if (!claimed) throw new AppError('invalid', { fields: { code: 'code_over' } })
  if (!timingSafeEqual(claimed.codeHash, codeHash(services, id, given.code)))
    throw new AppError('invalid', { fields: { code: 'code_wrong' } })
  const confirmed = await context.database
    .update(contactCodes)
    .set({ confirmedAt: now })
    .where(and(eq(contactCodes.id, id), isNull(contactCodes.confirmedAt)))
    .returning({ id: contactCodes.id })
  if (confirmed.length === 0) throw new AppError('invalid', { fields: { code: 'code_over' } })
  const proof: Proof = { id, channel: given.channel, contact }
  return {
    token: signValue(services.secret, proofFor, proof),
    channel: given.channel,
    contact,
    expiresAt: new Date(now.getTime() + proofLifetime).toISOString(),
  }
}

/**
 * Spends a proof once, within its hour, in the transaction that uses it. Returns the contact as an account column.
 * Throws `invalid`.
 */
export const spendProof = async (context: Context, token: string): Promise<{ email: string } | { phone: string }> => {
  const proof = verifySigned<Proof>(context.services.secret, proofFor, token)
  const now = context.now()
  const spent = proof
    ? await context.database
        .update(contactCodes)
        .set({ spentAt: now })
        .where(
          and(
            eq(contactCodes.id, proof.id),
            isNotNull(contactCodes.confirmedAt),
            gt(contactCodes.confirmedAt, new Date(now.getTime() - proofLifetime)),
            isNull(contactCodes.spentAt),
          ),
        )
        .returning({ id: contactCodes.id })
    : []
  if (!proof || spent.length === 0) throw new AppError('invalid', { fields: { proof: 'proof' } })
  return proof.channel === 'EMAIL' ? { email: proof.contact } : { phone: proof.contact }
}

/** Spends the proof of a new member. Returns the proven values as account columns. Throws `invalid`. */
export const spendJoinProof = async (
  context: Context,
  token: string,
): Promise<{ email?: string; phone?: string; name?: string }> =>
  (await spendIdentityProof(context, 'join', token)) ?? spendProof(context, token)

/** Deletes expired codes, verifications and rate limit counts. */
export const deleteExpiredCodes = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { database } = within
    const dayAgo = new Date(within.now().getTime() - 24 * 3_600_000)
    const codes = await database.delete(contactCodes).where(lt(contactCodes.createdAt, dayAgo))
    const verifications = await database
      .delete(identityVerifications)
      .where(lt(identityVerifications.createdAt, dayAgo))
    const limits = await database.delete(contactLimits).where(lt(contactLimits.lastAt, dayAgo))
    await recordRemoval(within, 'users', {
      codes: codes.rowCount ?? 0,
      verifications: verifications.rowCount ?? 0,
      limits: limits.rowCount ?? 0,
    })
  })

/** Deletes pending codes and unspent proofs of these contacts. */
export const deleteCodesOfContacts = async (
  context: Context,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> => {
  const contacts = [email, phone].filter((contact) => contact !== null)
  if (contacts.length === 0) return
  const { services } = context
  await context.database.delete(contactCodes).where(
    inArray(
      contactCodes.contactHash,
      contacts.map((contact) => contactHash(services, contact)),
    ),
  )
}

/** Personal data of this module: HMACs of contacts. */
export const personal: PersonalData = {
  async forget(context, subject) {
    await deleteCodesOfContacts(context, subject)
    return []
  },
}
