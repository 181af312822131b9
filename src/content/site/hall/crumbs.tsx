import { Link } from 'react-router'
import type { Crumb } from '#content/site/description.ts'
import { m } from '#messages/messages.js'
import styles from './crumbs.module.css'
import { place } from './place.ts'

/** Breadcrumbs; the page itself is last. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label={m.hall_crumbs()}>
      <ol>
        {crumbs.map(({ title, to, lang }) => (
          <li key={title} lang={lang}>
            {to ? <Link to={place(to)}>{title}</Link> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
