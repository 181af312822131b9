/** Pixels of a line in a cell, and of one behind a mark; weight of the text, and its size in rem: as in `board.module.css`. */
const lineWidth = { whole: 56, marked: 38 } as const
const [weight, size] = [550, 0.75]

let ruler: CanvasRenderingContext2D | null = null
const known = new Map<string, string>()
const measured = (text: string): number => ruler?.measureText(text).width ?? 0

const cut = (text: string, width: number): string => {
  if (!ruler) {
    ruler = document.createElement('canvas').getContext('2d')
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    if (ruler) ruler.font = `${weight} ${root * size}px ${getComputedStyle(document.body).fontFamily}`
    // A face that arrives later has other widths.
    document.fonts.addEventListener('loadingdone', () => known.clear())
  }
  if (measured(text) <= width) return text
  const letters = [...text]
  let length = letters.length - 1
  while (length > 1 && measured(`${letters.slice(0, length).join('')}…`) > width) length -= 1
  return `${letters.slice(0, length).join('').trimEnd()}…`
}

/**
 * As much of a text as a line of a cell has room for. Measured, where `text-overflow: ellipsis` would need a clip in
 * each cell: the browser paints and puts together each clip by itself in every frame of scrolling.
 */
export const fitted = (text: string, line: keyof typeof lineWidth): string => {
  const key = `${line} ${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const after = cut(text, lineWidth[line])
  known.set(key, after)
  return after
}
