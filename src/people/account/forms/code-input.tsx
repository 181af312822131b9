import { m } from '#messages/messages.js'
import styles from '../join/join.module.css'

interface CodeInputProps {
  value: string
  error?: string | undefined
  onChange: (code: string) => void
}

/** Six boxes drawn over one input, so that pasting and autofill of the full code work. Wrong digits stay. */
export function CodeInput({ value, error, onChange }: CodeInputProps) {
  return (
    <div className={styles.code}>
      <div className={styles.boxes} aria-hidden="true">
        {Array.from({ length: 6 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change their order
          <span key={place} data-next={place === Math.min(value.length, 5) || undefined}>
            {value[place]}
          </span>
        ))}
      </div>
      <input
        name="code"
        aria-label={m.join_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d*"
        maxLength={20}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby="code-note"
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
      />
    </div>
  )
}
