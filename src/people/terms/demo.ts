import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { locales } from '#kit/contract.ts'
import type { TermsInput } from './contract.ts'

const folder = join(import.meta.dirname, '../../../assets/content/terms')

/** `<code>.<day it begins>.<locale>.html`, its first line the title. */
const Name = z.tuple([z.string(), z.iso.date(), z.enum(locales), z.literal('html')])

/** Terms in their versions, from `assets/content/terms`; a version begins with its day in Seoul. */
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
