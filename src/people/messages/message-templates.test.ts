import { checkPlainResource, prepareBench } from '#test/resource.ts'
import { messageTemplates } from './contract-sendings.ts'
import { templateInput } from './factory.ts'

checkPlainResource(prepareBench(['console:messages']), {
  contract: messageTemplates,
  table: 'message_templates',
  input: templateInput,
  change: { title: '고친 양식' },
  words: { found: '점검', absent: '없는말' },
  tags: [],
})
