import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { templateInput } from '../../factory.ts'
import { messageTemplates } from '../contract.ts'

checkPlainResource(prepareBench(['console:messages']), {
  contract: messageTemplates,
  table: 'message_templates',
  input: templateInput,
  change: { title: '고친 양식' },
  searchTerms: { found: '점검', absent: '없는말' },
  tags: [],
})
