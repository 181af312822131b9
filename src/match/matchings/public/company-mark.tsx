import styles from './company-mark.module.css'

/** Door symbol of a company with the first letter of its name. */
export function CompanyMark({ name, side }: { name: string; side: 'seller' | 'buyer' }) {
  return (
    <span className={styles.plate} data-side={side} aria-hidden="true">
      {[...name.replace(/^(주식회사|\(주\)|㈜)\s*/, '')][0] ?? ''}
    </span>
  )
}
