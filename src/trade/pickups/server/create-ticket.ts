import { randomBytes } from 'node:crypto'
import qrcode from 'qrcode'
import { codeText } from '#kit/text/typed-code.ts'
import type { PickupTicket } from '../contract.ts'

/** A code that nobody guesses: 40 random bits as ten hexadecimal digits. A constraint keeps each apart from the others. */
export const newPickupCode = (): string => randomBytes(5).toString('hex').toUpperCase()

/** The ticket of a code. */
export const ticketOf = async (code: string): Promise<PickupTicket> => ({
  words: codeText(code),
  qr: await qrcode.toString(code, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
})
