import { type CSSProperties, useId } from 'react'
import { m } from '#messages/messages.js'
import type { OfficePlace } from '#modules/offices/contract.ts'
import { OfficeMap } from '#modules/offices/public/office-map.tsx'
import { mapSheet, middleOf, type Point, readPoints } from '#modules/offices/rules.ts'
import { IconButton } from '#ui/button.tsx'
import { foreign, listed } from '#ui/language.ts'
import styles from './way-map.module.css'

/** The map in words: its streets, its stations, what one passes. */
const inWords = ({ title, map }: OfficePlace): string => {
  const names = (...kinds: OfficePlace['map'][number]['kind'][]) =>
    listed(map.filter(({ kind, name }) => kinds.includes(kind) && name).map(({ name }) => name))
  const streets = names('avenue', 'street', 'lane')
  const stations = names('station', 'stop')
  const landmarks = names('green', 'water', 'building')
  return [
    m.people_map_of({ office: title }),
    streets && m.people_map_streets({ names: streets }),
    stations && m.people_map_stations({ names: stations }),
    landmarks && m.people_map_landmarks({ names: landmarks }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where the house stands on the sheet: a phone shows the map around it. */
const houseOf = ({ map }: OfficePlace): Point => {
  const house = map.find(({ kind }) => kind === 'office')
  return house ? middleOf(readPoints(house.points)) : { x: mapSheet.width / 2, y: mapSheet.height / 2 }
}

/**
 * The drawn map. On phones it shows the surroundings of the house, and a tap opens all of it, by HTML alone: as a modal
 * dialog, or as a popover where a browser does not know invoker commands.
 */
export function WayMap({ office }: { office: OfficePlace }) {
  const id = useId()
  const name = m.people_map_of({ office: office.title })
  const words = inWords(office)
  const house = houseOf(office)
  const around: CSSProperties = {
    '--x': (house.x / mapSheet.width).toFixed(3),
    '--y': (house.y / mapSheet.height).toFixed(3),
  }
  return (
    <figure className={styles.figure} lang={foreign(office.lang)}>
      <div className={styles.window} style={around}>
        <OfficeMap parts={office.map} office={office.title} label={words} />
        <button type="button" className={styles.enlarge} command="show-modal" commandfor={id} popoverTarget={id}>
          <span className={styles.sign}>{m.people_map_enlarge()}</span>
        </button>
      </div>
      <figcaption className={styles.caption}>{m.people_map_caption()}</figcaption>
      <dialog
        id={id}
        popover="auto"
        className={styles.sheet}
        data-ground="paper"
        aria-label={name}
        // Opened, it begins where the house is.
        onToggle={({ currentTarget: sheet }) => sheet.scrollTo({ left: house.x - sheet.clientWidth / 2 })}
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
          <OfficeMap parts={office.map} office={office.title} label={words} />
        </div>
      </dialog>
    </figure>
  )
}
