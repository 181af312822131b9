import { randomBytes } from 'node:crypto'
import qrcode from 'qrcode'
import { codeText } from '#kit/text/typed-code.ts'
import type { PickupTicket } from '../contract.ts'

/** Returns an unguessable code: 40 random bits as ten hexadecimal digits. A constraint keeps codes unique. */
export const createPickupCode = (): string => randomBytes(5).toString('hex').toUpperCase()

/** Returns the ticket of a code. */
export const createTicket = async (code: string): Promise<PickupTicket> => ({
  words: codeText(code),
  qr: await qrcode.toString(code, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }),
})
