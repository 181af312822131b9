import { type CSSProperties, useRef } from 'react'
import type { PublicPost } from '#content/boards/contract.ts'
import { ProjectCard } from '#content/boards/public/project-card.tsx'
import { layOutMasonry, type MasonryLayout } from '#ui/masonry.ts'
import { type RiseDelay, rises } from '#ui/rise.ts'
import { usePolishedMasonry } from './home/use-polished-masonry.ts'
import { place } from './place.ts'
import styles from './project-masonry.module.css'

/**
 * Two columns, three from 1200 px. `caption`: its height with the gap below it by the width of a column, at 390, 768 and
 * 1200 px (project-masonry.module.css).
 */
const windows = {
  phone: { columns: 2, caption: 0.54 },
  two: { columns: 2, caption: 0.35 },
  three: { columns: 3, caption: 0.32 },
}
type Window = keyof typeof windows
type ProjectLayout = Record<Window, MasonryLayout>

const delays: RiseDelay[] = [0, 100, 200]

const ratioOf = ({ thumb }: PublicPost): number => (thumb ? thumb.height / thumb.width : 1)

/** Positions of projects by the ratios of their pictures, for each viewport width class. */
export const layOutProjects = (projects: readonly PublicPost[]): ProjectLayout => {
  const ratios = projects.map(ratioOf)
  const layOutFor = ({ columns, caption }: (typeof windows)[Window]) => layOutMasonry(ratios, columns, caption)
  return { phone: layOutFor(windows.phone), two: layOutFor(windows.two), three: layOutFor(windows.three) }
}

const frameStyle = (name: Window, { height, rows }: MasonryLayout): CSSProperties => ({
  [`--height-${name}`]: Number(height.toFixed(4)),
  [`--rows-${name}`]: rows,
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

const placeStyle = (name: Window, { places }: MasonryLayout, at: number): CSSProperties => {
  const place = places[at]
  return {
    [`--column-${name}`]: place?.column,
    [`--above-${name}`]: place && Number(place.above.toFixed(4)),
    [`--before-${name}`]: place?.rows,
  }
}

interface ProjectMasonryProps {
  projects: readonly PublicPost[]
  layout: ProjectLayout
  /** It begins on the first screen: its first pictures are asked for at once. */
  first?: boolean
}

/**
 * The masonry is laid out by the ratios of the pictures, with the same room for every caption: one line more than that
 * goes into the gap below it, and what is longer is cut, so that none ever reaches the picture below. After hydration
 * it is polished by the measured captions. Must be within `masonryFrame`.
 */
export function ProjectMasonry({ projects, layout: { phone, two, three }, first = false }: ProjectMasonryProps) {
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
              ratio={ratioOf(project)}
              first={first && at < windows.phone.columns}
            />
          </li>
        )
      })}
    </ul>
  )
}
