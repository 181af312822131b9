import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatTime } from '#content/site/site-shell/format-dates.ts'
import { toSingleLine } from '#content/site/site-shell/page-head.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { formatLifeYears } from '../authors/life-years.ts'
import { Bidding } from '../bidding/bidding.tsx'
import { BidHistory } from '../bidding/history/bid-history.tsx'
import { linkCard, recordCards } from '../cards/social-card.ts'
import { formatWon, formatWonRange } from '../format/format-amounts.ts'
import { createPageMeta } from '../layout/page-meta.ts'
import { useLiveLots } from '../live/use-live-lots.ts'
import { auctionContext } from '../loader-context.ts'
import { AuctionCrumbs } from '../parts/auction-crumbs.tsx'
import { auctionPath, authorPath, localizePath, workPath } from '../paths.ts'
import { formatSize } from '../wall/wall-scale.ts'
import { Gallery } from './gallery.tsx'
import { LotActions } from './lot-actions.tsx'
import styles from './work-page.module.css'
import { createWorkView, formatWorkName, type WorkView } from './work-view.ts'

export const handle: PageHandle = { hydrate: 'now', cached: true }

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api, origin, locale } = auctionContext(context)
  const { work } = await api.works.open({ params: { id: params.work ?? '' } })
  const [{ program }, { setting }] = await Promise.all([
    api.programs.open({ params: { id: work.program._id } }),
    api.settings.published(),
  ])
  return {
    origin,
    work: createWorkView(work, program),
    phone: setting.phone,
    card: linkCard(recordCards.work(locale, work)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData: page }) => {
  if (!page) return []
  const { work } = page
  const name = formatWorkName(work)
  return createPageMeta({
    title: `${name} · ${work.program.title}`,
    description: toSingleLine(
      m.auction_work_description({ name, medium: work.medium, program: work.program.title, lot: work.lot }),
    ),
    origin: page.origin,
    to: workPath(work._id),
    card: page.card,
    about: {
      '@type': 'VisualArtwork',
      name: work.title,
      ...(work.author && { creator: { '@type': 'Person', name: work.author.name } }),
      ...(work.medium && { artMedium: work.medium }),
      ...(work.made && { dateCreated: work.made }),
      ...(work.width && { width: { '@type': 'Distance', name: `${work.width / 10} cm` } }),
      ...(work.height && { height: { '@type': 'Distance', name: `${work.height / 10} cm` } }),
      offers: {
        '@type': 'Offer',
        priceCurrency: 'KRW',
        price: work.startPrice,
        availabilityEnds: work.dueAt,
        url: page.origin + localizePath(workPath(work._id)),
      },
    },
    crumbs: crumbsOf(page),
  })
}

const crumbsOf = ({ work }: Awaited<ReturnType<typeof loader>>) => [
  { title: work.program.title, to: auctionPath(work.program._id), lang: foreignLang(work.program.lang) },
  { title: m.auction_lot({ lot: work.lot }) },
]

/** Second line of the artist's name: Latin spelling for readers of neither Korean nor Chinese, and years of life. */
const formatLatinAndYears = ({ name, latin, ...years }: NonNullable<WorkView['author']>) =>
  [latin === name ? '' : latin, formatLifeYears(years)].filter(Boolean).join(', ')

/** Whether the reserve is met; nothing without a reserve or bids, or once the lot has ended. */
function ReserveWords({ work }: { work: WorkView }) {
  const lot = useLiveLots(work.program._id).lots.get(work._id)
  if (!lot || lot.reserveMet === null || lot.price === null || (lot.state !== 'open' && lot.state !== 'stopped'))
    return null
  return <span>{lot.reserveMet ? m.auction_reserve_met() : m.auction_reserve_below()}</span>
}

/** Page of a work: pictures, label, bidding, history and description. */
export default function WorkPage() {
  const page = useLoaderData<typeof loader>()
  const { work, phone } = page
  const lang = foreignLang(work.lang)
  const facts = [work.medium, formatSize(work), work.made].filter(Boolean)
  return (
    <>
      <div className={styles.top}>
        <AuctionCrumbs crumbs={crumbsOf(page)} />
        <nav className={styles.lots} aria-label={m.auction_lots_nav()} data-lots="">
          {work.previous && (
            <Link to={localizePath(workPath(work.previous._id))} rel="prev">
              <Icon name="arrow-left" small /> {m.auction_lot({ lot: work.previous.lot })}
            </Link>
          )}
          <span>
            {work.lot} / {work.program.lots}
          </span>
          {work.following && (
            <Link to={localizePath(workPath(work.following._id))} rel="next" className={styles.next}>
              {m.auction_lot_next({ lot: work.following.lot, time: formatTime(work.following.dueAt) })}{' '}
              <Icon name="arrow-right" small />
            </Link>
          )}
        </nav>
      </div>
      <div className={styles.columns}>
        <Gallery work={work} />
        <div className={styles.side}>
          <div className={styles.sticky}>
            <header>
              <p className={styles.lot}>{m.auction_lot({ lot: work.lot })}</p>
              <h1 lang={lang}>
                {work.author && (
                  <span className={styles.author}>
                    <Link to={localizePath(authorPath(work.author._id))}>{work.author.name}</Link>
                    <small>{formatLatinAndYears(work.author)}</small>
                  </span>
                )}
                <span className={styles.title}>{work.title}</span>
              </h1>
              <p className={styles.facts} lang={lang}>
                {facts.join(', ')}
              </p>
              <p className={styles.facts}>
                {work.estimateLow !== null && (
                  <span>{m.auction_estimate({ range: formatWonRange(work.estimateLow, work.estimateHigh) })}</span>
                )}
                <ReserveWords work={work} />
              </p>
            </header>
            <Bidding key={work._id} work={work} phone={phone} />
            <LotActions key={`acts-${work._id}`} work={work} />
          </div>
        </div>
      </div>
      <div className={styles.below}>
        <BidHistory key={work._id} work={work._id} program={work.program._id} />
        <section aria-labelledby="about">
          <h2 id="about" className={styles.heading}>
            {m.auction_about_work()}
          </h2>
          {work.note && (
            <p className={styles.note} lang={lang}>
              {work.note}
            </p>
          )}
          <dl className={styles.list}>
            {work.provenance && (
              <div>
                <dt>{m.auction_provenance()}</dt>
                <dd lang={lang}>{work.provenance}</dd>
              </div>
            )}
            <div>
              <dt>{m.auction_start()}</dt>
              <dd>{formatWon(work.startPrice)}</dd>
            </div>
          </dl>
        </section>
      </div>
    </>
  )
}
