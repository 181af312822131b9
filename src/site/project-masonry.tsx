import { type CSSProperties, useRef } from 'react'
import type { PublicPost } from '#modules/boards/contract.ts'
import { ProjectCard } from '#modules/boards/public/project-card.tsx'
import { layOutMasonry, type MasonryLayout } from '#ui/masonry.ts'
import { type RiseDelay, rises } from '#ui/rise.ts'
import { usePolishedMasonry } from './home/use-polished-masonry.ts'
import { place } from './place.ts'
import styles from './project-masonry.module.css'

/** Height of a caption with its gap by the width of a column, at the widths where three and two columns stand. */
const captionOfThree = 0.34
const captionOfTwo = 0.42

const delays: RiseDelay[] = [0, 100, 200]

const ratioOf = ({ thumb }: PublicPost): number => (thumb ? thumb.height / thumb.width : 1)

/** Where projects stand, for three columns and for two. */
export const layOutProjects = (projects: readonly PublicPost[]) => {
  const ratios = projects.map(ratioOf)
  return { three: layOutMasonry(ratios, 3, captionOfThree), two: layOutMasonry(ratios, 2, captionOfTwo) }
}
type ProjectLayout = ReturnType<typeof layOutProjects>

/** Class and figures of the element around the masonry: from them its height is known before anything is laid out. */
export const masonryFrame = ({
  three,
  two,
}: ProjectLayout): { className: string | undefined; style: CSSProperties } => ({
  className: styles.frame,
  style: { '--height-3': three.height, '--lines-3': three.rows, '--height-2': two.height, '--lines-2': two.rows },
})

const placeStyle = (three: MasonryLayout, two: MasonryLayout, at: number): CSSProperties => {
  const [wide, narrow] = [three.places[at], two.places[at]]
  return {
    '--column-3': wide?.column,
    '--above-3': wide?.above,
    '--rows-3': wide?.rows,
    '--column-2': narrow?.column,
    '--above-2': narrow?.above,
    '--rows-2': narrow?.rows,
  }
}

interface ProjectMasonryProps {
  projects: readonly PublicPost[]
  layout: ProjectLayout
  /** The pictures are a demonstration and say so. */
  labelled: boolean
}

/**
 * The masonry is laid out by figures the server knows: the ratios of the pictures and the lines of a caption, for
 * three columns and for two. Once awake it is polished by the measured captions. Stands within `masonryFrame`.
 */
export function ProjectMasonry({ projects, layout: { three, two }, labelled }: ProjectMasonryProps) {
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
            style={{ ...placeStyle(three, two, at), ...style }}
            data-last-3={three.places[at]?.last || undefined}
            data-last-2={two.places[at]?.last || undefined}
            {...rise}
          >
            <ProjectCard
              project={project}
              to={place(`/project/${project.slug}`)}
              labelled={labelled}
              ratio={ratioOf(project)}
            />
          </li>
        )
      })}
    </ul>
  )
}
