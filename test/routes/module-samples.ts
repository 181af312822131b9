import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '#kit/server/context.ts'

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body: Record<string, unknown>
}
/** A route without a body has only parameters. */
export type MakeSample = (context: Context) => Partial<Sample> | Promise<Partial<Sample>>

const source = join(import.meta.dirname, '../../src')

/**
 * Samples of every module's `factory.ts`, by module name. Found on the disk: Playwright has no `import.meta.glob`, and
 * a list would have to be extended for every new module.
 */
export const readSamples = async (): Promise<Map<string, Record<string, MakeSample>>> => {
  const found = new Map<string, Record<string, MakeSample>>()
  for (const room of readdirSync(source).filter((name) => !name.includes('.')))
    for (const module of readdirSync(join(source, room))) {
      const file = join(source, room, module, 'factory.ts')
      if (!existsSync(file)) continue
      const { samples } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
        samples?: Record<string, MakeSample>
      }
      // The API and the jobs call the auctions module `programs`.
      if (samples) found.set(module === 'auctions' ? 'programs' : module, samples)
    }
  return found
}
