import type { Samples } from '#kit/server/samples.ts'
import type { auth } from './contract.ts'

export const samples: Samples<typeof auth> = {
  password: () => ({ body: { current: 'the one they have now', next: 'a longer one for later' } }),
}
