import { m } from '#messages/messages.js'
import { stateWords, wayWords } from '../../public/matching-labels.ts'
import styles from './board.module.css'

/** Legend of the board's symbols. */
export function BoardLegend() {
  return (
    <ul className={styles.legend} aria-label={m.board_legend()}>
      <li data-kind="confirmed">{stateWords.confirmed()}</li>
      <li data-kind="offered">{stateWords.offered()}</li>
      <li data-kind="offline">{wayWords.offline()}</li>
      <li data-kind="unreleased">{m.board_untold()}</li>
      <li data-kind="changed">{m.board_changed()}</li>
    </ul>
  )
}
