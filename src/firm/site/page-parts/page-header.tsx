import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Breadcrumb } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { bindUnits } from '../text/bind-units.ts'
import styles from './page-header.module.css'

interface PageHeadProps {
  title: string
  /** Language of the title if it differs from that of the page. */
  lang?: string | undefined
  lead?: string | undefined
  /** Language of the lead if it differs from that of the title; null for that of the page. */
  leadLang?: string | null
  /** Breadcrumbs below the home page; the page itself is last. */
  crumbs: readonly Breadcrumb[]
  /** Actions below the lead. */
  children?: ReactNode
  /** Right of the title from 1200 px, otherwise below it. */
  picture?: ReactNode
  className?: string
}

/** Header of every inner page: breadcrumbs, title and lead. */
export function PageHeader({
  title,
  lang,
  lead,
  leadLang = lang ?? null,
  crumbs,
  children,
  picture,
  className,
}: PageHeadProps) {
  return (
    <header className={clsx(styles.head, className)} data-ground="paper" data-picture={picture ? true : undefined}>
      <Breadcrumbs crumbs={crumbs} />
      <div className={styles.words}>
        <h1 className={styles.title} lang={lang} data-quoted={/^[“「『《]/.test(title) || undefined}>
          {bindUnits(title)}
        </h1>
        {lead && (
          <p className={styles.lead} lang={leadLang ?? undefined}>
            {bindUnits(lead)}
          </p>
        )}
        {children && <div className={styles.acts}>{children}</div>}
      </div>
      {picture && <div className={styles.picture}>{picture}</div>}
    </header>
  )
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label={m.inner_crumbs()}>
      <ol>
        <li>
          <Link to={localizePath('/')}>{m.inner_home()}</Link>
        </li>
        {crumbs.map(({ title, to, lang }) => (
          <li key={title} lang={lang}>
            {to ? <Link to={localizePath(to)}>{title}</Link> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
