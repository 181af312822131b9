import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { QuestionType } from '#people/faqs/contract.ts'
import { users } from '#people/users/table.ts'
import { QuestionTemplateInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { buildQuestion } from './factory.ts'
import { questionTemplates } from './table.ts'

const demo = parseDemo(
  z.strictObject({
    templates: QuestionTemplateInput.array(),
    questions: z.array(
      z.strictObject({
        type: QuestionType,
        title: z.string(),
        hoursAgo: z.number(),
        entries: z.array(z.strictObject({ author: z.enum(['member', 'staff']), text: z.string() })),
      }),
    ),
  }),
  records,
)

/** Seeds questions of the demo member and answer templates. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await insertRecords(context, questionTemplates, QuestionTemplateInput, demo.templates)
  const [member] = await context.database.select({ id: users.id }).from(users).where(eq(users.username, 'member'))
  const staff = accounts.find(({ level }) => level === 'manager')
  if (!member || !staff) return
  for (const { hoursAgo, entries, ...question } of demo.questions)
    await buildQuestion(context, {
      ...question,
      userId: member.id,
      createdAt: new Date(context.now().getTime() - hoursAgo * 3_600_000),
      entries: entries.map((entry) => ({ ...entry, ...(entry.author === 'staff' && { actorId: staff.id }) })),
    })
}
