import { z } from 'zod'
import { Instant, route } from '#kit/contract.ts'
import { DeskDay, DeskMoment, DeskWork } from '#kit/module/desk.ts'

export const dashboard = {
  today: route({
    method: 'GET',
    path: '/api/console/dashboard',
    access: 'console',
    summary: 'Get the dashboard: tasks that wait for staff, the latest changes, and upcoming events.',
    answer: z.object({
      /** By `<module>.<figure>`. */
      figures: z.record(z.string(), z.number().int()),
      works: z.array(DeskWork),
      /** Next scheduled starts and ends. */
      soon: z.array(DeskMoment),
      /** By `<module>.<series>`. */
      series: z.record(z.string(), z.array(DeskDay)),
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
    }),
  }),
}
