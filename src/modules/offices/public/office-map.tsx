import type { PublicMapPart } from '../contract.ts'
import { type MapName, mapSheet, middleOf, nameOn, type Plate, plateOf, readPoints } from '../rules.ts'
import styles from './office-map.module.css'

interface OfficeMapProps {
  parts: readonly PublicMapPart[]
  /** Name of the office, under that of its building. */
  office: string
  /** The map in words. */
  label: string
}

type Kind = PublicMapPart['kind']

/** What is painted first lies lowest. */
const areas: readonly Kind[] = ['water', 'green']
const lines: readonly Kind[] = ['lane', 'street', 'avenue']

const outline = (points: string, closed = false) => `M${points.replaceAll(' ', 'L')}${closed ? 'z' : ''}`

/** The way to an office, drawn from what staff wrote down: streets, water and parks, stations, and the house itself. */
export function OfficeMap({ parts, office, label }: OfficeMapProps) {
  const of = (...kinds: Kind[]) => parts.filter(({ kind }) => kinds.includes(kind))
  const key = ({ kind, points }: PublicMapPart) => `${kind} ${points}`
  const [house] = of('office')
  const names = parts.filter(({ kind, name }) => kind !== 'office' && name)
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${mapSheet.width} ${mapSheet.height}`}
      role="img"
      aria-label={label}
      focusable="false"
    >
      <rect className={styles.ground} width={mapSheet.width} height={mapSheet.height} />
      {areas.map((kind) =>
        of(kind).map((part) => <path key={key(part)} className={styles[kind]} d={outline(part.points, true)} />),
      )}
      {of('building').map((part) => (
        <path key={key(part)} className={styles.building} d={outline(part.points, true)} />
      ))}
      {lines.map((kind) =>
        of(kind).map((part) => <path key={key(part)} className={styles[kind]} d={outline(part.points)} />),
      )}
      {of('rail', 'path').map((part) => (
        <path key={key(part)} className={styles[part.kind]} d={outline(part.points)} />
      ))}
      {house && <path className={styles.house} d={outline(house.points, true)} />}
      {names.map((part) => (
        <Name key={key(part)} kind={part.kind} name={nameOn(part)} />
      ))}
      {of('station', 'stop').map((part) => (
        <Sign key={key(part)} part={part} />
      ))}
      {house && <PlateView plate={plateOf(house, office, parts)} />}
    </svg>
  )
}

/** Upright, along its street, or letter under letter. */
function Name({ kind, name: { letters, x, y, turn, anchor, step } }: { kind: Kind; name: MapName }) {
  return (
    <text
      className={styles.name}
      data-kind={kind}
      x={x}
      y={y}
      textAnchor={anchor}
      transform={turn ? `rotate(${turn} ${x} ${y})` : undefined}
    >
      {letters.length === 1
        ? letters[0]
        : letters.map((letter, at) => {
            const below = y + (at - (letters.length - 1) / 2) * step
            return (
              <tspan key={below} x={x} y={below}>
                {letter}
              </tspan>
            )
          })}
    </text>
  )
}

function Sign({ part: { kind, points, sign } }: { part: PublicMapPart }) {
  const { x, y } = middleOf(readPoints(points))
  if (kind === 'stop') return <circle className={styles.stop} cx={x} cy={y} r={7} />
  return (
    <g>
      <circle className={styles.station} cx={x} cy={y} r={19} />
      <text className={styles.sign} x={x} y={y} textAnchor="middle">
        {sign}
      </text>
    </g>
  )
}

/** The plate over the house, or under it, wherever it covers least. */
function PlateView({ plate: { box, foot, head, point, lines } }: { plate: Plate }) {
  const middle = box.x + box.width / 2
  return (
    <g>
      <path className={styles.pole} d={`M${foot.x} ${head}V${foot.y}`} />
      <path className={styles.plate} d={`M${foot.x - 9} ${head}h18l-9 ${point}z`} />
      <rect className={styles.plate} x={box.x} y={box.y} width={box.width} height={box.height} />
      <text className={styles.plateName} x={middle} y={box.y + 26} textAnchor="middle">
        {lines[0]}
      </text>
      <text className={styles.plateOffice} x={middle} y={box.y + 47} textAnchor="middle">
        {lines[1]}
      </text>
    </g>
  )
}
