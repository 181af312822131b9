import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { dotted } from '#ui/format/language-attributes.ts'
import type { Order } from '../../orders/contract.ts'
import { Thumb } from '../parts/thumb.tsx'
import { localizePath, productPath } from '../place.ts'
import { won } from '../sums.ts'
import styles from './lines.module.css'

/** What was ordered, as it was then. */
export function Lines({ lines }: { lines: Order['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line._id}>
          <Thumb picture={line.picture} sizes="72px" />
          <div>
            <h3>{line.product ? <Link to={localizePath(productPath(line.product))}>{line.name}</Link> : line.name}</h3>
            <p>
              {dotted([
                ...line.values,
                m.shop_pieces({ count: line.quantity }),
                line.returning > 0 && m.shop_pieces_back({ count: line.returning }),
              ])}
            </p>
          </div>
          <p className={styles.sum}>{won(line.reduced * line.quantity)}</p>
        </li>
      ))}
    </ul>
  )
}
