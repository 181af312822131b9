import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { FaqInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { faqs } from './table.ts'

/** Seeds an empty database (`Module.seed`) with about three questions per type, in order. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const placed = parseDemo(FaqInput.array(), records).map((faq, index) => ({ ...faq, position: index + 1 }))
  await insertRecords(context, faqs, FaqInput, placed)
}
