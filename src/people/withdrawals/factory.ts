import { eq } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import type { Samples } from '#kit/server/samples.ts'
import { buildLevel } from '#people/levels/factory.ts'
import { users } from '#people/users/table.ts'
import type { withdrawals } from './contract.ts'

export const samples: Samples<typeof withdrawals> = {
  // Who calls is no staff from then on, which could not withdraw, and has this password.
  withdraw: async (context) => {
    const password = 'a quiet gate of pine'
    const { id: levelId } = await buildLevel(context)
    await context.database
      .update(users)
      .set({ levelId, passwordHash: await hashPassword(password) })
      .where(eq(users.id, context.principal.userId))
    return { body: { password, reason: 'unused' } }
  },
}
