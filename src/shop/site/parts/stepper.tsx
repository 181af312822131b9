import { useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import styles from './stepper.module.css'

interface StepperProps {
  /** Name of the counted thing. */
  label: string
  value: number
  max: number
  onChange: (value: number) => void
  disabled?: boolean
}

/** Quantity input with − and + buttons; typed numbers are clamped, which is announced. */
export function Stepper({ label, value, max, onChange, disabled = false }: StepperProps) {
  const [typed, setTyped] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const set = (requested: number) => {
    const next = Math.min(Math.max(requested, 1), Math.max(max, 1))
    setAnnouncement(
      requested > next ? m.shop_quantity_most({ count: next }) : requested < next ? m.shop_quantity_least() : '',
    )
    setTyped(undefined)
    if (next !== value) onChange(next)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend of its own */}
      <div role="group" aria-label={label} className={styles.box}>
        <button
          type="button"
          aria-label={m.shop_quantity_less()}
          disabled={disabled || value <= 1}
          onClick={() => set(value - 1)}
        >
          −
        </button>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={m.shop_quantity()}
          value={typed ?? String(value)}
          disabled={disabled}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 4))}
          onBlur={() => typed !== undefined && set(Number(typed))}
          onKeyDown={(event) => {
            if (pressedKey(event) !== 'Enter' || typed === undefined) return
            event.preventDefault()
            set(Number(typed))
          }}
        />
        <button
          type="button"
          aria-label={m.shop_quantity_more()}
          disabled={disabled || value >= max}
          onClick={() => set(value + 1)}
        >
          +
        </button>
      </div>
      <p role="status" className={styles.announcement}>
        {announcement}
      </p>
    </div>
  )
}
