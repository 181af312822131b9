import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import records from './demo.json' with { type: 'json' }
import { MessageTemplateInput } from './sendings/contract.ts'
import { messageTemplates, sendings } from './table.ts'

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const templates = parseDemo(MessageTemplateInput.array(), records)
  await insertRecords(context, messageTemplates, MessageTemplateInput, templates)
  const invitation = templates.find(({ purpose }) => purpose === 'advertising')
  if (!invitation) throw new Error('No template of an advertisement')
  const now = context.now()
  await context.database.insert(sendings).values({
    id: context.newId(),
    channel: 'mail',
    purpose: 'advertising',
    subject: invitation.subject,
    html: invitation.html,
    text: {},
    audience: { by: 'filter', levels: [], kinds: [], consent: null, q: '', list: [] },
    authorId: accounts.find(({ level }) => level === 'manager')?.id ?? null,
    createdAt: now,
    updatedAt: now,
  })
}
