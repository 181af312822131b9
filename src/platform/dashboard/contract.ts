import { z } from 'zod'
import { formStates } from '#firm/forms/contract.ts'
import { Instant, route } from '#kit/contract.ts'

const Work = z.object({ _id: z.string(), title: z.string(), at: Instant, to: z.string() })
const Entry = Work.extend({ note: z.string() })
const Waiting = Work.extend({ from: z.string(), state: z.enum(formStates) })

export const dashboard = {
  today: route({
    method: 'GET',
    path: '/api/console/dashboard',
    access: 'console',
    summary: 'What needs somebody today, the latest changes, and what happens soon.',
    answer: z.object({
      /** Requests that wait, posts by state, and what runs now. */
      counts: z.object({
        requests: z.number().int(),
        overdue: z.number().int(),
        published: z.number().int(),
        drafts: z.number().int(),
        scheduled: z.number().int(),
        popups: z.number().int(),
        untranslated: z.number().int(),
      }),
      /** Requests nobody has taken yet, newest first; none without the right to see them, nor of the next. */
      requests: z.array(Waiting),
      /** Requests unanswered for two days, longest first. */
      overdue: z.array(Waiting),
      drafts: z.array(Entry),
      /** Published posts whose English is missing. */
      untranslated: z.array(Entry),
      /** Next moments at which something begins or ends by itself. */
      soon: z.array(Entry),
      changes: z.array(
        z.object({
          _id: z.string(),
          actor: z.string().nullable(),
          action: z.string(),
          entity: z.string(),
          summary: z.string(),
          at: Instant,
        }),
      ),
      /** Posts published in each of the last 28 days, oldest first, Seoul days. */
      published: z.array(z.object({ day: z.iso.date(), count: z.number().int() })),
      mailWaiting: z.number().int(),
    }),
  }),
}
