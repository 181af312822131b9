import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Services } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail, queueSms } from '#people/messages/server/queue-messages.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { type Channel, type CodeChannel, channels, codeLifetime, codeLimits } from '../rules.ts'
import { contactCodes } from '../table.ts'
import { hashCode, hashContact } from './hash-contact.ts'
import { countContactMessage } from './limit-codes.ts'
import { requireContact } from './normalize-contact.ts'

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

/** Sends a code and invalidates earlier unconfirmed ones of the contact. */
export const sendCode = (context: Context, channel: CodeChannel, given: string) =>
  context.transaction(async (within) => {
    const { services } = within
    const contact = requireContact(channel, given)
    if (!carriers[channel].isOffered(services)) throw new AppError('invalid', { fields: { channel: 'channel' } })
    await countContactMessage(within, 'code', contact)
    const now = within.now()
    const id = within.newId()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const hash = hashContact(services, contact)
    const expiresAt = new Date(now.getTime() + codeLifetime)
    await within.database
      .delete(contactCodes)
      .where(and(eq(contactCodes.contactHash, hash), isNull(contactCodes.confirmedAt)))
    await within.database
      .insert(contactCodes)
      .values({ id, contactHash: hash, codeHash: hashCode(services, id, code), createdAt: now, expiresAt })
    await carriers[channel].send(within, contact, code, expiresAt)
    const resendAt = new Date(now.getTime() + codeLimits.contact.gap)
    return { _id: id, channel, contact, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() }
  })
