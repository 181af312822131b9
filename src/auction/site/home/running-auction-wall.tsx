import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicAuctionFile } from '../../files/contract.ts'
import type { PublicWorkLine } from '../../works/contract.ts'
import { EndTimeline, endSpan } from '../auctions/end-timeline.tsx'
import { wallLabels } from '../bidding/status-labels.ts'
import { useMemberAuction } from '../bidding/use-member-auction.ts'
import { formatTimeLeft } from '../format/format-times.ts'
import { useLiveLots, useServerNow } from '../live/use-live-lots.ts'
import { Price } from '../parts/price.tsx'
import { type BidStatus, StatusIcon } from '../parts/status-icon.tsx'
import { auctionPath, localizePath, workPath } from '../paths.ts'
import { calculateWallFit, formatSize } from '../wall/wall-scale.ts'
import { WorkPicture } from '../wall/work-picture.tsx'
import { formatWorkName } from '../works/work-view.ts'
import styles from './running-auction-wall.module.css'

export interface RunningAuction {
  _id: string
  title: string
  lang: 'ko' | 'en' | 'cn'
  state: { status: BidStatus; words: string }
  ending: string
  works: readonly PublicWorkLine[]
  /** Works shown on the wall. */
  wallWorks: readonly PublicWorkLine[]
  file: PublicAuctionFile | null
}

/** A running auction: a wall with the works that end next, at one scale and eye level. */
export function RunningAuctionWall({ program, isFirst }: { program: RunningAuction; isFirst: boolean }) {
  const live = useLiveLots(program._id)
  const own = useMemberAuction(program._id)
  const now = useServerNow()
  const open = program.works
    .filter(({ _id }) => live.lots.get(_id)?.state === 'open')
    .toSorted((a, b) => (live.lots.get(a._id)?.endsAt ?? '').localeCompare(live.lots.get(b._id)?.endsAt ?? ''))
  const next = open[0]
  const lot = next && live.lots.get(next._id)
  // Fixed at page load: works must not move while a visitor looks at them.
  const { wallWorks } = program
  const fit = calculateWallFit(wallWorks)
  const left = lot && now !== undefined ? new Date(lot.endsAt).getTime() - now : undefined
  return (
    <article aria-label={program.title}>
      <div className={styles.wall}>
        <div className={styles.label}>
          <p className={styles.state}>
            <StatusIcon status={program.state.status} /> {program.state.words}
          </p>
          {isFirst ? (
            <h1 className={styles.title} lang={foreignLang(program.lang)}>
              {program.title}
            </h1>
          ) : (
            <h2 className={styles.title} lang={foreignLang(program.lang)}>
              {program.title}
            </h2>
          )}
          <p className={styles.ending}>{program.ending}</p>
          <dl className={styles.now}>
            {next && (
              <div>
                <dt>{m.auction_now_ending()}</dt>
                <dd>{m.auction_lot({ lot: next.lot })}</dd>
              </div>
            )}
            {left !== undefined && (
              <div>
                <dt>{m.auction_left()}</dt>
                <dd>
                  <span role="timer">{formatTimeLeft(left)}</span>
                </dd>
              </div>
            )}
            {live.lots.size > 0 && (
              <div>
                <dt>{m.auction_open_works()}</dt>
                <dd>{m.auction_works_count({ count: open.length })}</dd>
              </div>
            )}
          </dl>
          <div className={styles.ways}>
            <ButtonLink to={localizePath(auctionPath(program._id))} className={styles.enter}>
              {m.auction_enter()}
            </ButtonLink>
            {program.file && (
              <ButtonLink look="outline" icon="download" to={program.file.file.url} reloadDocument>
                {m.auction_catalogue()}
              </ButtonLink>
            )}
          </div>
        </div>
        <ul className={styles.works}>
          {wallWorks.map((work, index) => {
            const liveLot = live.lots.get(work._id)
            return (
              <li key={work._id}>
                <Link to={localizePath(workPath(work._id))} className={styles.work}>
                  <span className={styles.hanging}>
                    <WorkPicture
                      picture={work.picture}
                      size={work}
                      fit={fit}
                      sizes="320px"
                      first={isFirst && index === 0}
                    />
                  </span>
                  <span className={styles.plate}>
                    <small>{m.auction_lot({ lot: work.lot })}</small>
                    <span className={styles.name} lang={foreignLang(work.lang)}>
                      {formatWorkName(work)}
                    </span>
                    <span className={styles.size}>
                      {formatSize(work)}
                      {liveLot && liveLot.price !== null && (
                        <>
                          {' '}
                          · {liveLot.state === 'sold' ? m.auction_hammer() : m.auction_current()}{' '}
                          <Price sum={liveLot.price} />
                        </>
                      )}
                    </span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
        <span className={styles.bench} aria-hidden="true" />
        <p className={styles.scale}>{m.auction_scale()}</p>
      </div>
      {endSpan({ works: program.works, live }) && (
        <div className={styles.line}>
          <div className={styles.lineHead}>
            <h2>{m.auction_line_title()}</h2>
            {own.lots.size > 0 && (
              <ul className={styles.legend}>
                {(['leading', 'tight', 'outbid'] as const).map((status) => (
                  <li key={status} data-status={status}>
                    <StatusIcon status={status} /> {wallLabels[status]?.()}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <EndTimeline works={program.works} live={live} own={own} now={now} />
        </div>
      )}
    </article>
  )
}
