import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { buildPageHead, toOrganizationSchema } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import chips from '../parts/list/filter-chips.module.css'
import { PageHeader } from '../parts/page/page-header.tsx'
import { bindUnits } from '../text/bind-units.ts'
import styles from './guide-page.module.css'
import { screenshotSize, screenshotUrl } from './manual-screenshots.ts'
import { listManualSteps } from './manual-steps.ts'

export const handle: PageHandle = { hydrate: 'idle', cached: true }

const sides = ['seller', 'buyer'] as const
type Side = (typeof sides)[number]

const titles = { seller: m.match_manual_seller, buyer: m.match_manual_buyer }
const leads = { seller: m.match_manual_seller_lead, buyer: m.match_manual_buyer_lead }

export const loader = ({ context, params }: LoaderFunctionArgs) => {
  const { origin, locale } = matchContext(context)
  const side = sides.find((one) => one === params.side)
  if (!side) throw data(null, { status: 404 })
  return { origin, side, card: toCardLink(pageCard(locale, `manual-${side}`)), steps: listManualSteps(side) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: titles[page.side](),
        description: leads[page.side](),
        origin: page.origin,
        to: `/match/manual/${page.side}`,
        card: page.card,
        about: {
          '@type': 'HowTo',
          name: titles[page.side](),
          description: leads[page.side](),
          publisher: toOrganizationSchema(page.origin),
          step: page.steps.map(({ title, text }, at) => ({
            '@type': 'HowToStep',
            position: at + 1,
            name: title,
            text,
          })),
        },
        crumbs: [{ title: m.match_about(), to: '/match/about' }, { title: titles[page.side]() }],
      })
    : []

/** Step-by-step manual for sellers or buyers. */
export default function ManualPage() {
  const { side, steps } = useLoaderData<typeof loader>()
  const title = (one: Side) => titles[one]()
  return (
    <>
      <PageHeader
        title={title(side)}
        lead={leads[side]()}
        crumbs={[{ title: m.match_about(), to: '/match/about' }, { title: title(side) }]}
      >
        <nav className={styles.tabs} aria-label={m.match_menu_manual()}>
          <ul className={chips.chips}>
            {sides.map((one) => (
              <li key={one}>
                <Link
                  className={chips.chip}
                  to={localizePath(`/match/manual/${one}`)}
                  aria-current={one === side ? 'page' : undefined}
                >
                  {title(one)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <ol className={styles.steps}>
        {steps.map(({ title, text, points, act }, at) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h2 className={styles.title}>{title}</h2>
              <p className={styles.text}>{bindUnits(text)}</p>
              <ul className={styles.list}>
                {points.map((point) => (
                  <li key={point}>{bindUnits(point)}</li>
                ))}
              </ul>
              {act && (
                <p className={styles.act}>
                  <TextLink to={localizePath(act.to)} reloadDocument={act.to.startsWith('/me')}>
                    {act.words}
                  </TextLink>
                </p>
              )}
            </div>
            <img
              className={styles.shot}
              src={screenshotUrl(side, at + 1, getLocale())}
              alt={m.match_manual_shot({ title })}
              {...screenshotSize}
              loading="lazy"
              decoding="async"
            />
          </li>
        ))}
      </ol>
    </>
  )
}
