import { type CSSProperties, useId } from 'react'
import type { OfficePlace } from '#firm/offices/contract.ts'
import { OfficeMap } from '#firm/offices/public/office-map.tsx'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import styles from './office-map-window.module.css'
import type { PreparedMap } from './prepare-office-map.ts'

/**
 * Map of an office. Phones show the surroundings; a tap opens the whole map by HTML alone: as a modal dialog, or as a
 * popover in browsers without invoker commands.
 */
export function OfficeMapWindow({ office, way: { map, box, words } }: { office: OfficePlace; way: PreparedMap }) {
  const id = useId()
  const name = m.people_map_of({ office: office.title })
  const middle = box.x + box.width / 2
  const around: CSSProperties = {
    '--x': (middle / map.sheet.width).toFixed(3),
    '--y': ((box.y + box.height / 2) / map.sheet.height).toFixed(3),
    '--fit': (map.sheet.width / box.width).toFixed(3),
  }
  return (
    <figure className={styles.figure} lang={foreignLang(office.lang)}>
      <div className={styles.window} style={around}>
        <OfficeMap map={map} label={words} />
        <button type="button" className={styles.enlarge} command="show-modal" commandfor={id} popoverTarget={id}>
          <span className={styles.sign}>{m.people_map_enlarge()}</span>
        </button>
      </div>
      <dialog
        id={id}
        popover="auto"
        className={styles.sheet}
        data-ground="paper"
        aria-label={name}
        // Scroll to the walk when opened.
        onToggle={({ currentTarget: sheet }) => sheet.scrollTo({ left: middle - sheet.clientWidth / 2 })}
      >
        <div className={styles.bar}>
          <p className={styles.title}>{name}</p>
          <IconButton
            icon="close"
            label={m.people_map_close()}
            command="close"
            commandfor={id}
            popoverTarget={id}
            popoverTargetAction="hide"
          />
        </div>
        <div className={styles.whole}>
          <OfficeMap map={map} label={words} />
        </div>
      </dialog>
      <figcaption className={styles.caption}>{m.people_map_caption()}</figcaption>
    </figure>
  )
}
