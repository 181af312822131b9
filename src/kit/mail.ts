import type { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'

/** A file of the store that goes along with a mail. */
export interface StoredAttachment {
  /** Key in the store. */
  key: string
  name: string
  mime: string
}

export interface Mail {
  /** Stays the same over retries, so that a receiver can tell a repeated delivery. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  attachments?: readonly { name: string; mime: string; content: Readable }[]
  /** Address of the page on which the recipient opts out (RFC 2369). */
  unsubscribe?: string
}

/** A text as one line of a header: line breaks and other control characters, which begin another header, are spaces. */
export const toHeaderLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Sends a mail; resolves with the server's last answer, throws when it was not taken. */
export interface MailPort {
  send(mail: Mail): Promise<string>
}

/** Milliseconds: a server that hangs must not hold a job for ever. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** SMTP by address (`smtp://user:password@host:587`); undefined where none is configured. */
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
