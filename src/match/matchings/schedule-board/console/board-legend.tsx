import { m } from '#messages/messages.js'
import { stateLabels, wayLabels } from '../../rules-labels.ts'
import styles from './board.module.css'

/** Legend of the board's symbols. */
export function BoardLegend() {
  return (
    <ul className={styles.legend} aria-label={m.board_legend()}>
      <li data-kind="confirmed">{stateLabels.confirmed()}</li>
      <li data-kind="offered">{stateLabels.offered()}</li>
      <li data-kind="offline">{wayLabels.offline()}</li>
      <li data-kind="unreleased">{m.board_untold()}</li>
      <li data-kind="changed">{m.board_changed()}</li>
    </ul>
  )
}
