import { type SyntheticEvent, useState } from 'react'
import { formatDateTime } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import type { Registration } from '../../../auctions/contract.ts'
import type { OwnDeposit } from '../../../auctions/contract-deposits.ts'
import { formatWon } from '../../format/format-amounts.ts'
import { SheetDialog } from '../sheet/sheet-dialog.tsx'
import styles from './deposit-dialog.module.css'

interface DepositDialogProps {
  program: string
  deposit: OwnDeposit
  onEntry: (entry: Registration) => void
  onClose: () => void
}

/** Shows the account to pay the deposit to until it is received, and edits the refund account. */
export default function DepositDialog({ program, deposit, onEntry, onClose }: DepositDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const { amount, payTo, reference, dueAt, receivedAt, refundTo } = deposit
  const keep = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const readField = (name: string) => String(form.get(name) ?? '')
    setBusy(true)
    setError('')
    setAnnouncement('')
    try {
      const { setRefundAccount } = await import('../member-requests.ts')
      onEntry(
        await setRefundAccount(program, {
          bank: readField('bank'),
          number: readField('number'),
          holder: readField('holder'),
        }),
      )
      setAnnouncement(m.auction_deposit_kept())
    } catch (failed) {
      setError(refusalMessage(failed))
    }
    setBusy(false)
  }
  return (
    <SheetDialog title={receivedAt ? m.auction_deposit_to() : m.auction_deposit_title()} onClose={onClose}>
      <dl className={styles.rows}>
        <div>
          <dt>{m.auction_deposit_amount()}</dt>
          <dd>{formatWon(amount)}</dd>
        </div>
        {receivedAt ? (
          <div>
            <dt>{m.auction_deposit_received()}</dt>
            <dd>{formatDateTime(receivedAt)}</dd>
          </div>
        ) : (
          <>
            {payTo && (
              <div>
                <dt>{m.auction_deposit_account()}</dt>
                <dd>
                  {payTo.bank} {payTo.number} {payTo.holder}
                </dd>
              </div>
            )}
            <div>
              <dt>{m.auction_deposit_reference()}</dt>
              <dd>{reference}</dd>
            </div>
            <div>
              <dt>{m.auction_deposit_due()}</dt>
              <dd>{formatDateTime(dueAt)}</dd>
            </div>
          </>
        )}
      </dl>
      <p className={styles.note}>{receivedAt ? m.auction_deposit_note_back() : m.auction_deposit_note()}</p>
      <form className={styles.form} onSubmit={(event) => void keep(event)}>
        {!receivedAt && <h3 className={styles.title}>{m.auction_deposit_to()}</h3>}
        {refundTo && (
          <p className={styles.note}>
            {m.auction_deposit_known({ account: `${refundTo.bank} ${refundTo.number} ${refundTo.holder}` })}
          </p>
        )}
        <TextField name="bank" label={m.auction_deposit_bank()} maxLength={40} required />
        <TextField
          name="number"
          label={m.auction_deposit_number()}
          inputMode="numeric"
          pattern="[0-9\-]{8,30}"
          maxLength={30}
          required
        />
        <TextField name="holder" label={m.auction_deposit_holder()} maxLength={60} required />
        {error && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <p role="status" className={styles.note}>
          {announcement}
        </p>
        <Button type="submit" busy={isBusy}>
          {m.auction_deposit_keep()}
        </Button>
      </form>
    </SheetDialog>
  )
}
