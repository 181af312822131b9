import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { type Crumb, describePage } from '#content/site/describe-page.ts'
import { PeriodsCalculator } from '#firm/periods/public/periods-calculator.tsx'
import { queryOf, readQuestion, seoulDay } from '#firm/periods/rules.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { calendarAddress, periodsAddress, periodsConsultAddress, place } from '../layout/firm-paths.ts'
import { PageHead } from '../page-parts/page-header.tsx'
import { siteContext } from '../server/site-api.ts'
import { linkTo, pageCard } from '../social-cards/firm-cards.ts'
import styles from './periods-page.module.css'

// Not cached: the answer changes daily, and any date can be in the URL.
export const handle: PageHandle = { wake: 'idle', query: ['since', 'part'] }

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, origin, locale } = siteContext(context)
  const { setting } = await api.settings.published()
  const query = new URL(request.url).searchParams
  const asked = query.has('since') ? { question: readQuestion(query), today: seoulDay(Date.now()) } : null
  return { asked, origin, name: setting.name, card: linkTo(pageCard(locale, 'periods', setting.name)) }
}

const crumbs = (): Crumb[] => [
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
        crumbs: crumbs(),
      })
    : []

/** Calculator page: the target of its form without script, and a link to share. */
export default function PeriodsPage() {
  const { asked } = useLoaderData<typeof loader>()
  return (
    <div data-ground="paper">
      <PageHead title={m.periods_title()} lead={m.periods_lead()} crumbs={crumbs()} />
      <div className={styles.body}>
        <PeriodsCalculator
          key={asked ? queryOf(asked.question) : ''}
          asked={asked}
          action={place(periodsAddress)}
          calendar={place(calendarAddress)}
          consult={{ to: place(periodsConsultAddress), act: m.periods_consult() }}
        />
      </div>
    </div>
  )
}
