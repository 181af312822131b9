import styles from './company-plate.module.css'

/** Name plate of a company: the first letter of its name, styled by role. */
export function CompanyPlate({
  name,
  side,
  large = false,
}: {
  name: string
  side: 'seller' | 'buyer'
  large?: boolean
}) {
  return (
    <span className={styles.plate} data-side={side} data-large={large || undefined} aria-hidden="true">
      {[...name.replace(/^(주식회사|\(주\)|㈜)\s*/, '')][0] ?? ''}
    </span>
  )
}
