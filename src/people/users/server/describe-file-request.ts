import { and, eq, ne } from 'drizzle-orm'
import { ById } from '#kit/contract.ts'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { users } from '../table.ts'
import { formatMemberNumber } from './format-member-number.ts'

export const describeFileRequest: DescribeApproval = async ({ database, locale }, { params }) => {
  const parsed = ById.safeParse(params)
  if (!parsed.success) return null
  const [user] = await database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, parsed.data.id), ne(users.state, 'withdrawn')))
  if (!user) return null
  return {
    title: m.users_asked_look({ name: user.name }, { locale }),
    logged: m.users_asked_look({ name: formatMemberNumber(user.id) }, { locale }),
    to: `/console/users/${user.id}`,
  }
}
