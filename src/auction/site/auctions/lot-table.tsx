import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import { bidStatusOf } from '../bidding/bid-status.ts'
import { labelWords } from '../bidding/status-labels.ts'
import { wonRange } from '../format/format-amounts.ts'
import { Price } from '../parts/price.tsx'
import { Sign } from '../parts/status-icon.tsx'
import { place, workPath } from '../paths.ts'
import styles from './lot-table.module.css'
import { EndTime, type ShownProps } from './works-wall.tsx'

/** Works as a table: lot, artist, title, estimate, bid, end, and the member's status. */
export function LotTable({ works, live, own, now }: ShownProps) {
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
            const status = bidStatusOf(lot, own.lots.get(work._id), 'live')
            const word = status && labelWords[status]?.()
            return (
              <tr key={work._id} data-lot={work.lot}>
                <td>{work.lot}</td>
                <th scope="row" lang={foreign(work.lang)}>
                  <Link to={place(workPath(work._id))}>
                    {work.author && `${work.author.name}, `}
                    {work.title}
                  </Link>
                </th>
                <td className={styles.quiet}>
                  {work.estimateLow !== null && wonRange(work.estimateLow, work.estimateHigh)}
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
                      <Sign status={status} /> {word}
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
