import type { PublicMapPart } from '../contract.ts'
import type { BuildingPlate, DrawnMap } from '../rules-map-labels.ts'
import styles from './office-map.module.css'

interface OfficeMapProps {
  map: DrawnMap
  /** Text alternative of the map. */
  label: string
}

type Kind = PublicMapPart['kind']

/** Painting order, bottom layer first. */
const areas: readonly Kind[] = ['water', 'green']
const lines: readonly Kind[] = ['lane', 'street', 'avenue']

const buildOutlinePath = (points: string, closed = false) => `M${points.replaceAll(' ', 'L')}${closed ? 'z' : ''}`

/**
 * Map to an office as SVG, drawn from the parts entered by staff: streets, water and parks, stations, and the building.
 */
export function OfficeMap({ map: { sheet, parts, names, signs, plate }, label }: OfficeMapProps) {
  const filterParts = (...kinds: Kind[]) => parts.filter(({ kind }) => kinds.includes(kind))
  const key = ({ kind, points }: PublicMapPart) => `${kind} ${points}`
  const [house] = filterParts('office')
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      role="img"
      aria-label={label}
      focusable="false"
    >
      <rect className={styles.ground} width={sheet.width} height={sheet.height} />
      {areas.map((kind) =>
        filterParts(kind).map((part) => (
          <path key={key(part)} className={styles[kind]} d={buildOutlinePath(part.points, true)} />
        )),
      )}
      {filterParts('building').map((part) => (
        <path key={key(part)} className={styles.building} d={buildOutlinePath(part.points, true)} />
      ))}
      {lines.map((kind) =>
        filterParts(kind).map((part) => (
          <path key={key(part)} className={styles[kind]} d={buildOutlinePath(part.points)} />
        )),
      )}
      {filterParts('rail', 'path').map((part) => (
        <path key={key(part)} className={styles[part.kind]} d={buildOutlinePath(part.points)} />
      ))}
      {house && <path className={styles.house} d={buildOutlinePath(house.points, true)} />}
      {names.map((name) => (
        <Name key={`${name.kind} ${name.letters.join('')} ${name.x} ${name.y}`} name={name} />
      ))}
      {signs.map((sign) => (
        <Sign key={`${sign.kind} ${sign.x} ${sign.y}`} sign={sign} />
      ))}
      {plate && <PlateView plate={plate} />}
    </svg>
  )
}

/** Label: horizontal, rotated along its street, or stacked letters. */
function Name({ name: { kind, letters, x, y, turn, anchor, step } }: { name: DrawnMap['names'][number] }) {
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

function Sign({ sign: { kind, x, y, sign } }: { sign: DrawnMap['signs'][number] }) {
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

/** Plate above or below the building, wherever it covers least. */
function PlateView({ plate: { box, foot, head, point, lines } }: { plate: BuildingPlate }) {
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
