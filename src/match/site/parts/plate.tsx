import styles from './plate.module.css'

/** The door of a company with the first letter of its name: that of a seller or of a buyer. */
export function Plate({ name, side, large = false }: { name: string; side: 'seller' | 'buyer'; large?: boolean }) {
  return (
    <span className={styles.plate} data-side={side} data-large={large || undefined} aria-hidden="true">
      {[...name.replace(/^(주식회사|\(주\)|㈜)\s*/, '')][0] ?? ''}
    </span>
  )
}
