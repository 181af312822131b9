import { z } from 'zod'

/** What is shown at the door of a fair. */
export const OwnBadge = z
  .object({
    words: z.string().describe('The code as it is read aloud and typed'),
    qr: z.string().describe('What the door’s camera reads (SVG)'),
  })
  .meta({ id: 'OwnFairBadge' })
