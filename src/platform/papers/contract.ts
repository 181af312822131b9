import { z } from 'zod'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

export { paperNames, papersMade } from './public/document-labels.ts'

fieldMessages({ paper_characters: m.papers_field_characters, paper_early: m.papers_field_early })

/** Signed address of a document, valid for five minutes. */
export const PaperAddress = z
  .object({ url: z.string().describe('Of a PDF; whoever has it can fetch it for five minutes') })
  .meta({ id: 'PaperAddress' })
export type PaperAddress = z.infer<typeof PaperAddress>
