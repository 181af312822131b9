import { z } from 'zod'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

export { paperNames, papersMade } from './public/document-labels.ts'

fieldMessages({ paper_characters: m.papers_field_characters, paper_early: m.papers_field_early })

/** Signed address of a document, valid for five minutes. */
export const PaperAddress = z
  .object({ url: z.string().describe('URL of a PDF, valid for five minutes without a log-in') })
  .meta({ id: 'PaperAddress' })
export type PaperAddress = z.infer<typeof PaperAddress>
