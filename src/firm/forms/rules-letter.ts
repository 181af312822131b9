import { blanksIn } from '#firm/templates/contract.ts'

/** Seconds for which a letter waits before it goes out, and can be taken back. */
export const holdSeconds = 10

/** Files of one letter, and their bytes together: what mail servers take. */
export const mostLetterFiles = 10
export const mostLetterBytes = 15 * 1024 * 1024

/** Signs that show nothing, among them the empty letters of Hangul and Braille, say nothing. */
const squeezed = (text: string): string => text.replace(/[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]+/gu, '')

/**
 * Why a letter cannot go: the code of a message, by field. Nothing written (a greeting alone is nothing), or blanks of
 * a template that nobody filled in. The same in browser and server.
 */
export const letterFaults = (
  letter: { subject: string; text: string },
  greeting: string,
): Partial<Record<'subject' | 'text', string>> => {
  const text = squeezed(letter.text)
  const isEmpty = text === '' || text === squeezed(greeting)
  return {
    ...(blanksIn(letter.subject).length > 0 && { subject: 'letter_blanks' }),
    ...(isEmpty ? { text: 'letter_empty' } : blanksIn(letter.text).length > 0 ? { text: 'letter_blanks' } : {}),
  }
}
