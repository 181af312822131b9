import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '#kit/server/context.ts'

export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body: Record<string, unknown>
}
/** Of a route without a body it has parameters alone. */
export type MakeSample = (context: Context) => Partial<Sample> | Promise<Partial<Sample>>

const source = join(import.meta.dirname, '../../src')

/**
 * The samples of every module's `factory.ts`, by the name of the module. Read from the disk: Playwright has no
 * `import.meta.glob`, and a list would be one more place that a new module must be added to.
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
      // The module of auctions has the name that its jobs and the API use.
      if (samples) found.set(module === 'auctions' ? 'programs' : module, samples)
    }
  return found
}
