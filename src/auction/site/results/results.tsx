import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatLongDate } from '#content/site/site-shell/format-dates.ts'
import { Id } from '#kit/contract.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Pagination } from '#ui/controls/pagination.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { linkCard, pageCard } from '../cards/social-card.ts'
import { PastAuctionsTable } from '../home/auction-home.tsx'
import { createPageMeta } from '../layout/page-meta.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { Price } from '../parts/price.tsx'
import { StatusIcon } from '../parts/status-icon.tsx'
import { homePath, localizePath, proofPath, workPath } from '../paths.ts'
import { formatWorkName } from '../works/work-view.ts'
import styles from './results.module.css'

// Not cached: prices must be current.
export const handle: PageHandle = { hydrate: 'idle', query: ['program', 'page'] }

const path = `${homePath}/results`
const limit = 40

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const program = Id.safeParse(url.searchParams.get('program')).data
  const pageParam = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(pageParam) && pageParam >= 1 && pageParam <= 1000 ? pageParam : 1
  const [{ results, total }, { programs }, chosen] = await Promise.all([
    api.works.results({ query: { page, limit, ...(program && { program }) } }),
    readAllPages('programs', (paging) => api.programs.published({ query: { ...paging, state: 'over' } })),
    program ? api.programs.open({ params: { id: program } }) : null,
  ])
  const title = chosen?.program.title ?? ''
  return { origin, card: linkCard(pageCard(locale, 'results')), results, total, page, programs, program, title }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) =>
  page
    ? createPageMeta({
        title: page.title ? `${m.auction_menu_results()} · ${page.title}` : m.auction_menu_results(),
        description: m.auction_results_description(),
        origin: page.origin,
        to: path,
        card: page.card,
        about: { '@type': 'CollectionPage', name: m.auction_menu_results() },
        crumbs: [{ title: m.auction_menu_results() }],
      })
    : []

/** Past auctions and closed lots, each linked to its history. */
export default function Results() {
  const { results, total, page, programs, program, title } = useLoaderData<typeof loader>()
  const here = localizePath(path)
  return (
    <div className={styles.page}>
      <AuctionCrumbs
        crumbs={
          program ? [{ title: m.auction_menu_results(), to: path }, { title }] : [{ title: m.auction_menu_results() }]
        }
      />
      <h1 className={styles.title}>{title || m.auction_menu_results()}</h1>
      {!program && programs.length > 0 && <PastAuctionsTable programs={programs} />}
      <h2 className={styles.heading}>{m.auction_results_lots({ count: total })}</h2>
      {results.length === 0 && <Notice title={m.auction_results_none()} text={m.auction_results_none_text()} />}
      <ul className={styles.list}>
        {results.map((work) => (
          <li key={work._id}>
            <div className={styles.picture}>
              {work.picture && <Picture picture={work.picture} sizes="72px" alt="" />}
            </div>
            <div className={styles.what}>
              <h3 lang={foreignLang(work.lang)}>
                <Link to={localizePath(workPath(work._id))}>{formatWorkName(work)}</Link>
              </h3>
              <p>
                {m.auction_lot({ lot: work.lot })} · {work.program.title} · {formatLongDate(work.closedAt)}
              </p>
            </div>
            <p className={styles.sum}>
              {work.hammer === null ? (
                <>
                  <StatusIcon status="passed" /> {m.auction_label_passed()}
                </>
              ) : (
                <Price sum={work.hammer} />
              )}
              <small>{m.auction_bids({ count: work.bids })}</small>
            </p>
            <Link
              className={styles.proof}
              to={localizePath(proofPath(work._id))}
              aria-label={`${formatWorkName(work)}: ${m.auction_proof()}`}
            >
              {m.auction_proof()}
            </Link>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        of={Math.ceil(total / limit)}
        to={(number) => {
          const query = new URLSearchParams({
            ...(program && { program }),
            ...(number > 1 && { page: String(number) }),
          })
          return query.size > 0 ? `${here}?${query}` : here
        }}
      />
    </div>
  )
}
