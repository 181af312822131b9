/**
 * Pixels of a line in a cell, and of a line behind a mark; font weight, and font size in rem. Must match
 * `board.module.css`.
 */
const lineWidth = { whole: 56, marked: 38 } as const
const [weight, size] = [550, 0.75]

let ruler: CanvasRenderingContext2D | null = null
const cache = new Map<string, string>()
const measure = (text: string): number => ruler?.measureText(text).width ?? 0

const cut = (text: string, width: number): string => {
  if (!ruler) {
    ruler = document.createElement('canvas').getContext('2d')
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    if (ruler) ruler.font = `${weight} ${root * size}px ${getComputedStyle(document.body).fontFamily}`
    // A web font that loads later has other widths.
    document.fonts.addEventListener('loadingdone', () => cache.clear())
  }
  if (measure(text) <= width) return text
  const letters = [...text]
  let length = letters.length - 1
  while (length > 1 && measure(`${letters.slice(0, length).join('')}…`) > width) length -= 1
  return `${letters.slice(0, length).join('').trimEnd()}…`
}

/**
 * Truncates a text to the width of a line in a cell. Measured, because `text-overflow: ellipsis` needs a clip in each
 * cell, which the browser paints and composites separately in every scroll frame.
 */
export const truncateToWidth = (text: string, line: keyof typeof lineWidth): string => {
  const key = `${line} ${text}`
  const before = cache.get(key)
  if (before !== undefined) return before
  const after = cut(text, lineWidth[line])
  cache.set(key, after)
  return after
}
