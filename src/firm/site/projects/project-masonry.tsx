import { type CSSProperties, useRef } from 'react'
import type { PublicPost } from '#content/boards/contract.ts'
import { ProjectCard } from '#content/boards/public/project-card.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { type RiseDelay, riseAttributes } from '#ui/browser/rise-on-scroll.ts'
import { layOutMasonry, type MasonryLayout } from '#ui/media/masonry-layout.ts'
import styles from './project-masonry.module.css'
import { useMeasuredMasonry } from './use-measured-masonry.ts'

/**
 * Column counts: two, three from 1200 px. `caption` is the height of a caption with its gap divided by the column
 * width, at 390, 768 and 1200 px (project-masonry.module.css).
 */
const windows = {
  phone: { columns: 2, caption: 0.54 },
  two: { columns: 2, caption: 0.35 },
  three: { columns: 3, caption: 0.32 },
}
type Window = keyof typeof windows
type ProjectLayout = Record<Window, MasonryLayout>

const delays: RiseDelay[] = [0, 100, 200]

const getRatio = ({ thumb }: PublicPost): number => (thumb ? thumb.height / thumb.width : 1)

/** Lays out projects by the ratios of their pictures, for each viewport class. */
export const layOutProjects = (projects: readonly PublicPost[]): ProjectLayout => {
  const ratios = projects.map(getRatio)
  const layOutFor = ({ columns, caption }: (typeof windows)[Window]) => layOutMasonry(ratios, columns, caption)
  return { phone: layOutFor(windows.phone), two: layOutFor(windows.two), three: layOutFor(windows.three) }
}

const getFrameStyle = (name: Window, { height, rows }: MasonryLayout): CSSProperties => ({
  [`--height-${name}`]: Number(height.toFixed(4)),
  [`--rows-${name}`]: rows,
})

/** Returns class and custom properties of the wrapper, from which CSS knows the height before layout. */
export const getMasonryFrame = ({
  phone,
  two,
  three,
}: ProjectLayout): { className: string | undefined; style: CSSProperties } => ({
  className: styles.frame,
  style: { ...getFrameStyle('phone', phone), ...getFrameStyle('two', two), ...getFrameStyle('three', three) },
})

const getPositionStyle = (name: Window, { places }: MasonryLayout, at: number): CSSProperties => {
  const place = places[at]
  return {
    [`--column-${name}`]: place?.column,
    [`--above-${name}`]: place && Number(place.top.toFixed(4)),
    [`--before-${name}`]: place?.rows,
  }
}

interface ProjectMasonryProps {
  projects: readonly PublicPost[]
  layout: ProjectLayout
  /** Starts on the first screen: load its first pictures eagerly. */
  first?: boolean
}

/**
 * Masonry laid out on the server by picture ratios, with equal space for every caption. One extra line fits into the
 * gap, longer captions are clamped, so none reaches the picture below. After hydration positions are corrected by the
 * measured captions. Requires a wrapper with the style of `getMasonryFrame`.
 */
export function ProjectMasonry({ projects, layout: { phone, two, three }, first = false }: ProjectMasonryProps) {
  const grid = useRef<HTMLUListElement>(null)
  useMeasuredMasonry(grid)
  return (
    <ul ref={grid} className={styles.grid}>
      {projects.map((project, at) => {
        const { style, ...rise } = riseAttributes(delays[three.places[at]?.column ?? 0])
        return (
          <li
            key={project._id}
            className={styles.item}
            style={{
              ...getPositionStyle('phone', phone, at),
              ...getPositionStyle('two', two, at),
              ...getPositionStyle('three', three, at),
              ...style,
            }}
            data-last-phone={phone.places[at]?.isLast || undefined}
            data-last-two={two.places[at]?.isLast || undefined}
            data-last-three={three.places[at]?.isLast || undefined}
            {...rise}
          >
            <ProjectCard
              project={project}
              to={localizePath(`/project/${project.slug}`)}
              ratio={getRatio(project)}
              first={first && at < windows.phone.columns}
            />
          </li>
        )
      })}
    </ul>
  )
}
