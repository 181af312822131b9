import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { formatShortDate } from '#content/site/site-shell/format-dates.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import type { PublicOption } from '../../goods/contract.ts'
import styles from './option-chips.module.css'

interface OptionChipsProps {
  /** Name of the choice: an axis, or all options. */
  label: string
  options: readonly { option: PublicOption; words: string }[]
  chosen: PublicOption | undefined
  onChoose: (option: PublicOption) => void
  hideLabel?: boolean
}

/** Formats a price difference to the chosen option: +4,000; −28,000. */
const formatDifference = (sum: number): string => (sum > 0 ? `+${groupDigits(sum)}` : `−${groupDigits(-sum)}`)

/** Options as radio buttons; sold-out ones are dashed and show the day of restocking. */
export function OptionChips({ label, options, chosen, onChoose, hideLabel = false }: OptionChipsProps) {
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  // A choice made before hydration exists only in the DOM.
  const takeEarly = useEffectEvent(() => {
    const id = group.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const early = options.find(({ option }) => option._id === id)
    if (early && early.option._id !== chosen?._id) onChoose(early.option)
  })
  useEffect(() => takeEarly(), [])
  return (
    <fieldset ref={group} className={styles.chips} data-quiet={hideLabel || undefined}>
      <legend>{label}</legend>
      <div>
        {options.map(({ option, words }) => {
          const more = option.price - (chosen?.price ?? option.price)
          const isSoldOut = option.stock === 0
          return (
            <label key={option._id} className={styles.chip} data-out={isSoldOut || undefined}>
              <input
                type="radio"
                name={name}
                value={option._id}
                checked={option._id === chosen?._id}
                disabled={isSoldOut}
                onChange={() => onChoose(option)}
              />
              {words}
              {isSoldOut ? (
                <span>{option.restockOn ? formatShortDate(option.restockOn) : m.shop_sold_out_short()}</span>
              ) : (
                more !== 0 && <span>{formatDifference(more)}</span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
