import { clsx } from 'clsx'
import { Link } from 'react-router'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { Neighbour } from '../contract.ts'
import styles from './adjacent-posts.module.css'

interface NeighboursProps {
  /** Accessible name of the navigation. */
  label: string
  previous: Neighbour | null
  next: Neighbour | null
  /** Labels above the titles: 이전 글, 다음 글. */
  words: { previous: string; next: string }
  /** Returns the address of a post by its slug. */
  to: (slug: string) => string
  /** Shows the picture instead of an arrow and sets the title in serif, for names. */
  pictured?: boolean
}

/** Links to the previous and next post. */
export function AdjacentPosts({ label, previous, next, words, to, pictured = false }: NeighboursProps) {
  const bindUnits = useUnitRule()
  if (!previous && !next) return null
  const renderSide = (neighbour: Neighbour | null, way: 'previous' | 'next') =>
    neighbour && (
      <Link
        className={clsx(styles.side, pictured && styles.pictured)}
        data-way={way}
        rel={way === 'previous' ? 'prev' : 'next'}
        to={to(neighbour.slug)}
      >
        {pictured && neighbour.thumb ? (
          <Picture className={styles.picture} picture={neighbour.thumb} alt="" sizes="144px" />
        ) : (
          <Icon name={way === 'previous' ? 'arrow-left' : 'arrow-right'} />
        )}
        <span className={styles.words}>
          <span className={styles.label}>{words[way]}</span>
          <span className={styles.title} lang={foreignLang(neighbour.lang)}>
            {bindUnits(neighbour.subject)}
          </span>
        </span>
      </Link>
    )
  return (
    <nav className={styles.neighbours} aria-label={label}>
      {renderSide(previous, 'previous')}
      {renderSide(next, 'next')}
    </nav>
  )
}
