import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { TemplateInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { replyTemplates } from './table.ts'

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, replyTemplates, TemplateInput, parseDemo(TemplateInput.array(), records))
}
