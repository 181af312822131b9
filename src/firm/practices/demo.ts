import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { writeDraft } from '#kit/drafts/handlers.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { PracticeInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { practices } from './table.ts'

type Practice = z.infer<typeof PracticeInput>

const winterBlock = parseDemo(PracticeInput.shape.blocks.unwrap().element, records.winterBlock)

const folder = join(import.meta.dirname, '../../../assets/content/practices')

/** Returns the practices in order, each with the blocks of `assets/content/practices/<key>.json`. */
export const demoPractices = async (): Promise<Practice[]> =>
  Promise.all(
    records.practices.map(async (practice) => {
      const blocks = JSON.parse(await readFile(join(folder, `${practice.key}.json`), 'utf8'))
      return parseDemo(PracticeInput, { ...practice, blocks })
    }),
  )

/** Returns a draft of a practice: an unpublished block about winter work. */
export const demoPracticeDraft = (practice: Practice): Practice => {
  const after = practice.blocks.findIndex(({ anchor }) => anchor === 'steps') + 1
  return PracticeInput.parse({ ...practice, blocks: practice.blocks.toSpliced(after, 0, winterBlock) })
}

/** Stores a manager's draft of a practice. */
const loadDraft = async (context: Context, author: string): Promise<void> => {
  const [row] = await context.database.select().from(practices).where(eq(practices.key, 'maintenance'))
  if (!row) throw new Error('No practice to draft')
  const { id: recordId, createdAt: _, updatedAt: madeFrom, ...practice } = row
  const draft = { entity: 'practices', recordId, content: demoPracticeDraft(PracticeInput.parse(practice)), madeFrom }
  await writeDraft(context.database, practices, { ...draft, author }, null, context.now())
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await insertRecords(context, practices, PracticeInput, await demoPractices())
  await loadDraft(context, accounts.find(({ level }) => level === 'manager')?.name ?? '')
}
