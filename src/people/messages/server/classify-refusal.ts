import { type DeliveryStatus, SmsRefused } from '#kit/ports/sms.ts'

/** Error of nodemailer. */
interface MailRefused extends Error {
  /** Error class, such as `EAUTH`, or the `code` of a socket error. */
  code?: string
  /** Last response of the server and its reply code (RFC 5321, 4.2). */
  response?: string
  responseCode?: number
  syscall?: string
}

/** Errors before the mail server received any part of the message. */
const connectionErrorCodes = new Set(['EDNS', 'EAUTH', 'EENVELOPE'])
/** Nodemailer's messages for a timeout before the greeting; later timeouts have the same code. */
const timeoutMessages = new Set(['Connection timeout', 'Greeting never received'])

/** Reply codes about our own log-in (RFC 4954, 6), which say nothing about the message. */
const ownLogin = new Set([530, 534, 535, 538])

/**
 * Enhanced status codes for a mailbox that does not exist or is disabled (RFC 3463: 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.2.1;
 * RFC 7505: 5.1.10). Other class 5 codes concern the sender or the message (5.1.8, 5.7.1, 5.3.4).
 */
const noMailbox = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?![\d.])/

/** Returns whether a refused message may be retried: `again`, `never` or `unsure`. */
export const classifyRefusal = (error: unknown): DeliveryStatus => {
  if (error instanceof SmsRefused) return error.status
  const { responseCode, code = '', syscall, message } = error as MailRefused
  // A wrong sender password also gives a class 5 code, but is temporary until it is corrected.
  if (code === 'EAUTH' || ownLogin.has(responseCode ?? 0)) return 'again'
  if (responseCode) return Math.floor(responseCode / 100) === 5 ? 'never' : 'again'
  const isBefore =
    syscall === 'connect' || syscall === 'getaddrinfo' || connectionErrorCodes.has(code) || timeoutMessages.has(message)
  return isBefore ? 'again' : 'unsure'
}

/**
 * True if the recipient's server reported that the mailbox does not exist. SMS providers never report this for a number
 * when they accept a message.
 */
export const isBounce = (error: unknown): boolean =>
  !(error instanceof SmsRefused) && noMailbox.test((error as MailRefused).response ?? '')
