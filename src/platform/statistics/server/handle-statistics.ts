import { onlyOne } from '#kit/module/module.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { checkedPeriods, type DaySpan, daysOf } from '#kit/time/report-period.ts'
import type { statistics as contract } from '../contract.ts'

/** Daily counts of the modules by series; omits disabled sites. */
const countSeries = async (context: Context, span: DaySpan): Promise<Map<string, Map<string, number>>> => {
  const { modules } = context.services
  const switches = (await onlyOne(modules, 'siteSwitches')?.(context)) ?? {}
  const shown = modules.filter(({ site }) => site === undefined || switches[site] !== false)
  const counted = await Promise.all(shown.map((module) => module.counts?.(context, span)))
  return new Map(
    counted.flatMap((one) =>
      Object.entries(one ?? {}).map(
        ([key, days]) => [key, new Map(days.map(({ day, count }) => [day, count]))] as const,
      ),
    ),
  )
}

export const statisticsHandlers: Handlers<typeof contract> = {
  async counts(context, { query }) {
    const { span, compared } = checkedPeriods(query)
    const [current, previous] = await Promise.all([countSeries(context, span), countSeries(context, compared)])
    const days = daysOf(span)
    return {
      series: [...current].map(([key, counted]) => ({
        key,
        days: days.map((day) => ({ day, count: counted.get(day) ?? 0 })),
        before: [...(previous.get(key)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
      })),
      compared,
    }
  },
}
