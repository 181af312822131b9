import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { HallPicture } from '../home/hall-picture.tsx'
import { buildPageHead, toOrganizationSchema } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { FactList } from '../parts/page/fact-list.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { bindUnits } from '../text/bind-units.ts'
import styles from './guide-page.module.css'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const [figures, { setting }] = await Promise.all([api.fairs.figures(), api.settings.published()])
  return { origin, card: toCardLink(pageCard(locale, 'about')), figures, phone: setting.phone }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_about(),
        description: m.match_about_description(),
        origin: page.origin,
        to: '/match/about',
        card: page.card,
        about: { '@type': 'AboutPage', name: m.match_about(), mainEntity: toOrganizationSchema(page.origin) },
        crumbs: [{ title: m.match_about() }],
      })
    : []

/** About page: purpose of the centre, its audience, and its results so far. */
export default function AboutPage() {
  const { figures, phone } = useLoaderData<typeof loader>()
  const numbers = [
    { name: m.match_figure_fairs(), value: figures.fairs },
    { name: m.match_figure_sellers(), value: figures.sellers },
    { name: m.match_figure_buyers(), value: figures.buyers },
    { name: m.match_figure_countries(), value: figures.countries },
    { name: m.match_figure_products(), value: figures.products },
    { name: m.match_figure_meetings(), value: figures.meetings },
  ].filter(({ value }) => value > 0)
  const parts = [
    { title: m.match_about_sellers_title(), text: m.match_about_sellers_text() },
    { title: m.match_about_buyers_title(), text: m.match_about_buyers_text() },
    { title: m.match_about_meetings_title(), text: m.match_about_meetings_text() },
  ]
  return (
    <>
      <PageHeader
        title={m.match_about_title()}
        lead={m.match_about_lead()}
        crumbs={[{ title: m.match_name(), to: '/match' }, { title: m.match_about() }]}
      />
      <div className={styles.wide}>
        <HallPicture className={styles.picture} />
      </div>
      {numbers.length > 0 && (
        <dl className={styles.figures}>
          {numbers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.parts}>
        {parts.map(({ title, text }) => (
          <section key={title}>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{bindUnits(text)}</p>
          </section>
        ))}
      </div>
      <div className={styles.narrow}>
        <FactList
          facts={[
            { name: m.match_fact_place(), value: m.match_address() },
            { name: m.match_fact_phone(), value: <a href={`tel:${phone}`}>{phone}</a> },
            { name: m.match_fact_hours(), value: m.center_weekdays() },
          ]}
        />
        <p className={styles.actions}>
          <ButtonLink to={localizePath('/match/fairs')}>{m.match_footer_fairs()}</ButtonLink>
          <ButtonLink look="outline" to={localizePath('/match/manual/seller')}>
            {m.match_manual_seller()}
          </ButtonLink>
          <ButtonLink look="outline" to={localizePath('/match/manual/buyer')}>
            {m.match_manual_buyer()}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}
