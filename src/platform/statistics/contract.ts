import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { DeskDay } from '#kit/module/desk.ts'
import { m } from '#messages/messages.js'

fieldMessages({ report_period: m.statistics_field_period, report_long: m.statistics_field_long })

export const ReportSpan = z.strictObject({
  from: z.iso.date().describe('First day, in Seoul'),
  to: z.iso.date().describe('Last day, in Seoul; at most ten years after the first'),
})
export const ComparedSpan = ReportSpan.describe('Previous period of the same number of days or whole months')

/** Daily counts of a module. */
export const CountedSeries = z
  .object({
    key: z.string().describe('`<module>.<series>`'),
    days: z.array(DeskDay).describe('Every day of the period, oldest first'),
    before: z.number().int().describe('Sum of the previous period'),
  })
  .meta({ id: 'CountedSeries' })
export type CountedSeries = z.infer<typeof CountedSeries>

/** Routes of the statistics. */
export const statistics = {
  counts: route({
    method: 'GET',
    path: '/api/console/statistics/counts',
    access: 'console:statistics',
    summary: 'Get daily numbers of visits, requests, matchings, bids and sales, for the modules of the installation.',
    query: ReportSpan,
    answer: z.object({ series: z.array(CountedSeries), compared: ComparedSpan }),
  }),
}
