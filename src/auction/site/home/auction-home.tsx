import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatLongDate, formatShortDate, formatTime, formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import type { PublicWorkLine } from '../../works/contract.ts'
import { describeAuctionState, describeEnds } from '../auctions/describe-state.ts'
import { linkCard, pageCard } from '../cards/social-card.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { auctionPath, homePath, localizePath } from '../paths.ts'
import styles from './auction-home.module.css'
import { type RunningAuction, RunningAuctionWall } from './running-auction-wall.tsx'

export const handle: PageHandle = { hydrate: 'now', cached: true }

const wallSize = 3
const shownPast = 3

/** Selects the works for the wall: the next to end as planned, filled up with the last to have ended. */
const chooseWallWorks = (works: readonly PublicWorkLine[], now: number): PublicWorkLine[] => {
  const pictured = works.filter(({ picture }) => picture)
  const next = pictured.findIndex(({ dueAt }) => Date.parse(dueAt) > now)
  const from = Math.max(0, Math.min(next < 0 ? pictured.length : next, pictured.length - wallSize))
  return pictured.slice(from, from + wallSize)
}

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const readAuctions = (state: 'running' | 'coming' | 'over' | 'cancelled', limit: number) =>
    api.programs.published({ query: { state, limit } })
  const [running, coming, over, cancelled] = await Promise.all([
    readAuctions('running', 3),
    readAuctions('coming', 10),
    readAuctions('over', shownPast),
    readAuctions('cancelled', 10),
  ])
  const now = Date.now()
  const shown: RunningAuction[] = await Promise.all(
    running.programs.map(async (line) => {
      const [{ program }, { works }, { files }] = await Promise.all([
        api.programs.open({ params: { id: line._id } }),
        readAllPages('works', (page) => api.works.published({ query: { ...page, program: line._id } })),
        api.files.published({ query: { program: line._id } }),
      ])
      return {
        _id: program._id,
        title: program.title,
        lang: program.lang,
        state: describeAuctionState(program, now),
        ending: describeEnds(program.lots, program.lotSeconds, program.firstEnd),
        works,
        wallWorks: chooseWallWorks(works, now),
        file: files[0] ?? null,
      }
    }),
  )
  return {
    origin,
    card: linkCard(pageCard(locale, 'home')),
    running: shown,
    // A cancelled auction stays announced until its planned end has passed.
    coming: [...coming.programs, ...cancelled.programs.filter(({ lastEnd }) => Date.parse(lastEnd) > now)].toSorted(
      (a, b) => a.startsAt.localeCompare(b.startsAt),
    ),
    past: over.programs,
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: m.auction_home_title(),
        description: m.auction_home_description(),
        origin: page.origin,
        to: homePath,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.auction_home_title(), description: m.auction_home_description() },
      })
    : []

/** Home page: running auctions as walls, upcoming ones as rows, past ones as a table. */
export default function AuctionHome() {
  const { running, coming, past } = useLoaderData<typeof loader>()
  return (
    <>
      {running.length === 0 && (
        <header className={styles.empty}>
          <h1>{m.auction_home_title()}</h1>
          <Notice
            title={m.auction_none_running()}
            text={
              coming[0]
                ? m.auction_next_program({ title: coming[0].title, day: formatWeekday(coming[0].startsAt) })
                : ''
            }
          />
        </header>
      )}
      {running.map((program, index) => (
        <RunningAuctionWall key={program._id} program={program} isFirst={index === 0} />
      ))}
      {coming.length > 0 && (
        <section className={styles.section} aria-labelledby="coming">
          <h2 id="coming" className={styles.heading}>
            {m.auction_coming()}
          </h2>
          <ul>
            {coming.map((program) => (
              <li key={program._id} className={styles.row}>
                <p className={styles.date}>
                  <b>{formatShortDate(program.startsAt)}</b>
                  <span>
                    {m.auction_starts_at({ day: formatWeekday(program.startsAt), time: formatTime(program.startsAt) })}
                  </span>
                  <span>{m.auction_until({ day: formatWeekday(program.lastEnd) })}</span>
                </p>
                <div className={styles.what}>
                  <h3 lang={foreignLang(program.lang)}>
                    <Link to={localizePath(auctionPath(program._id))}>{program.title}</Link>
                  </h3>
                  <p lang={foreignLang(program.lang)}>{program.summary}</p>
                  <p>
                    {program.state === 'cancelled'
                      ? m.auction_program_cancelled()
                      : m.auction_works_count({ count: program.lots })}
                  </p>
                </div>
                <div className={styles.pictures} aria-hidden="true">
                  {program.pictures.slice(0, 3).map((picture) => (
                    <Picture key={picture._id} picture={picture} sizes="92px" alt="" />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {past.length > 0 && (
        <section className={styles.section} aria-labelledby="past">
          <div className={styles.headingLine}>
            <h2 id="past" className={styles.heading}>
              {m.auction_past()}
            </h2>
            <TextLink to={localizePath(`${homePath}/results`)}>{m.auction_past_all()}</TextLink>
          </div>
          <PastAuctionsTable programs={past} />
        </section>
      )}
    </>
  )
}

interface PastProgram {
  _id: string
  title: string
  lang: 'ko' | 'en' | 'cn'
  lastEnd: string
  lots: number
  sold: number
  hammer: number
}

export function PastAuctionsTable({ programs }: { programs: readonly PastProgram[] }) {
  return (
    <table className={styles.past}>
      <thead>
        <tr>
          <th scope="col">{m.auction_end()}</th>
          <th scope="col">{m.auction_program()}</th>
          <th scope="col" className={styles.figure}>
            {m.auction_sold()}
          </th>
          <th scope="col" className={styles.figure}>
            {m.auction_sold_sum()}
          </th>
          <th scope="col" className={styles.figure}>
            {m.auction_history()}
          </th>
        </tr>
      </thead>
      <tbody>
        {programs.map((program) => (
          <tr key={program._id}>
            <td className={styles.quiet}>{formatLongDate(program.lastEnd)}</td>
            <th scope="row" lang={foreignLang(program.lang)}>
              <Link to={localizePath(`${homePath}/results?program=${program._id}`)}>{program.title}</Link>
            </th>
            <td className={styles.figure}>{m.auction_sold_of({ sold: program.sold, count: program.lots })}</td>
            <td className={styles.figure}>
              <b>{groupDigits(program.hammer)}</b> <small>{m.auction_currency()}</small>
            </td>
            <td className={styles.figure}>
              <Link
                className={styles.proof}
                to={localizePath(`${homePath}/results?program=${program._id}`)}
                aria-label={`${program.title}: ${m.auction_proof()}`}
              >
                {m.auction_proof()}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
