import type { ReactNode } from 'react'
import type { Breadcrumb } from '#content/site/describe-page.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { bindUnits } from '../../text/bind-units.ts'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  lang?: string | undefined
  lead?: string
  crumbs?: readonly Breadcrumb[]
  children?: ReactNode
}

/** Header of an inner page: breadcrumbs, title and lead. */
export function PageHeader({ title, lang, lead, crumbs, children }: PageHeaderProps) {
  return (
    <header className={styles.head}>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <h1 className={styles.title} lang={lang}>
        {bindUnits(title)}
      </h1>
      {lead && <p className={styles.lead}>{bindUnits(lead)}</p>}
      {children}
    </header>
  )
}
