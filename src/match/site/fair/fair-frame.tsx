import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { participationLabels } from '../fairs/participation-labels.ts'
import { useOwnFairs } from '../fairs/use-own-fairs.ts'
import { PhaseTrack } from '../parts/fair/phase-track.tsx'
import { NextStep } from '../parts/page/next-step.tsx'
import type { FairData } from './fair-data.ts'
import styles from './fair-frame.module.css'

export type FairPart = 'sellers' | 'products' | 'buyers' | 'programme'

interface FairFrameProps {
  fair: FairData
  part: FairPart
  children: ReactNode
}

/** Frame of the pages of a fair: facts, phase track, next step, and tabs. */
export function FairFrame({ fair, part, children }: FairFrameProps) {
  const path = localizePath(`/match/fairs/${fair._id}`)
  const parts: { key: FairPart; title: string; to: string; count?: number }[] = [
    { key: 'sellers', title: m.match_part_sellers(), to: path, count: fair.counts.sellers },
    { key: 'products', title: m.match_part_products(), to: `${path}/products`, count: fair.counts.products },
    { key: 'buyers', title: m.match_part_buyers(), to: `${path}/buyers`, count: fair.counts.buyers },
    { key: 'programme', title: m.match_part_programme(), to: `${path}/programme` },
  ]
  const current = parts.find(({ key }) => key === part)
  return (
    <>
      <header className={styles.head}>
        <Breadcrumbs
          crumbs={[
            { title: m.match_menu_fairs(), to: '/match/fairs' },
            {
              title: fair.title,
              lang: foreignLang(fair.lang),
              ...(part !== 'sellers' && { to: `/match/fairs/${fair._id}` }),
            },
            ...(part === 'sellers' ? [] : [{ title: current?.title ?? '' }]),
          ]}
        />
        <div className={styles.columns}>
          <div>
            <h1 className={styles.title} lang={foreignLang(fair.lang)}>
              {fair.title}
            </h1>
            <ul className={styles.facts}>
              <li className={styles.strong}>
                <Icon name="calendar" small />
                {fair.period}
              </li>
              {fair.venue && (
                <li>
                  <Icon name="pin" small />
                  <span lang={foreignLang(fair.lang)}>{fair.venue}</span>
                </li>
              )}
              <li>
                <Icon name="table" small />
                {m.match_fair_grid({ minutes: fair.slotMinutes, tables: fair.tables })}
              </li>
            </ul>
            {fair.summary && (
              <p className={styles.summary} lang={foreignLang(fair.lang)}>
                {fair.summary}
              </p>
            )}
          </div>
          <div className={styles.way}>
            <PhaseTrack track={fair.track} />
            <Step fair={fair} />
          </div>
        </div>
        <nav className={styles.parts} aria-label={m.match_parts()} data-scrolls="">
          <ul>
            {parts.map(({ key, title, to, count }) => (
              <li key={key}>
                <Link
                  className={styles.part}
                  to={to}
                  aria-current={key === part ? 'page' : undefined}
                  preventScrollReset
                >
                  {title} {count !== undefined && <span>{count}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className={styles.body}>{children}</div>
    </>
  )
}

/** Next step: for a participating member by its state, otherwise by the phase of the fair. */
function Step({ fair: { _id, phase, calls } }: { fair: FairData }) {
  const own = useOwnFairs().find(({ fair, state }) => fair._id === _id && state !== 'withdrawn')
  if (own)
    return (
      <NextStep
        over={m.match_own_state()}
        title={participationLabels[own.state]()}
        {...(own.reason && { text: own.reason })}
        light={own.state === 'submitted'}
      >
        <ButtonLink to={localizePath(own.state === 'approved' ? `/me/schedule/${_id}` : '/me/fairs')} reloadDocument>
          {own.state === 'approved' ? m.match_own_times() : m.match_own_open()}
        </ButtonLink>
      </NextStep>
    )
  if (phase === 'expired')
    return <NextStep light over={m.match_fair_now()} title={m.match_fair_over()} text={m.match_fair_over_text()} />
  if (!calls)
    return <NextStep light over={m.match_fair_now()} title={m.match_fair_closed()} text={m.match_fair_closed_text()} />
  const isForSellers = calls === 'seller'
  return (
    <NextStep
      over={m.match_fair_apply_over()}
      title={isForSellers ? m.match_fair_apply_seller() : m.match_fair_apply_buyer()}
      text={isForSellers ? m.match_fair_sellers_only() : m.match_fair_buyers_reviewed()}
    >
      <ButtonLink to={localizePath(`/match/join/${isForSellers ? 'seller' : 'buyer'}?fair=${_id}`)}>
        {isForSellers ? m.match_apply_seller() : m.match_apply_buyer()}
      </ButtonLink>
    </NextStep>
  )
}
