import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { locales } from '#kit/contract.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { TermsInput } from './contract.ts'
import { terms } from './table.ts'

const folder = join(import.meta.dirname, '../../../assets/content/terms')

/** `<code>.<start day>.<locale>.html`; the first line is the title. */
const Name = z.tuple([z.string(), z.iso.date(), z.enum(locales), z.literal('html')])

/** Reads the terms from `assets/content/terms`; a version starts at the beginning of its day in Seoul. */
export const demoTerms = async (): Promise<z.input<typeof TermsInput>[]> => {
  const versions = new Map<string, z.input<typeof TermsInput>>()
  for (const file of (await readdir(folder)).sort()) {
    const [code, day, locale] = Name.parse(file.split('.'))
    const text = await readFile(join(folder, file), 'utf8')
    const end = text.indexOf('\n')
    const version = versions.get(`${code} ${day}`) ?? {
      code,
      title: { ko: '' },
      body: { ko: '' },
      effectiveAt: new Date(`${day}T00:00:00+09:00`).toISOString(),
    }
    version.title[locale] = text.slice(0, end).trim()
    version.body[locale] = text.slice(end).trim()
    versions.set(`${code} ${day}`, version)
  }
  return [...versions.values()]
}

/** Seeds an empty database (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, terms, TermsInput, await demoTerms())
}
