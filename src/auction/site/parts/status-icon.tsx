import styles from './status-icon.module.css'

/** Status of a work for this visitor. Each has its own shape, so that color is never the only difference. */
export type BidStatus =
  | 'leading'
  | 'tight'
  | 'outbid'
  | 'extended'
  | 'won'
  | 'lost'
  | 'passed'
  | 'away'
  | 'unready'
  | 'coming'
  | 'stopped'
  | 'withdrawn'
  | 'running'

const filled = {
  leading: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  running: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  outbid: 'M8 3 14 13H2Z',
  won: 'M8 2.5 13.5 8 8 13.5 2.5 8Z',
} as const
const drawn = {
  tight: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  coming: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  extended: 'M2.5 3.5v9M5 8h8m-3.5-3.5L13 8l-3.5 3.5',
  lost: 'M3 8h10',
  passed: 'M3.5 3.5h9v9h-9Z',
  withdrawn: 'M3.5 3.5h9v9h-9Z',
  away: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  unready: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z',
  stopped: 'M5.5 3.5v9m5-9v9',
} as const

const isFilled = (status: BidStatus): status is keyof typeof filled => status in filled

/** Symbol of a status, decorative beside its text. */
export function StatusIcon({ status }: { status: BidStatus }) {
  return (
    <svg className={styles.sign} data-status={status} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {isFilled(status) ? (
        <path fill="currentcolor" d={filled[status]} />
      ) : (
        <>
          <path
            fill="none"
            stroke="currentcolor"
            strokeWidth="1.6"
            strokeDasharray={status === 'away' ? '1.6 2' : undefined}
            d={drawn[status]}
          />
          {(status === 'tight' || status === 'coming') && <path fill="currentcolor" d="M8 3a5 5 0 0 1 0 10Z" />}
        </>
      )}
    </svg>
  )
}
