import { and, desc, eq } from 'drizzle-orm'
import { maxNews, type OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { idleDays, type QuestionState } from '../rules.ts'
import { questions } from '../table.ts'

const page = '/center/questions'

const states: Record<QuestionState, typeof m.center_state_open> = {
  open: m.center_state_open,
  answered: m.center_state_answered,
  closed: m.center_state_closed,
}

/**
 * Overview: answers that the member has not closed, with the date they close automatically, and the newest questions.
 */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const isOwn = eq(questions.userId, context.principal.userId)
  const newest = context.database.select().from(questions).orderBy(desc(questions.createdAt), desc(questions.id))
  const [answered, latest, total] = await Promise.all([
    context.database
      .select()
      .from(questions)
      .where(and(isOwn, eq(questions.state, 'answered')))
      .orderBy(questions.answeredAt)
      .limit(maxNews),
    newest.where(isOwn).limit(maxNews),
    context.database.$count(questions, isOwn),
  ])
  const buildPath = (id: string) => `${page}?open=${id}`
  return {
    waits: answered.map(({ id, title, answeredAt, updatedAt }) => ({
      _id: `questions.${id}`,
      kind: m.questions_title({}, { locale }),
      title,
      text: m.questions_wait({}, { locale }),
      until: new Date((answeredAt ?? updatedAt).getTime() + idleDays * 24 * 3_600_000).toISOString(),
      act: m.questions_wait_act({}, { locale }),
      to: buildPath(id),
    })),
    news: [
      {
        _id: 'questions.own',
        title: m.questions_title({}, { locale }),
        total,
        entries: latest.map(({ id, title, state, createdAt }) => ({
          _id: id,
          title,
          state: states[state]({}, { locale }),
          at: createdAt.toISOString(),
          to: buildPath(id),
        })),
        to: page,
      },
    ],
  }
}
