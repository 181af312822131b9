import { type CSSProperties, useRef } from 'react'
import type { PublicPost } from '#content/boards/contract.ts'
import { ProjectCard, projectMeta } from '#content/boards/public/project-card.tsx'
import { bound } from '#ui/bound.ts'
import { lineCount } from '#ui/line-count.ts'
import { layOutMasonry } from '#ui/masonry.ts'
import { type RiseDelay, rises } from '#ui/rise.ts'
import { usePolishedMasonry } from './home/use-polished-masonry.ts'
import { place } from './place.ts'
import styles from './project-masonry.module.css'

/**
 * The widths a project is laid out for: two columns on a phone, two above it, three from 1200 px. `column`: how many em
 * a title and what is below it have in a column, at 390, 768 and 1200 px; the heights are by the width of a column there
 * (project-masonry.module.css, project-card.module.css).
 */
const windows = {
  phone: { columns: 2, column: { title: 167 / 16, meta: 167 / 14 }, figures: { caption: 0.25, line: 0.144 } },
  two: { columns: 2, column: { title: 340 / 18, meta: 340 / 15 }, figures: { caption: 0.194, line: 0.079 } },
  three: { columns: 3, column: { title: 352 / 18, meta: 352 / 15 }, figures: { caption: 0.176, line: 0.072 } },
}
type Window = keyof typeof windows

const delays: RiseDelay[] = [0, 100, 200]

const ratioOf = ({ thumb }: PublicPost): number => (thumb ? thumb.height / thumb.width : 1)

/** Lines of title and meta that a card shows; more are cut off until its place is measured. */
const mostLines = 3

const layOutFor = (projects: readonly PublicPost[], { columns, column, figures }: (typeof windows)[Window]) => {
  const linesIn = (text: string, width: number) => Math.min(mostLines, lineCount(bound(text), width))
  const captions = projects.map((project) => ({
    title: linesIn(project.subject, column.title),
    meta: linesIn(projectMeta(project), column.meta),
  }))
  const items = projects.map((project, at) => {
    const { title = 1, meta = 1 } = captions[at] ?? {}
    return { ratio: ratioOf(project), lines: title + meta }
  })
  return { captions, ...layOutMasonry(items, columns, figures) }
}

type WindowLayout = ReturnType<typeof layOutFor>
type ProjectLayout = Record<Window, WindowLayout>

/** The same list, which is in one language, is laid out once: many renders share what they read. */
const layouts = new WeakMap<readonly PublicPost[], ProjectLayout>()

/** Positions of projects, in the language of the page, for each viewport width class. */
export const layOutProjects = (projects: readonly PublicPost[]): ProjectLayout => {
  const known = layouts.get(projects)
  if (known) return known
  const layout = {
    phone: layOutFor(projects, windows.phone),
    two: layOutFor(projects, windows.two),
    three: layOutFor(projects, windows.three),
  }
  layouts.set(projects, layout)
  return layout
}

const frameStyle = (name: Window, { height, rows, lines }: WindowLayout): CSSProperties => ({
  [`--height-${name}`]: Number(height.toFixed(4)),
  [`--rows-${name}`]: rows,
  [`--lines-${name}`]: lines,
})

/** Class and figures of the element around the masonry: from them its height is known before anything is laid out. */
export const masonryFrame = ({
  phone,
  two,
  three,
}: ProjectLayout): { className: string | undefined; style: CSSProperties } => ({
  className: styles.frame,
  style: { ...frameStyle('phone', phone), ...frameStyle('two', two), ...frameStyle('three', three) },
})

const placeStyle = (name: Window, { places, captions }: WindowLayout, at: number): CSSProperties => {
  const place = places[at]
  const caption = captions[at]
  return {
    [`--column-${name}`]: place?.column,
    [`--above-${name}`]: place && Number(place.above.toFixed(4)),
    [`--before-${name}`]: place?.rows,
    [`--lines-before-${name}`]: place?.lines,
    [`--title-${name}`]: caption?.title,
    [`--meta-${name}`]: caption?.meta,
  }
}

interface ProjectMasonryProps {
  projects: readonly PublicPost[]
  layout: ProjectLayout
  /** The pictures are a demonstration and say so. */
  labelled: boolean
  /** It begins on the first screen: its first pictures are asked for at once. */
  first?: boolean
}

/**
 * The masonry is laid out by figures the server knows: the ratios of the pictures and about how many lines a caption
 * takes; one that needs more is cut, so that none ever reaches the picture below. After hydration it is polished by the
 * measured captions. Must be within `masonryFrame`.
 */
export function ProjectMasonry({
  projects,
  layout: { phone, two, three },
  labelled,
  first = false,
}: ProjectMasonryProps) {
  const grid = useRef<HTMLUListElement>(null)
  usePolishedMasonry(grid)
  return (
    <ul ref={grid} className={styles.grid}>
      {projects.map((project, at) => {
        const { style, ...rise } = rises(delays[three.places[at]?.column ?? 0])
        return (
          <li
            key={project._id}
            className={styles.item}
            style={{
              ...placeStyle('phone', phone, at),
              ...placeStyle('two', two, at),
              ...placeStyle('three', three, at),
              ...style,
            }}
            data-last-phone={phone.places[at]?.last || undefined}
            data-last-two={two.places[at]?.last || undefined}
            data-last-three={three.places[at]?.last || undefined}
            {...rise}
          >
            <ProjectCard
              project={project}
              to={place(`/project/${project.slug}`)}
              labelled={labelled}
              ratio={ratioOf(project)}
              first={first && at < windows.phone.columns}
            />
          </li>
        )
      })}
    </ul>
  )
}
