import type { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { PopupInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { popups } from './table.ts'

/** Returns two running popups and an upcoming one, relative to the time of seeding. */
export const demoPopups = (now: Date): z.infer<typeof PopupInput>[] => parseDemo(PopupInput.array(), records, now)

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, popups, PopupInput, demoPopups(context.now()))
}
