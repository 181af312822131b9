import type { z } from 'zod'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { RedirectInput, redirects } from './contract.ts'

type Input = z.input<typeof RedirectInput>

let createdCount = 0

/** API input of a new redirect, each with a unique source address. */
export const redirectInput = (overrides: Partial<Input> = {}): Input => {
  createdCount += 1
  return { fromPath: `/old/${createdCount}`, toPath: '/story', ...overrides }
}

export const samples: Samples<typeof redirects> = {
  create: () => ({ body: redirectInput() }),
}
