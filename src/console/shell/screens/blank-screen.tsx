import { Mark } from '../navigation/product-mark.tsx'
import styles from './blank-screen.module.css'

/** Empty frame shown until the session is known, so that nothing jumps when it fills. */
export function BlankScreen() {
  return (
    <div className={styles.blank} aria-busy="true">
      <div className={styles.rail}>
        <Mark size={30} />
      </div>
      <div className={styles.pane} />
      <div className={styles.sheet}>
        <div className={styles.head} />
      </div>
    </div>
  )
}
