import { Link } from 'react-router'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { foreignLang, inPageLanguage, joinDotted } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { PublicPost } from '../contract.ts'
import styles from './project-card.module.css'

interface ProjectCardProps {
  project: PublicPost
  /** URL of the project. */
  to: string
  /** Height of the picture divided by its width; a row of fixed height crops it. */
  ratio: number
  /** The only card of its row: picture beside the text, with the summary. */
  alone?: boolean
  /** Leading card of a page: from 768 px its picture is low and spans the page column. */
  wide?: boolean
  /** The picture is in the first viewport: load it eagerly. */
  first?: boolean
}

/** Returns households and kind of service as one line. */
export const formatProjectMeta = ({ facts }: Pick<PublicPost, 'facts'>): string =>
  joinDotted([facts.households && m.common_households({ count: groupDigits(facts.households) }), facts.service])

const getImageSizes = (alone: boolean, wide: boolean): string => {
  if (wide) return '(min-width: 1544px) 1280px, 92vw'
  return alone ? '(min-width: 768px) 48vw, 92vw' : '(min-width: 1544px) 405px, (min-width: 1200px) 31vw, 48vw'
}

export function ProjectCard({ project, to, ratio, alone = false, wide = false, first = false }: ProjectCardProps) {
  const bindUnits = useUnitRule()
  const { thumb } = project
  return (
    <article className={styles.card} data-alone={alone || undefined} data-wide={wide || undefined}>
      <div className={styles.picture} style={{ '--ratio': ratio }}>
        {thumb && (
          <Picture picture={thumb} isFirst={first} alt={inPageLanguage(thumb.alt)} sizes={getImageSizes(alone, wide)} />
        )}
      </div>
      <div className={styles.words} data-caption lang={foreignLang(project.lang)}>
        <h3 className={styles.title}>
          <Link className={styles.link} to={to}>
            {bindUnits(project.subject)}
          </Link>
        </h3>
        <p className={styles.meta}>{bindUnits(formatProjectMeta(project))}</p>
        {alone && project.summary && <p className={styles.summary}>{bindUnits(project.summary)}</p>}
      </div>
    </article>
  )
}
