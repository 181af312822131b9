import { type CSSProperties, useId } from 'react'
import { m } from '#messages/messages.js'
import type { OfficePlace } from '#modules/offices/contract.ts'
import { OfficeMap } from '#modules/offices/public/office-map.tsx'
import { type Box, boxOf, mapSheet, middleOf, nameOn, type Point, plateOf, readPoints } from '#modules/offices/rules.ts'
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

/** The house under its plate and the walk to it, with the sign it begins at: what a phone shows of the sheet. */
const wayOf = ({ map, title }: OfficePlace): Box => {
  const house = map.find(({ kind }) => kind === 'office')
  if (!house) return { x: 0, y: 0, ...mapSheet }
  const walk = map.filter(({ kind }) => kind === 'path').flatMap(({ points }) => readPoints(points))
  const [start] = walk
  const signs = map.filter(({ kind, points }) => {
    const { x, y } = middleOf(readPoints(points))
    return start && (kind === 'station' || kind === 'stop') && Math.hypot(x - start.x, y - start.y) < nearStart
  })
  const boxes = [
    plateOf(house, title, map).box,
    ...signs.flatMap((sign) => [nameOn(sign).box, boxOf(readPoints(sign.points), 20)]),
  ]
  return boxOf([...readPoints(house.points), ...walk, ...boxes.flatMap(cornersOf)], 16)
}

/** A sign as near to the beginning of the walk is where it begins; units of the sheet. */
const nearStart = 40

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

/**
 * The drawn map. On phones it shows the surroundings of the house, and a tap opens all of it, by HTML alone: as a modal
 * dialog, or as a popover where a browser does not know invoker commands.
 */
export function WayMap({ office }: { office: OfficePlace }) {
  const id = useId()
  const name = m.people_map_of({ office: office.title })
  const words = inWords(office)
  const way = wayOf(office)
  const middle = way.x + way.width / 2
  const around: CSSProperties = {
    '--x': (middle / mapSheet.width).toFixed(3),
    '--y': ((way.y + way.height / 2) / mapSheet.height).toFixed(3),
    '--fit': (mapSheet.width / way.width).toFixed(3),
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
        // Opened, it begins where the way is.
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
          <OfficeMap parts={office.map} office={office.title} label={words} />
        </div>
      </dialog>
    </figure>
  )
}
