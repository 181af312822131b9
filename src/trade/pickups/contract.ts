import { z } from 'zod'

/** What is shown where goods are handed over. */
export const PickupTicket = z
  .object({
    words: z.string().describe('The code as it is read aloud and typed: 3F9A 1C02 7B'),
    qr: z.string().describe('The same as a QR code (SVG)'),
  })
  .meta({ id: 'PickupTicket' })
export type PickupTicket = z.infer<typeof PickupTicket>
