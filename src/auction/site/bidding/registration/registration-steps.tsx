import { useState } from 'react'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { Registration } from '../../../auctions/contract.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { StatusIcon } from '../../parts/status-icon.tsx'
import type { AuctionRules } from '../../works/work-view.ts'
import { SheetDialog } from '../sheet/sheet-dialog.tsx'
import styles from './registration-steps.module.css'

// Loaded on demand: few auctions require a deposit.
const DepositDialog = lazyComponent(() => import('./deposit-dialog.tsx'), LoadFailure)

interface EntryStepsProps {
  program: AuctionRules
  entry: Registration
  onEntry: (entry: Registration) => void
}

/** Remaining steps before the first bid in an auction, one per line. */
export function RegistrationSteps({ program, entry, onEntry }: EntryStepsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const isAccepted = entry.acceptedVersion === entry.termsVersion
  return (
    <>
      <ul className={styles.steps}>
        <li data-done={isAccepted || undefined}>
          {isAccepted ? <Icon name="check" small /> : <StatusIcon status="unready" />}
          <span>{m.auction_step_terms({ version: entry.termsVersion })}</span>
          {isAccepted ? (
            <span className={styles.done}>{m.auction_step_done()}</span>
          ) : (
            <button type="button" className={styles.act} onClick={() => setOpen(true)}>
              {m.auction_step_accept()}
            </button>
          )}
        </li>
        {program.entry === 'approval' && (
          <li data-done={entry.state === 'approved' || undefined}>
            {entry.state === 'approved' ? <Icon name="check" small /> : <StatusIcon status="unready" />}
            <span>{m.auction_step_approval()}</span>
            <span className={styles.done}>
              {entry.state === 'approved'
                ? m.auction_step_done()
                : entry.state === 'waiting'
                  ? m.auction_step_waiting()
                  : entry.state === 'refused'
                    ? m.auction_step_refused()
                    : m.auction_step_after()}
            </span>
          </li>
        )}
        {program.deposit !== null && (
          <li data-done={entry.deposit?.state === 'received' || undefined}>
            {entry.deposit?.state === 'received' ? <Icon name="check" small /> : <StatusIcon status="unready" />}
            <span>{m.auction_step_deposit({ amount: formatWon(entry.deposit?.amount ?? program.deposit) })}</span>
            {describeDeposit(entry) && <span className={styles.done}>{describeDeposit(entry)}</span>}
            <DepositAction entry={entry} onSee={() => setPaying(true)} onAsk={() => setOpen(true)} />
            {entry.deposit?.state === 'refused' && <span className={styles.why}>{entry.deposit.reason}</span>}
          </li>
        )}
      </ul>
      {isPaying && entry.deposit && (
        <DepositDialog
          props={{ program: program._id, deposit: entry.deposit, onEntry: onEntry, onClose: () => setPaying(false) }}
        />
      )}
      {isOpen && <Terms program={program} onEntry={onEntry} onClose={() => setOpen(false)} />}
    </>
  )
}

/** State of the deposit; '' if the step's action already shows it. */
const describeDeposit = ({ deposit }: Registration): string => {
  if (!deposit) return m.auction_step_after()
  if (deposit.state === 'received') return m.auction_step_done()
  if (deposit.state === 'refused') return m.auction_step_deposit_refused()
  return deposit.state === 'returned' ? m.auction_step_deposit_returned() : ''
}

/** The next action for the deposit; none after a refund, or if the bidder was refused. */
function DepositAction({ entry, onSee, onAsk }: { entry: Registration; onSee: () => void; onAsk: () => void }) {
  const { deposit } = entry
  if (entry.acceptedVersion !== entry.termsVersion) return null
  if (deposit && ['due', 'received'].includes(deposit.state))
    return (
      <button type="button" className={styles.act} onClick={onSee}>
        {deposit.state === 'due' ? m.auction_step_deposit_see() : m.auction_deposit_to()}
      </button>
    )
  if (deposit?.state === 'returned' || entry.state === 'refused') return null
  return (
    <button type="button" className={styles.act} onClick={onAsk}>
      {m.auction_step_deposit_again()}
    </button>
  )
}

function Terms({ program, onEntry, onClose }: Pick<EntryStepsProps, 'program' | 'onEntry'> & { onClose: () => void }) {
  const [isRead, setRead] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const accept = async () => {
    setBusy(true)
    setError('')
    try {
      const { registerForAuction } = await import('../member-requests.ts')
      onEntry(await registerForAuction(program._id, program.termsVersion))
      onClose()
    } catch (failed) {
      setError(refusalMessage(failed))
      setBusy(false)
    }
  }
  return (
    <SheetDialog title={m.auction_terms_title({ version: program.termsVersion })} onClose={onClose}>
      <p className={styles.note}>{m.auction_terms_for({ program: program.title })}</p>
      <section
        className={styles.terms}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={m.auction_terms()}
        lang={foreignLang(program.lang)}
      >
        {program.terms || m.auction_terms_none()}
      </section>
      <label className={styles.check}>
        <input type="checkbox" checked={isRead} onChange={({ target }) => setRead(target.checked)} />
        {m.auction_terms_agree()}
      </label>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button className={styles.accept} disabled={!isRead} busy={isBusy} onClick={() => void accept()}>
        {program.entry === 'approval' ? m.auction_terms_ask() : m.auction_terms_accept()}
      </Button>
    </SheetDialog>
  )
}
