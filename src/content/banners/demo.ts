import type { z } from 'zod'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { BannerInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { banners } from './table.ts'

/** Three placements with two banners each; their periods include the time of seeding. */
export const demoBanners = (now: Date): z.infer<typeof BannerInput>[] => parseDemo(BannerInput.array(), records, now)

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, banners, BannerInput, demoBanners(context.now()))
}
