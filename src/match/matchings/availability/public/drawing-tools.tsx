import { m } from '#messages/messages.js'
import { Icon, type IconName } from '#ui/controls/icon.tsx'
import { dayKey, seoul } from '../../public/format-time.ts'
import { wayLabels } from '../../rules-labels.ts'
import styles from './my-schedule.module.css'
import type { DrawSlot } from './time-drawing.ts'
import type { Brush, DrawingState } from './use-drawing.ts'

const brushes: readonly { key: Brush; word: () => string; icon: IconName }[] = [
  { key: 'online', word: wayLabels.online, icon: 'video' },
  { key: 'offline', word: wayLabels.offline, icon: 'table' },
  { key: 'erase', word: m.matchings_times_erase, icon: 'close' },
]

interface DrawToolsProps {
  drawing: DrawingState
  slots: readonly DrawSlot[]
  asList: boolean
  onView: (list: boolean) => void
}

/** Brushes, actions on many slots, undo, and the switch to the list. */
export function DrawingTools({ drawing, slots, asList, onView }: DrawToolsProps) {
  const { brush, sessions } = drawing
  const days = new Set(slots.map(({ startAt }) => dayKey(startAt, seoul)))
  const isDivided = sessions.length > days.size
  const firsts = [...days].flatMap(
    (key) => sessions.find(([spot]) => spot && dayKey(spot.startAt, seoul) === key)?.map(({ id }) => id) ?? [],
  )
  return (
    <>
      <fieldset className={styles.brushes}>
        <legend className={styles.hidden}>{m.matchings_times_brush()}</legend>
        {brushes.map(({ key, word, icon }) => (
          <button
            key={key}
            type="button"
            className={styles.brush}
            aria-pressed={brush === key}
            onClick={() => drawing.setBrush(key)}
          >
            <Icon name={icon} small />
            {word()}
          </button>
        ))}
      </fieldset>
      <div className={styles.extra}>
        <div className={styles.many}>
          <button
            type="button"
            className={styles.tool}
            onClick={() =>
              drawing.paintAs(
                slots.map(({ _id }) => _id),
                brush,
              )
            }
          >
            {m.matchings_times_all()}
          </button>
          {isDivided && (
            <button type="button" className={styles.tool} onClick={() => drawing.paintAs(firsts, brush)}>
              {m.matchings_times_first_session()}
            </button>
          )}
          {days.size > 1 && (
            <button type="button" className={styles.tool} onClick={drawing.copyFirstDay}>
              {m.matchings_times_like_first()}
            </button>
          )}
        </div>
        <div className={styles.view}>
          {drawing.isChanged && (
            <button type="button" className={styles.tool} onClick={drawing.reset}>
              {m.matchings_draft_drop()}
            </button>
          )}
          <button type="button" className={styles.tool} onClick={drawing.undo} disabled={!drawing.canUndo}>
            {m.matchings_times_undo()}
          </button>
          <button type="button" className={styles.tool} onClick={() => onView(!asList)}>
            {asList ? m.matchings_times_grid() : m.matchings_times_list()}
          </button>
        </div>
      </div>
    </>
  )
}
