import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { messageTemplates } from '../../table.ts'
import { messageTemplates as templateContract } from '../contract.ts'

/** Handlers of message templates. */
export const templateHandlers = tableHandlers(templateContract, messageTemplates, {
  words: [messageTemplates.title, translationsOf(messageTemplates.subject), translationsOf(messageTemplates.text)],
  title: (row) => row.title,
})
