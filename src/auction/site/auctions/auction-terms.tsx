import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PublicAuction } from '../../auctions/contract.ts'
import { formatWon } from '../format/format-amounts.ts'
import styles from './auction-page.module.css'

/** Rules of an auction in numbers, and the terms to accept before the first bid. */
export function AuctionTerms({ program }: { program: PublicAuction }) {
  const toMinutes = (seconds: number) => Math.round((seconds / 60) * 10) / 10
  return (
    <section id="terms" className={styles.terms} aria-labelledby="terms-title">
      <h2 id="terms-title">{m.auction_terms_link()}</h2>
      <div className={styles.termsColumns}>
        <div>
          <dl>
            <div>
              <dt>{m.auction_rule_premium()}</dt>
              <dd>{m.auction_rule_premium_text({ premium: program.premium / 100 })}</dd>
            </div>
            <div>
              <dt>{m.auction_rule_window()}</dt>
              <dd>
                {m.auction_rule_window_text({
                  window: toMinutes(program.windowSeconds),
                  extension: toMinutes(program.extensionSeconds),
                  hard: program.hardMinutes,
                })}
              </dd>
            </div>
            <div>
              <dt>{m.auction_rule_entry()}</dt>
              <dd>{program.entry === 'approval' ? m.auction_rule_entry_approval() : m.auction_rule_entry_open()}</dd>
            </div>
            {program.deposit !== null && (
              <div>
                <dt>{m.auction_rule_deposit()}</dt>
                <dd>{m.auction_rule_deposit_text({ amount: formatWon(program.deposit) })}</dd>
              </div>
            )}
            <div>
              <dt>{m.auction_rule_maximum()}</dt>
              <dd>{m.auction_rule_maximum_text()}</dd>
            </div>
          </dl>
          <table className={styles.steps}>
            <thead>
              <tr>
                <th scope="col">{m.auction_rule_from()}</th>
                <th scope="col">{m.auction_rule_step()}</th>
              </tr>
            </thead>
            <tbody>
              {program.increments.map(({ from, step }) => (
                <tr key={from}>
                  <td>{m.auction_rule_from_sum({ amount: formatWon(from) })}</td>
                  <td>{formatWon(step)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {program.terms && (
          <div>
            <h3>{m.auction_terms_title({ version: program.termsVersion })}</h3>
            <p className={styles.text} lang={foreignLang(program.lang)}>
              {program.terms}
            </p>
          </div>
        )}
      </div>
    </section>
  )
}
