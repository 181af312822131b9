// Draws the folders of src/ and their imports as SVG, from the import graph:
// node scripts/docs/draw-imports.mjs [another checkout] > docs/pictures/house.svg
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTest, locateFile, readGraph } from '../checks/import-graph.mjs'

const root = join(process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url)), '/')
const { files, graph } = readGraph(root, ['src'])

/** Returns the box of a file: a feature, or a layer without features. */
const boxOf = (file) => {
  const { layer, feature } = locateFile(file)
  if (['firm', 'people'].includes(layer)) return file.split('/').slice(1, 3).join('/')
  return feature ? `${layer}/${feature}` : /^console\/[\w-]+\.\w+$/.test(layer) ? 'console' : layer
}
const layerOf = (box) => (box.startsWith('console') ? box : box.split('/')[0])

const sources = files.filter((file) => /\.(ts|tsx)$/.test(file) && !isTest(file) && locateFile(file).layer !== 'wiring')
const boxes = new Set(sources.map(boxOf))
const sizes = new Map()
for (const file of sources) sizes.set(boxOf(file), (sizes.get(boxOf(file)) ?? 0) + 1)

/** Number of imports from box to box, by `from to`. */
const arrows = new Map()
for (const file of sources)
  for (const { file: target } of graph.get(file) ?? []) {
    if (!target?.startsWith('src/') || isTest(target)) continue
    const [from, to] = [boxOf(file), boxOf(target)]
    if (from === to || !boxes.has(to)) continue
    const key = `${from} ${to}`
    arrows.set(key, (arrows.get(key) ?? 0) + 1)
  }

const next = (box, level) => {
  const found = new Set()
  for (const key of arrows.keys()) {
    const [from, to] = key.split(' ').map(level)
    if (from === box && to !== box) found.add(to)
  }
  return found
}

/** Returns everything reachable from a box. */
const reach = (start, level) => {
  const seen = new Set()
  const waiting = [start]
  while (waiting.length > 0)
    for (const to of next(waiting.pop(), level))
      if (!seen.has(to)) {
        seen.add(to)
        waiting.push(to)
      }
  return seen
}

const same = (box) => box
const reached = new Map([...boxes].map((box) => [box, reach(box, same)]))
const isCircle = (key) => {
  const [from, to] = key.split(' ')
  return reached.get(to).has(from)
}

/** Layers ordered from the top, which nothing imports, to the bottom; a cycle counts as one step. */
const layers = [...new Set([...boxes].map(layerOf))]
const below = new Map(layers.map((layer) => [layer, reach(layer, layerOf)]))
const ordered = layers.toSorted((a, b) => below.get(b).size - below.get(a).size || a.localeCompare(b))

const width = 1200
const [left, gap, boxHeight, bandHeight] = [150, 14, 44, 104]
const places = new Map()
const bands = ordered.map((layer, row) => {
  const inLayer = [...boxes].filter((box) => layerOf(box) === layer).sort()
  const y = 60 + row * bandHeight
  const boxWidth = Math.min(150, (width - left - 30 - gap * (inLayer.length - 1)) / inLayer.length)
  for (const [index, box] of inLayer.entries())
    places.set(box, { x: left + index * (boxWidth + gap), y: y + 26, width: boxWidth })
  return { layer, y }
})
const height = 60 + ordered.length * bandHeight + 20

const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${words}</text>`
const line = (key) => {
  const [from, to] = key.split(' ').map((box) => places.get(box))
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2]
  const isDown = to.y > from.y
  const [y1, y2] = from.y === to.y ? [from.y, to.y] : isDown ? [from.y + boxHeight, to.y] : [from.y, to.y + boxHeight]
  const bend = from.y === to.y ? -26 : (y2 - y1) / 2
  const path = `M${x1.toFixed(0)} ${y1}C${x1.toFixed(0)} ${y1 + bend} ${x2.toFixed(0)} ${y2 - (from.y === to.y ? -bend : bend)} ${x2.toFixed(0)} ${y2}`
  return `<path d="${path}" class="${isCircle(key) ? 'circle' : 'arrow'}" marker-end="url(#head)"/>`
}

const circles = [...arrows.keys()].filter(isCircle)
console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Pretendard, sans-serif" font-size="13">
<title>What imports what in src/</title>
<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6z" fill="context-stroke"/></marker></defs>
<style>.arrow{fill:none;stroke:#8a8577;stroke-opacity:.45}.circle{fill:none;stroke:#b3261e;stroke-width:1.4}.box{fill:#fff;stroke:#1d2733}.band{fill:#f4f1ea}</style>
<rect width="${width}" height="${height}" fill="#fbfaf7"/>
${text(20, 34, `${boxes.size} folders, ${arrows.size} directions of import, ${circles.length} of them in a circle`, 'font-size="16" fill="#1d2733"')}
${bands.map(({ layer, y }) => `<rect class="band" x="10" y="${y + 8}" width="${width - 20}" height="80" rx="4"/>${text(24, y + 52, layer, 'font-weight="600" fill="#1d2733"')}`).join('\n')}
${[...arrows.keys()].map(line).join('\n')}
${[...places].map(([box, { x, y, width: wide }]) => `<rect class="box" x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${boxHeight}" rx="3"/>${text((x + wide / 2).toFixed(1), y + 20, box.split('/').at(-1), 'text-anchor="middle" fill="#1d2733"')}${text((x + wide / 2).toFixed(1), y + 36, sizes.get(box), 'text-anchor="middle" fill="#8a8577" font-size="11"')}`).join('\n')}
</svg>`)
