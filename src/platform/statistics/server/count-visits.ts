import { and, asc, between, eq, gte, sql } from 'drizzle-orm'
import type { Listener } from '#kit/cache/request-cache.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import type { Module, RequestListener } from '#kit/module/module.ts'
import type { Context, Services } from '#kit/server/context.ts'
import { countFourWeeks, seoulDayOf } from '#kit/time/seoul-day.ts'
import { beginsVisit, isPage } from '../rules.ts'
import { dailyFigures } from '../table.ts'

/** Milliseconds between two writes; a killed process loses at most this much. */
const writeEvery = 10_000

/**
 * Counts visits without delaying responses: in memory, written every ten seconds and on exit. Every process adds its
 * increment in one statement, so none is lost between them; a failed write is retried with the next.
 */
export class VisitCounter {
  readonly #services: Pick<Services, 'database' | 'clock' | 'log'>
  readonly #counts = new Map<string, number>()
  #today = seoulDayOf(0)
  #writing: Promise<void> = Promise.resolve()

  constructor(services: Pick<Services, 'database' | 'clock' | 'log'>) {
    this.#services = services
  }

  /** Inspects a request before it is answered; refused requests count too, since the visitor came. */
  readonly listen =
    (next: Listener): Listener =>
    (request, response) => {
      if (request.method === 'GET' && isPage(request.url ?? '/') && beginsVisit(request.rawHeaders)) this.count()
      return next(request, response)
    }

  count(): void {
    const now = this.#services.clock.now().getTime()
    if (now >= this.#today.ends || this.#today.ends - now > 24 * 3_600_000) this.#today = seoulDayOf(now)
    this.#counts.set(this.#today.day, (this.#counts.get(this.#today.day) ?? 0) + 1)
  }

  /** Adds the counts since the last write; one write at a time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#add())
    return this.#writing
  }

  async #add(): Promise<void> {
    const counted = [...this.#counts]
    if (counted.length === 0) return
    this.#counts.clear()
    const rows = sql.join(
      counted.map(([day, count]) => sql`(${day}::date, 'visits', ${count}::bigint)`),
      sql`, `,
    )
    try {
      await this.#services.database.execute(sql`
        INSERT INTO daily_figures AS known (day, figure, count) VALUES ${rows}
        ON CONFLICT (day, figure) DO UPDATE SET count = known.count + excluded.count`)
    } catch (error) {
      for (const [day, count] of counted) this.#counts.set(day, (this.#counts.get(day) ?? 0) + count)
      this.#services.log.warn({ error: (error as Error).message }, 'visits wait for the database')
    }
  }
}

/** Counts the visits of this process's server until it closes. */
export const countVisits = (services: Services): RequestListener => {
  const counter = new VisitCounter(services)
  const timer = setInterval(() => void counter.write(), writeEvery)
  timer.unref()
  return {
    listen: counter.listen,
    async close() {
      clearInterval(timer)
      await counter.write()
    },
  }
}

/** Visits of the last four weeks. */
export const readDeskPart = async (context: Context): Promise<DeskPart> => {
  const days = countFourWeeks(context.now(), [])
  const counted = await context.database
    .select()
    .from(dailyFigures)
    .where(and(eq(dailyFigures.figure, 'visits'), gte(dailyFigures.day, days[0]?.day ?? '')))
  return { series: { 'statistics.visits': countFourWeeks(context.now(), counted) } }
}

/** Visits per day of a period. */
export const readCounts: NonNullable<Module['counts']> = async (context, { from, to }) => ({
  'statistics.visits': await context.database
    .select({ day: dailyFigures.day, count: dailyFigures.count })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.figure, 'visits'), between(dailyFigures.day, from, to)))
    .orderBy(asc(dailyFigures.day)),
})
