import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { type Breadcrumb, describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { PeriodsCalculator } from '#firm/periods/public/periods-calculator.tsx'
import { parseQuestion, toQueryString } from '#firm/periods/rules.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { calendarPath, periodsConsultPath, periodsPath } from '../layout/firm-paths.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import styles from './periods-page.module.css'

// Not cached: the answer changes daily, and any date can be in the URL.
export const handle: PageHandle = { hydrate: 'idle', query: ['since', 'part'] }

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = getSiteContext(context)
  const { setting } = await api.settings.published()
  const query = new URL(request.url).searchParams
  const datedQuestion = query.has('since')
    ? { question: parseQuestion(query), today: formatSeoulDay(Date.now()) }
    : null
  return {
    asked: datedQuestion,
    origin,
    name: setting.name,
    card: getCardLink(createPageCard(locale, 'periods', setting.name)),
  }
}

const listBreadcrumbs = (): Breadcrumb[] => [
  { title: m.site_menu_business(), to: '/business/building' },
  { title: m.periods_title() },
]

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) =>
  loaderData
    ? describePage({
        title: `${m.periods_title()} · ${loaderData.name}`,
        description: m.periods_description(),
        origin: loaderData.origin,
        path: location.pathname,
        siteName: loaderData.name,
        card: loaderData.card,
        crumbs: listBreadcrumbs(),
      })
    : []

/** Calculator page: the target of its form without script, and a link to share. */
export default function PeriodsPage() {
  const { asked } = useLoaderData<typeof loader>()
  return (
    <div data-ground="paper">
      <PageHeader title={m.periods_title()} lead={m.periods_lead()} crumbs={listBreadcrumbs()} />
      <div className={styles.body}>
        <PeriodsCalculator
          key={asked ? toQueryString(asked.question) : ''}
          datedQuestion={asked}
          action={localizePath(periodsPath)}
          calendar={localizePath(calendarPath)}
          consult={{ to: localizePath(periodsConsultPath), act: m.periods_consult() }}
        />
      </div>
    </div>
  )
}
