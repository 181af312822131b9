import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { formatWon } from '../format/format-sums.ts'
import { productPath } from '../layout/shop-paths.ts'
import { Thumbnail } from '../parts/thumbnail.tsx'
import styles from './order-lines.module.css'

/** Lines as they were ordered. */
export function OrderLines({ lines }: { lines: Order['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line._id}>
          <Thumbnail picture={line.picture} sizes="72px" />
          <div>
            <h3>{line.product ? <Link to={localizePath(productPath(line.product))}>{line.name}</Link> : line.name}</h3>
            <p>
              {joinDotted([
                ...line.values,
                m.shop_pieces({ count: line.quantity }),
                line.returning > 0 && m.shop_pieces_back({ count: line.returning }),
              ])}
            </p>
          </div>
          <p className={styles.sum}>{formatWon(line.reduced * line.quantity)}</p>
        </li>
      ))}
    </ul>
  )
}
