import { Link } from 'react-router'
import type { BoardChoices } from '#content/reading/contract.ts'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import styles from './category-links.module.css'

interface CategoryLinksProps {
  choices: BoardChoices
  /** Key of the present one; undefined: all. */
  current: string | undefined
  /** Address of the list of a category. */
  to: (category: string | undefined) => string
  label: string
}

/** The categories of a board, each with how many posts it has. */
export function CategoryLinks({ choices, current, to, label }: CategoryLinksProps) {
  const all = { value: undefined, title: m.reading_all(), posts: choices.total, lang: undefined }
  return (
    <nav aria-label={label}>
      <ul className={styles.list} data-scrolls>
        {[all, ...choices.categories].map(({ value, title, posts, lang }) => (
          <li key={value ?? ''}>
            <Link
              className={styles.link}
              to={to(value)}
              preventScrollReset
              aria-current={value === current ? 'page' : undefined}
            >
              <span lang={lang && foreign(lang)}>{title}</span>
              <span className={styles.count}>{posts}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
