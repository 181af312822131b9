import type { Handlers } from '#kit/server/context.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { templates as contract } from '../contract.ts'
import { replyTemplates } from '../table.ts'

export const templateHandlers: Handlers<typeof contract> = tableHandlers(contract, replyTemplates, {
  words: [replyTemplates.title, translationsOf(replyTemplates.subject), translationsOf(replyTemplates.text)],
  title: (row) => row.title,
})
