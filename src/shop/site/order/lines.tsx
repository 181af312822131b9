import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { dotted } from '#ui/language.ts'
import { Picture } from '#ui/picture.tsx'
import type { Order } from '../../orders/contract.ts'
import { place, productPath } from '../place.ts'
import { won } from '../sums.ts'
import styles from './lines.module.css'

/** What was ordered, as it was then. */
export function Lines({ lines }: { lines: Order['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line._id}>
          <div className={styles.picture}>{line.picture && <Picture picture={line.picture} sizes="72px" alt="" />}</div>
          <div>
            <h3>{line.product ? <Link to={place(productPath(line.product))}>{line.name}</Link> : line.name}</h3>
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
