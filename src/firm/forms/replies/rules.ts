import { findPlaceholders } from '#firm/templates/contract-placeholders.ts'

/** Seconds for which a reply is held back and can be recalled. */
export const holdSeconds = 10

/** Maximum files of a reply, and their total bytes: the limit of mail servers. */
export const maxReplyFiles = 10
export const maxReplyBytes = 15 * 1024 * 1024

/** Returns the ticket scope of a reply: its attachments are valid for its request only. */
export const replyTicketScope = (requestId: string): string => `letter:${requestId}`

/** Removes white space and invisible characters, including the blank letters of Hangul and Braille. */
const removeBlanks = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]+/gu, '')

/**
 * Returns the error code per field that prevents sending: no text beyond the greeting, or unfilled placeholders. Used
 * by browser and server.
 */
export const findReplyErrors = (
  letter: { subject: string; text: string },
  greeting: string,
): Partial<Record<'subject' | 'text', string>> => {
  const text = removeBlanks(letter.text)
  const isEmpty = text === '' || text === removeBlanks(greeting)
  return {
    ...(findPlaceholders(letter.subject).length > 0 && { subject: 'letter_blanks' }),
    ...(isEmpty ? { text: 'letter_empty' } : findPlaceholders(letter.text).length > 0 ? { text: 'letter_blanks' } : {}),
  }
}
