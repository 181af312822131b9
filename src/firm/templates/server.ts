import type { Handlers } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/table-handlers.ts'
import { translationsOf } from '#kit/server/words.ts'
import { templates as contract } from './contract.ts'
import { replyTemplates } from './table.ts'

export const templateHandlers: Handlers<typeof contract> = tableHandlers(contract, replyTemplates, {
  words: [replyTemplates.title, translationsOf(replyTemplates.subject), translationsOf(replyTemplates.text)],
  title: (row) => row.title,
})
