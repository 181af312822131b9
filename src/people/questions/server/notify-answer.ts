import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import type { QuestionRow } from '../table.ts'

/**
 * Notifies the author of an answer by mail, in the language of the question and in the caller's transaction. The mail
 * has a link instead of the answer, because questions are read after a log-in.
 */
export const notifyAnswer = async (within: Context, row: QuestionRow): Promise<void> => {
  const [author] = await within.database
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.id, row.userId), eq(users.state, 'active')))
  if (!author?.email) return
  const options = { locale: row.locale }
  const { publicUrl } = within.services.settings
  const path = `${row.locale === 'ko' ? '' : `/${row.locale}`}/center/questions?open=${row.id}`
  await queueMail(within, {
    to: author.email,
    about: row.userId,
    subject: m.question_mail_subject({ title: row.title }, options),
    html: htmlOf(
      m.question_mail_text({ name: author.name, title: row.title, link: `${publicUrl ?? ''}${path}` }, options),
    ),
  })
}
