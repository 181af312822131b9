import { z } from 'zod'

/** The badge that a company shows at the entrance of a fair. */
export const OwnBadge = z
  .object({
    words: z.string().describe('The code as it is read aloud and typed'),
    qr: z.string().describe('What the door’s camera reads (SVG)'),
  })
  .meta({ id: 'OwnFairBadge' })
