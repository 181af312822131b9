import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { determineBidStatus } from '../bidding/bid-status.ts'
import { wallLabels } from '../bidding/status-labels.ts'
import { formatWonRange } from '../format/format-amounts.ts'
import { Price } from '../parts/price.tsx'
import { StatusIcon } from '../parts/status-icon.tsx'
import { localizePath, workPath } from '../paths.ts'
import styles from './lot-table.module.css'
import { EndTime, type WorksProps } from './works-wall.tsx'

/** Works as a table: lot, artist, title, estimate, bid, end, and the member's status. */
export function LotTable({ works, live, own, now }: WorksProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.auction_lot_head()}</th>
            <th scope="col">{m.auction_work_head()}</th>
            <th scope="col">{m.auction_estimate_head()}</th>
            <th scope="col" className={styles.sum}>
              {m.auction_current()}
            </th>
            <th scope="col">{m.auction_end()}</th>
            <th scope="col">{m.auction_mine_head()}</th>
          </tr>
        </thead>
        <tbody>
          {works.map((work) => {
            const lot = live.lots.get(work._id)
            const status = determineBidStatus(lot, own.lots.get(work._id), 'live')
            const word = status && wallLabels[status]?.()
            return (
              <tr key={work._id} data-lot={work.lot}>
                <td>{work.lot}</td>
                <th scope="row" lang={foreignLang(work.lang)}>
                  <Link to={localizePath(workPath(work._id))}>
                    {work.author && `${work.author.name}, `}
                    {work.title}
                  </Link>
                </th>
                <td className={styles.quiet}>
                  {work.estimateLow !== null && formatWonRange(work.estimateLow, work.estimateHigh)}
                </td>
                <td className={styles.sum}>
                  <Price sum={lot?.price ?? work.startPrice} />
                </td>
                <td>
                  <EndTime work={work} live={live} now={now} />
                </td>
                <td className={styles.status} data-status={status ?? undefined}>
                  {status && word && (
                    <>
                      <StatusIcon status={status} /> {word}
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
