import { Link } from 'react-router'
import { formatShortDate, formatTime } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicWorkLine } from '../../works/contract.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { wallLabels } from '../bidding/status-labels.ts'
import type { MemberAuction } from '../bidding/use-member-auction.ts'
import { formatTimeLeft, isSameDay } from '../format/format-times.ts'
import type { LiveLots } from '../live/lot-watch.ts'
import { Price } from '../parts/price.tsx'
import { StatusIcon } from '../parts/status-icon.tsx'
import { localizePath, workPath } from '../paths.ts'
import { calculateWallFit, formatSize, minimumTrueWidth } from '../wall/wall-scale.ts'
import { WorkPicture } from '../wall/work-picture.tsx'
import styles from './works-wall.module.css'

export interface WorksProps {
  works: readonly PublicWorkLine[]
  live: LiveLots
  own: MemberAuction
  now: number | undefined
}

/** Milliseconds before the end from which a label shows a countdown instead of the time. */
const counts = 10 * 60_000

/** End of a lot as shown on its label. */
export function EndTime({ work, live, now }: { work: PublicWorkLine; live: LiveLots; now: number | undefined }) {
  const lot = live.lots.get(work._id)
  const end = new Date(lot?.endsAt ?? work.dueAt).getTime()
  const left = now === undefined ? undefined : end - now
  if (lot?.state === 'open' && left !== undefined && left > 0 && left < counts) return <b>{formatTimeLeft(left)}</b>
  return (
    <>{now !== undefined && isSameDay(end, now) ? formatTime(end) : `${formatShortDate(end)} ${formatTime(end)}`}</>
  )
}

/** Works of an auction or room at one eye level and scale, each with its label. */
export function WorksWall({ works, live, own, now }: WorksProps) {
  const fit = calculateWallFit(works)
  return (
    <>
      <p className={styles.note}>{m.auction_wall_note({ count: works.length, width: minimumTrueWidth(fit) })}</p>
      <ul className={styles.wall}>
        {works.map((work, index) => {
          const lot = live.lots.get(work._id)
          const status = determineBidStatus(lot, own.lots.get(work._id), 'live')
          const word = status && wallLabels[status]?.()
          const isClosed = lot?.state === 'sold' || lot?.state === 'passed'
          return (
            <li key={work._id} className={styles.work} data-lot={work.lot}>
              <div className={styles.hanging}>
                <WorkPicture
                  picture={work.picture}
                  size={work}
                  fit={fit}
                  sizes="(min-width: 1200px) 290px, 45vw"
                  first={index < 2}
                />
              </div>
              <div className={styles.label}>
                <p className={styles.line}>
                  <span className={styles.lot}>{m.auction_lot({ lot: work.lot })}</span>
                  {status && word && (
                    <span className={styles.status} data-status={status}>
                      <StatusIcon status={status} /> {word}
                    </span>
                  )}
                </p>
                <h2 className={styles.name} lang={foreignLang(work.lang)}>
                  <Link to={localizePath(workPath(work._id))}>
                    {work.author && <span className={styles.author}>{work.author.name}</span>}
                    <span className={styles.title}>{work.title}</span>
                  </Link>
                </h2>
                <p className={styles.facts} lang={foreignLang(work.lang)}>
                  {work.medium}
                </p>
                <p className={styles.facts}>{[formatSize(work), work.made].filter(Boolean).join(', ')}</p>
                <div className={styles.sums}>
                  <p>
                    <small>
                      {isClosed && lot.state === 'sold'
                        ? m.auction_hammer()
                        : lot && lot.price !== null
                          ? `${m.auction_current()} · ${m.auction_bids({ count: lot.bids })}`
                          : m.auction_start()}
                    </small>
                    <Price sum={lot?.price ?? work.startPrice} />
                  </p>
                  <p className={styles.end}>
                    <small>{m.auction_end()}</small>
                    <EndTime work={work} live={live} now={now} />
                  </p>
                </div>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
