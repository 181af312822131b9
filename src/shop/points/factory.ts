import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import type { points as contract } from './contract.ts'

export const samples: Samples<typeof contract> = {
  account: async (context) => ({ params: { id: (await buildUser(context)).id } }),
  adjust: async (context) => ({
    body: { username: (await buildUser(context)).username, amount: 2000, note: '배송 지연 보상' },
  }),
}
