import { formatLongDate, formatNearDate } from '#content/site/site-shell/format-dates.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { LoadState } from '#people/account/forms/load-state.tsx'
import parts from '#people/account/forms/parts.module.css'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { clientOf } from '#session/session.ts'
import { joinDotted } from '#ui/format/language-attributes.ts'
import { type PointKind, points } from '../../points/contract.ts'
import styles from './my-shop.module.css'

const client = clientOf(points)
const load = () => readAllPages('points', (query) => client.mine({ query }))

const kindWords: Record<PointKind, () => string> = {
  purchase: m.shop_points_purchase,
  review: m.shop_points_review,
  adjusted: m.shop_points_adjusted,
  spent: m.shop_points_spent,
  back: m.shop_points_back,
  undone: m.shop_points_undone,
  expired: m.shop_points_expired,
}

/** Formats a change with its sign: +1,241; −5,000. */
const formatSigned = (amount: number): string => (amount < 0 ? `−${groupDigits(-amount)}` : `+${groupDigits(amount)}`)

/** Formats a balance: 8,450; −3,840 if points of a returned purchase were already spent. */
const formatBalance = (balance: number): string => (balance < 0 ? formatSigned(balance) : groupDigits(balance))

/** Point ledger of the member, with the balance after each line. */
export default function MyPoints() {
  const { value, error, reload } = useLoaded(load)
  return (
    <>
      <h1 className={parts.title}>{m.shop_points()}</h1>
      {!value && <LoadState error={error} reload={reload} />}
      {value && (
        <dl className={styles.figures}>
          <div>
            <dt>{m.shop_points_balance()}</dt>
            <dd>{formatBalance(value.balance)}</dd>
          </div>
          <div>
            <dt>{m.shop_points_coming()}</dt>
            <dd>{groupDigits(value.coming)}</dd>
          </div>
          {value.expiring && (
            <div data-expiring="">
              <dt>{m.shop_points_expiring({ day: formatNearDate(value.expiring.at, Date.now()) })}</dt>
              <dd>{groupDigits(value.expiring.amount)}</dd>
            </div>
          )}
        </dl>
      )}
      {value?.points.length === 0 && <p>{m.shop_points_none()}</p>}
      {value && value.points.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keys
        <section className={styles.scroll} aria-label={m.shop_points_lines()} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{m.shop_points_day()}</th>
                <th scope="col">{m.shop_points_what()}</th>
                <th scope="col">{m.shop_points_amount()}</th>
                <th scope="col">{m.shop_points_balance()}</th>
              </tr>
            </thead>
            <tbody>
              {value.points.map((line) => (
                <tr key={line._id}>
                  <td>{formatLongDate(line.at)}</td>
                  <td>
                    {kindWords[line.kind]()}
                    <small>
                      {joinDotted([
                        line.order,
                        line.note,
                        line.expiresAt && m.shop_points_until({ day: formatLongDate(line.expiresAt) }),
                      ])}
                    </small>
                  </td>
                  <td data-less={line.amount < 0 || undefined}>{formatSigned(line.amount)}</td>
                  <td>{formatBalance(line.balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={parts.meta}>{m.shop_points_sum()}</p>
        </section>
      )}
    </>
  )
}
