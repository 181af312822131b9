import styles from './spinner.module.css'

/** Spinner; text beside it must say what is in progress. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
