import styles from './seal.module.css'

/** Eight bars from a fingerprint: two digits per bar set its height and position. */
const drawBars = (hash: string): { height: number; top: number }[] =>
  Array.from({ length: 8 }, (_, at) => {
    const [one = '0', other = '0'] = hash.slice(at * 2, at * 2 + 2)
    const height = 6 + Number.parseInt(one, 16) * 0.9
    return { height, top: 6 + (Number.parseInt(other, 16) / 15) * (20 - height) }
  })

interface SealProps {
  /** Fingerprint of the upper of two linked rows, in hexadecimal. */
  hash: string
  /** Accessible name; '' if adjacent text says the same. */
  name: string
  /** Draws the seal split: the row below does not contain this fingerprint. */
  isBroken?: boolean
  large?: boolean
}

/** Seal across the border of two linked rows. */
export function Seal({ hash, name, isBroken = false, large = false }: SealProps) {
  return (
    <span
      className={styles.seal}
      data-broken={isBroken || undefined}
      data-large={large || undefined}
      {...(name && { role: 'img', 'aria-label': name })}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect x="1.5" y="1.5" width="29" height="29" rx="4" />
        {drawBars(hash).map(({ height, top }, at) => {
          const x = 6.25 + at * 2.8
          return <path key={x} d={`M${x} ${top}v${height}`} />
        })}
        {isBroken && <path className={styles.gap} d="M-1 16h34" />}
      </svg>
    </span>
  )
}
