import type { PublicMapPart } from '../contract.ts'
import { alongOf, mapSheet, middleOf, type Point, readPoints } from '../rules.ts'
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

const isLine: Partial<Record<Kind, true>> = { avenue: true, street: true, lane: true, path: true, rail: true }
const isSign: Partial<Record<Kind, true>> = { station: true, stop: true }

const outline = (points: string, closed = false) => `M${points.replaceAll(' ', 'L')}${closed ? 'z' : ''}`

/** About how wide the words are: Korean and Chinese letters are an em, Latin ones a little over half of it. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 0.96 : 0.56) * size, 0)

/** The way to an office, drawn from what staff wrote down: streets, water and parks, stations, and the house itself. */
export function OfficeMap({ parts, office, label }: OfficeMapProps) {
  const of = (...kinds: Kind[]) => parts.filter(({ kind }) => kinds.includes(kind))
  const key = ({ kind, points }: PublicMapPart) => `${kind} ${points}`
  const [house] = of('office')
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
      {parts.map((part) => part.kind !== 'office' && part.name && <Name key={key(part)} part={part} />)}
      {of('station', 'stop').map((part) => (
        <Sign key={key(part)} part={part} />
      ))}
      {house && <Plate points={readPoints(house.points)} name={house.name} office={office} />}
    </svg>
  )
}

/** Words beside a sign, along a street, or in the middle of an area. */
function Name({ part: { kind, points, name, label } }: { part: PublicMapPart }) {
  const places = readPoints(points)
  const along = isLine[kind] ? alongOf(places) : { ...middleOf(places), turn: 0 }
  const at: Point = label ? middleOf(readPoints(label)) : along
  const beside = isSign[kind] && !label
  return (
    <text
      className={styles.name}
      data-kind={kind}
      x={beside ? at.x + (kind === 'station' ? 28 : 16) : at.x}
      y={at.y}
      textAnchor={beside ? 'start' : 'middle'}
      transform={along.turn ? `rotate(${along.turn} ${at.x} ${at.y})` : undefined}
    >
      {name}
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

/** The plate over the house; where the house stands at the top of the sheet, under it. */
function Plate({ points, name, office }: { points: Point[]; name: string; office: string }) {
  const { x } = middleOf(points)
  const top = Math.min(...points.map(({ y }) => y))
  const bottom = Math.max(...points.map(({ y }) => y))
  const width = Math.max(widthOf(name, 18), widthOf(office, 15)) + 44
  const height = 66
  const way = 28
  const above = top - way - height > 8
  const y = above ? top - way - height : bottom + way
  const left = Math.min(Math.max(8, x - width / 2), mapSheet.width - width - 8)
  const edge = above ? y + height : y
  const point = above ? 8 : -8
  return (
    <g>
      <path className={styles.pole} d={`M${x} ${edge}V${above ? top : bottom}`} />
      <path className={styles.plate} d={`M${x - 9} ${edge}h18l-9 ${point}z`} />
      <rect className={styles.plate} x={left} y={y} width={width} height={height} />
      <text className={styles.plateName} x={left + width / 2} y={y + 29} textAnchor="middle">
        {name}
      </text>
      <text className={styles.plateOffice} x={left + width / 2} y={y + 52} textAnchor="middle">
        {office}
      </text>
    </g>
  )
}
