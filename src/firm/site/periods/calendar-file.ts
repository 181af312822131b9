import { data, type LoaderFunctionArgs } from 'react-router'
import { findStartError, parseQuestion, toQueryString } from '#firm/periods/rules.ts'
import { buildCalendar } from '#firm/periods/server/build-calendar.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { periodsPath } from '../layout/firm-paths.ts'
import { getSiteContext } from '../loader-context.ts'

export const handle: PageHandle = { query: ['since', 'part'] }

/** Serves the upcoming last days as a calendar file. */
export const loader = async ({ context, request }: LoaderFunctionArgs): Promise<Response> => {
  const { api, origin, locale } = getSiteContext(context)
  const question = parseQuestion(new URL(request.url).searchParams)
  const now = new Date()
  const today = formatSeoulDay(now.getTime())
  if (findStartError(question.since, today)) throw data(null, { status: 404 })
  const { setting } = await api.settings.published()
  const page = `${origin}${inLocale(locale, periodsPath)}?${toQueryString(question)}`
  return new Response(buildCalendar({ ...question, today, now, name: setting.name, page }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="periods-${question.since}.ics"`,
    },
  })
}
