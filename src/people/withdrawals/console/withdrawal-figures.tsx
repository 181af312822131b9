import { useQuery } from '@tanstack/react-query'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { withdrawn } from '../contract-withdrawn.ts'
import { basisLabels, client, reasonLabels } from './resource.tsx'
import styles from './withdrawal-figures.module.css'

/** Summary above the list: reasons of this year's withdrawals, and records retained per law. */
export function WithdrawalFigures() {
  const { data } = useQuery({
    queryKey: [withdrawn.list.path, 'figures'],
    queryFn: ({ signal }) => client.figures(undefined, { signal }),
  })
  if (!data) return <div className={styles.figures} aria-busy="true" />
  const maxCount = Math.max(1, ...data.reasons.map(({ count }) => count))
  const [rising] = data.reasons
    .filter(({ count, before }) => before > 0 && count > before)
    .sort((a, b) => b.count - b.before - (a.count - a.before))
  return (
    <div className={styles.figures}>
      <section aria-label={m.withdrawals_reasons()}>
        <h2>{m.withdrawals_reasons()}</h2>
        <table>
          <tbody>
            {data.reasons.map(({ reason, count }) => (
              <tr key={reason}>
                <th scope="row">{reasonLabels[reason]()}</th>
                <td className={styles.line}>
                  <i
                    style={{ width: `${(count / maxCount) * 100}%` }}
                    data-rising={rising?.reason === reason || undefined}
                  />
                </td>
                <td className={styles.count}>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rising && (
          <p>
            {m.withdrawals_rising({
              reason: reasonLabels[rising.reason](),
              before: rising.before,
              count: rising.count,
            })}
          </p>
        )}
      </section>
      <section aria-label={m.withdrawals_law()}>
        <h2>{m.withdrawals_law()}</h2>
        {data.held.length === 0 && <p>{m.withdrawals_law_none()}</p>}
        <table>
          <tbody>
            {data.held.map(({ basis, records, until }) => (
              <tr key={basis}>
                <th scope="row">{basisLabels[basis]()}</th>
                <td className={styles.count}>{m.withdrawals_records({ count: records })}</td>
                <td className={styles.until}>{m.withdrawals_until_day({ day: formatSeoulDay(until) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{m.withdrawals_law_note()}</p>
      </section>
    </div>
  )
}
