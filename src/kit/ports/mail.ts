import type { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'

/** Stored file attached to a mail. */
export interface StoredAttachment {
  /** Key in the file store. */
  key: string
  name: string
  mime: string
}

export interface Mail {
  /** Message id. Stays the same across retries, so that receivers can detect duplicates. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  attachments?: readonly { name: string; mime: string; content: Readable }[]
  /** URL of the opt-out page (RFC 2369). */
  unsubscribe?: string
}

/**
 * Converts a text to one header line. Line breaks and other control characters, which could start another header,
 * become spaces.
 */
export const toHeaderLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Sends a mail. Resolves with the server's final response; throws if the mail was not accepted. */
export interface MailPort {
  send(mail: Mail): Promise<string>
}

/** Milliseconds. A hanging server must not block a job forever. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Creates an SMTP client from a URL (`smtp://user:password@host:587`); undefined if none is configured. */
export const smtpPort = (url: string | undefined): MailPort | undefined => {
  if (!url) return undefined
  const transport: Transporter = createTransport({
    url,
    pool: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  })
  return {
    async send(mail) {
      const host = mail.from.address.split('@')[1] ?? 'localhost'
      const result = await transport.sendMail({
        from: { name: toHeaderLine(mail.from.name), address: mail.from.address },
        to: mail.to,
        subject: toHeaderLine(mail.subject),
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${host}>`,
        ...(mail.unsubscribe && { list: { unsubscribe: mail.unsubscribe } }),
        attachments: (mail.attachments ?? []).map(({ name, mime, content }) => ({
          filename: toHeaderLine(name),
          contentType: mime,
          content,
        })),
      })
      return String(result.response)
    },
  }
}
