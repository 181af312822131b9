import styles from './table-icon.module.css'

/** Icon of two doors: solid with a dot when the table is taken, dotted when free. Always accompanied by text. */
export function TableIcon({ isTaken }: { isTaken: boolean }) {
  return (
    <svg
      className={styles.doors}
      data-taken={isTaken || undefined}
      viewBox="6 6 52 50"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M10 55V31a11 11 0 0 1 22 0V55" />
      <path d="M32 55V31a11 11 0 0 1 22 0V55" />
      {isTaken && <circle cx="32" cy="11.5" r="4.5" />}
    </svg>
  )
}
