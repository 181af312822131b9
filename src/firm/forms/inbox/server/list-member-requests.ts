import { desc, sql } from 'drizzle-orm'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { summarizeMessage } from '../../rules.ts'
import { formRequests } from '../../table.ts'

/** Returns the latest requests sent from a member's e-mail address, for the member's page in the console. */
export const listMemberRequests: MemberPart['read'] = async (context, { email }) => {
  if (!email) return { total: 0, entries: [] }
  const own = sql`lower(${formRequests.email}) = ${email.toLowerCase()}`
  const rows = await context.database
    .select()
    .from(formRequests)
    .where(own)
    .orderBy(desc(formRequests.createdAt))
    .limit(maxMemberEntries)
  return {
    total: await context.database.$count(formRequests, own),
    entries: rows.map(({ id, answers, number, state, createdAt }) => ({
      _id: id,
      title: summarizeMessage(answers.message ?? '') || number,
      state,
      at: createdAt.toISOString(),
      to: `/console/forms/${id}`,
    })),
  }
}
