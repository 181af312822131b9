import { type Fate, SmsRefused } from '#kit/ports/sms.ts'

/** What nodemailer throws. */
interface MailRefused extends Error {
  /** The class of the fault, `EAUTH`; `code` of a socket's error otherwise. */
  code?: string
  /** The server's last answer and its first number (RFC 5321, 4.2). */
  response?: string
  responseCode?: number
  syscall?: string
}

/** Faults before a mail server has seen any of the message. */
const unreached = new Set(['EDNS', 'EAUTH', 'EENVELOPE'])
/** Its words for a time-out before the first line of the server; of later ones the code is the same. */
const unanswered = new Set(['Connection timeout', 'Greeting never received'])

/** Answers that concern our own log-in at the server (RFC 4954, 6): nothing was said of the message. */
const ownLogin = new Set([530, 534, 535, 538])

/**
 * Enhanced status codes that say the mailbox is not there or is closed (RFC 3463: 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.2.1;
 * RFC 7505: 5.1.10). Others of class 5 speak of the sender or of the message (5.1.8, 5.7.1, 5.3.4). The migration 0116
 * has the same.
 */
const noMailbox = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?![\d.])/

/** What becomes of a message that was not taken. */
export const fateOf = (error: unknown): Fate => {
  if (error instanceof SmsRefused) return error.fate
  const { responseCode, code = '', syscall, message } = error as MailRefused
  // A wrong password of the sender comes with a number of class 5 as well, and passes once it is mended.
  if (code === 'EAUTH' || ownLogin.has(responseCode ?? 0)) return 'again'
  if (responseCode) return Math.floor(responseCode / 100) === 5 ? 'never' : 'again'
  const isBefore = syscall === 'connect' || syscall === 'getaddrinfo' || unreached.has(code) || unanswered.has(message)
  return isBefore ? 'again' : 'unsure'
}

/**
 * Whether the recipient's server said that there is no such mailbox. A provider of text messages never says it of a
 * number when it takes a message.
 */
export const isBounce = (error: unknown): boolean =>
  !(error instanceof SmsRefused) && noMailbox.test((error as MailRefused).response ?? '')
