import styles from './office-drawing.module.css'

interface OfficeDrawingProps {
  storeys: number
  ownStorey: number
  /** Label beside the lit storey; absent in the narrow drawing. */
  floor: string
}

/* Elevation on a sheet of 296 × 296 units. */
const sheet = 296
const groundY = 248
const maxHeight = 208
const storeyAtMost = 24

/** Returns the windows per storey: low buildings are wide, tall ones narrow. */
const countBays = (storeys: number): number => (storeys <= 9 ? 7 : storeys <= 14 ? 5 : 4)
const bayWidth = 17

/** Elevation of an office building, generated from its storeys; the firm's own is lit. */
export function OfficeDrawing({ storeys, ownStorey, floor }: OfficeDrawingProps) {
  const step = Math.min(storeyAtMost, maxHeight / storeys)
  const height = step * storeys + 6
  const across = countBays(storeys)
  const width = across * bayWidth + 12
  const left = (sheet - width) / 2 - 12
  const right = left + width
  const top = groundY - height
  const storeyTop = (storey: number) => groundY - storey * step
  const pane = { width: bayWidth - 6, height: Math.max(3, step * 0.5) }
  const listWindows = (storey: number) =>
    Array.from({ length: across }, (_, bay) => {
      const x = left + 9 + bay * bayWidth
      const y = storeyTop(storey) + step * 0.25
      return `M${x} ${y.toFixed(1)}h${pane.width}v${pane.height.toFixed(1)}h-${pane.width}z`
    }).join('')
  const others = Array.from({ length: storeys }, (_, at) => at + 1).filter((storey) => storey !== ownStorey)
  const middle = storeyTop(ownStorey) + step * 0.5
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${sheet} ${sheet}`} aria-hidden="true" focusable="false">
      <path
        className={styles.grid}
        d={Array.from({ length: 15 }, (_, at) => `M0 ${at * 20 + 8}H296M${at * 20 + 8} 0V296`).join('')}
      />
      <g className={styles.lines}>
        <path d={`M${left - 4} ${top}H${right + 4}M${left} ${top}V${groundY}M${right} ${top}V${groundY}`} />
        <path d={`M${left + width / 2 - 22} ${top}v-9h44v9`} />
        <path d={`M16 ${groundY}H280`} />
      </g>
      <g className={styles.thin}>
        <path d={others.map(listWindows).join('')} />
        <path d={`M${left - 40} ${groundY}v-6m0 0a6 6 0 1 1 .1 0M${left - 20} ${groundY}v-4m0 0a9 9 0 1 1 .1 0`} />
        <path d={`M${left} ${groundY + 16}H${right}m0-4v8M${left} ${groundY + 12}v8`} />
      </g>
      <path className={styles.lit} d={listWindows(ownStorey)} />
      <g className={styles.mark}>
        <path d={`M${right + 6} ${middle.toFixed(1)}h24`} />
        <text x={right + 36} y={middle + 4}>
          {floor}
        </text>
      </g>
    </svg>
  )
}
