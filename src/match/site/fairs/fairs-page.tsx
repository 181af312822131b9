import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { pageCard, toCardLink } from '../cards/match-card.ts'
import { hallPictureSource } from '../home/hall-picture-source.ts'
import { buildPageHead } from '../layout/page-head.ts'
import { matchContext } from '../loader-context.ts'
import { PhaseTrack } from '../parts/fair/phase-track.tsx'
import chips from '../parts/list/filter-chips.module.css'
import { PageHeader } from '../parts/page/page-header.tsx'
import { type FairView, formatCounts, phaseName, publicPhases, toFairView } from './fair-view.ts'
import styles from './fairs-page.module.css'
import { OwnFairs } from './own-fairs.tsx'

export const handle: PageHandle = { hydrate: 'idle', cached: true, query: ['phase'] }

const path = '/match/fairs'
const maxFairs = 100

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = matchContext(context)
  const requested = url.searchParams.get('phase')
  const phase = publicPhases.find((one) => one === requested) ?? null
  const { fairs } = await api.fairs.published({ query: { limit: maxFairs } })
  const now = Date.now()
  const views = fairs.map((fair) => toFairView(fair, now))
  const counted = publicPhases.map((one) => ({ phase: one, count: views.filter((fair) => fair.phase === one).length }))
  return {
    origin,
    card: toCardLink(pageCard(locale, 'fairs')),
    phase,
    all: views.length,
    counts: counted.filter(({ count }) => count > 0),
    fairs: phase ? views.filter((fair) => fair.phase === phase) : views,
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? buildPageHead({
        title: m.match_menu_fairs(),
        description: m.match_fairs_description(),
        origin: page.origin,
        to: path,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.match_menu_fairs() },
        crumbs: [{ title: m.match_menu_fairs() }],
      })
    : []

const order = ['ongoing', 'applying', 'recruiting'] as const

/** List of fairs by phase: open ones as cards, past ones as rows. The member's own fairs are added in the browser. */
export default function FairsPage() {
  const { phase, all, counts, fairs } = useLoaderData<typeof loader>()
  const open = order.flatMap((one) => fairs.filter((fair) => fair.phase === one))
  const past = fairs.filter((fair) => fair.phase === 'expired')
  const here = localizePath(path)
  return (
    <>
      <PageHeader title={m.match_menu_fairs()}>
        <nav className={styles.filter} aria-label={m.match_fairs_filter()}>
          <ul className={chips.chips}>
            <li>
              <Link className={chips.chip} to={here} aria-current={phase === null ? 'page' : undefined}>
                {m.match_fairs_all({ count: all })}
              </Link>
            </li>
            {counts.map(({ phase: one, count }) => (
              <li key={one}>
                <Link
                  className={chips.chip}
                  to={`${here}?phase=${one}`}
                  aria-current={one === phase ? 'page' : undefined}
                >
                  {phaseName(one)} {count}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeader>
      <div className={styles.body}>
        <OwnFairs />
        {fairs.length === 0 && <Notice title={m.match_fairs_none()} text={m.match_fairs_none_text()} />}
        {open.length > 0 && (
          <ul className={styles.cards}>
            {open.map((fair, at) => (
              <li key={fair._id}>
                <FairCard fair={fair} first={at === 0} />
              </li>
            ))}
          </ul>
        )}
        {past.length > 0 && (
          <section className={styles.past} aria-labelledby="past">
            <h2 id="past" className={styles.title}>
              {m.match_fairs_past()}
            </h2>
            <ul className={styles.lines}>
              {past.map((fair) => (
                <li key={fair._id} className={styles.line}>
                  <h3 lang={foreignLang(fair.lang)}>{fair.title}</h3>
                  <span>{fair.period}</span>
                  <span className={styles.quiet}>{formatCounts(fair.counts)}</span>
                  <TextLink
                    to={localizePath(`${path}/${fair._id}`)}
                    aria-label={`${fair.title}: ${m.match_fair_review()}`}
                  >
                    {m.match_fair_review()}
                  </TextLink>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

const applications = {
  seller: { words: m.match_apply_seller, text: m.match_fair_sellers_only, to: '/match/join/seller' },
  buyer: { words: m.match_apply_buyer, text: m.match_fair_buyers_reviewed, to: '/match/join/buyer' },
} as const

function FairCard({ fair, first }: { fair: FairView; first: boolean }) {
  const act = fair.calls && fair.phase !== 'ongoing' ? applications[fair.calls] : null
  const to = localizePath(`${path}/${fair._id}`)
  return (
    <article className={styles.card} data-fair={fair._id}>
      <div className={styles.picture}>
        <Picture
          picture={fair.picture ?? hallPictureSource}
          sizes="(min-width: 1200px) 208px, 100vw"
          alt=""
          isFirst={first}
        />
      </div>
      <div className={styles.facts}>
        <p className={styles.phase} data-phase={fair.phase}>
          {fair.phaseLabel}
        </p>
        <h2 className={styles.name} lang={foreignLang(fair.lang)}>
          <Link to={to}>{fair.title}</Link>
        </h2>
        <ul className={styles.about}>
          <li>
            <Icon name="calendar" small />
            {fair.period}
          </li>
          {fair.venue && (
            <li>
              <Icon name="pin" small />
              {fair.venue}
            </li>
          )}
        </ul>
        <PhaseTrack track={fair.track} />
      </div>
      <div className={styles.side}>
        <p className={styles.sideOver}>{act ? m.match_fair_who() : m.match_fair_now()}</p>
        <p className={styles.sideTitle}>{act ? act.text() : formatCounts(fair.counts)}</p>
        {act ? (
          <ButtonLink low look="outline" to={localizePath(`${act.to}?fair=${fair._id}`)}>
            {act.words()}
          </ButtonLink>
        ) : (
          <ButtonLink low look="outline" to={to}>
            {m.match_fair_look()}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
