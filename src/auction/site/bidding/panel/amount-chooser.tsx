import { useId, useState } from 'react'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import type { Increment } from '../../../bids/rules.ts'
import type { Lot } from '../../../works/contract.ts'
import { formatWon, parseAmount } from '../../format/format-amounts.ts'
import { type BidChoice, nextAmounts } from '../pending-bid.ts'
import styles from './amount-chooser.module.css'

interface ChooserProps {
  kind: BidChoice['kind']
  /** Absent if only a maximum bid is possible. */
  onKind?: ((kind: BidChoice['kind']) => void) | undefined
  lot: Lot
  increments: readonly Increment[]
  /** Minimum bid in KRW. */
  minAmount: number
  chosen: number | null
  onChoose: (amount: number | null) => void
}

/** Selects the amount: one of the next two amounts, another one, or a maximum bid. */
export function AmountChooser({ kind, onKind, lot, increments, minAmount, chosen, onChoose }: ChooserProps) {
  const id = useId()
  const [isOther, setOther] = useState(false)
  const amounts = nextAmounts(lot, increments)
  const isTyped = kind === 'maximum' || isOther || (chosen !== null && !amounts.includes(chosen))
  return (
    <div className={styles.chooser}>
      {onKind && (
        <div className={styles.kinds} role="radiogroup" aria-label={m.auction_kind()}>
          {(['open', 'maximum'] as const).map((one) => (
            <label key={one} data-on={one === kind || undefined}>
              <input
                type="radio"
                name={`${id}-kind`}
                checked={one === kind}
                onChange={() => {
                  setOther(false)
                  onKind(one)
                  onChoose(one === 'open' ? minAmount : null)
                }}
              />
              {one === 'open' ? m.auction_kind_open() : m.auction_kind_maximum()}
            </label>
          ))}
        </div>
      )}
      {kind === 'open' && (
        <fieldset className={styles.amounts} id="auction-amounts">
          <legend>{m.auction_amount()}</legend>
          {amounts.map((amount) => (
            <label key={amount} data-on={(chosen === amount && !isOther) || undefined}>
              <input
                type="radio"
                name={`${id}-amount`}
                checked={chosen === amount && !isOther}
                onChange={() => {
                  setOther(false)
                  onChoose(amount)
                }}
              />
              {groupDigits(amount)}
            </label>
          ))}
          <label data-on={isTyped || undefined}>
            <input
              type="radio"
              name={`${id}-amount`}
              checked={isTyped}
              onChange={() => {
                setOther(true)
                onChoose(null)
              }}
            />
            {m.auction_amount_other()}
          </label>
        </fieldset>
      )}
      {isTyped && <TypedAmount key={kind} kind={kind} minAmount={minAmount} chosen={chosen} onChoose={onChoose} />}
    </div>
  )
}

type TypedProps = Pick<ChooserProps, 'kind' | 'minAmount' | 'chosen' | 'onChoose'>

/** Text field for an amount; Enter does not submit the bid. */
function TypedAmount({ kind, minAmount, chosen, onChoose }: TypedProps) {
  const id = useId()
  const [text, setText] = useState(chosen === null ? '' : groupDigits(chosen))
  const amount = parseAmount(text)
  const isWrong = text.trim() !== '' && (amount === null || amount < minAmount)
  const note = isWrong
    ? m.auction_amount_least({ amount: formatWon(minAmount) })
    : kind === 'maximum'
      ? m.auction_maximum_note()
      : m.auction_amount_least({ amount: formatWon(minAmount) })
  return (
    <div className={styles.typed}>
      <label htmlFor={id} className={styles.typedLabel}>
        {kind === 'maximum' ? m.auction_maximum() : m.auction_amount()}
      </label>
      <div className={styles.box}>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            const typed = parseAmount(target.value)
            setText(typed === null ? target.value : groupDigits(typed))
            onChoose(typed !== null && typed >= minAmount ? typed : null)
          }}
        />
        <span aria-hidden="true">{m.auction_currency()}</span>
      </div>
      <p id={`${id}-note`} className={styles.note} data-wrong={isWrong || undefined}>
        {note}
      </p>
    </div>
  )
}
