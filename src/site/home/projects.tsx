import { type CSSProperties, useRef } from 'react'
import { m } from '#messages/messages.js'
import { ProjectCard } from '#modules/boards/public/project-card.tsx'
import type { PublicSection } from '#modules/pages/contract.ts'
import { foreign } from '#ui/language.ts'
import { layOutMasonry, type MasonryLayout } from '#ui/masonry.ts'
import { type RiseDelay, rises } from '#ui/rise.ts'
import { Section } from '#ui/section.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { HomeData } from '../home.tsx'
import { place } from '../place.ts'
import styles from './projects.module.css'
import { usePolishedMasonry } from './use-polished-masonry.ts'

/** Height of a caption with its gap by the width of a column, at the widths where three and two columns stand. */
const captionOfThree = 0.34
const captionOfTwo = 0.42

const delays: RiseDelay[] = [0, 100, 200]

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

/**
 * The masonry is laid out by figures the server knows: the ratios of the pictures and the lines of a caption, for
 * three columns and for two. Once awake it is polished by the measured captions.
 */
export function ProjectsSection({ section, home }: { section: PublicSection; home: HomeData }) {
  const grid = useRef<HTMLUListElement>(null)
  const ratios = home.projects.map(({ thumb }) => (thumb ? thumb.height / thumb.width : 1))
  const three = layOutMasonry(ratios, 3, captionOfThree)
  const two = layOutMasonry(ratios, 2, captionOfTwo)
  usePolishedMasonry(grid)
  return (
    <Section
      deferred
      ground="white"
      title={section.title}
      lang={foreign(section.lang)}
      className={styles.projects}
      style={{ '--height-3': three.height, '--lines-3': three.rows, '--height-2': two.height, '--lines-2': two.rows }}
      act={<TextLink to={place('/project')}>{m.home_projects_all()}</TextLink>}
    >
      <ul ref={grid} className={styles.grid}>
        {home.projects.map((project, at) => {
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
                labelled={home.demonstration}
                ratio={ratios[at] ?? 1}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
