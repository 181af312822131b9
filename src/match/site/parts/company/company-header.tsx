import type { ReactNode } from 'react'
import type { Breadcrumb } from '#content/site/describe-page.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import styles from './company-header.module.css'
import { CompanyPlate } from './company-plate.tsx'

interface CompanyHeaderProps {
  side: 'seller' | 'buyer'
  name: string
  crumbs: readonly Breadcrumb[]
  beside?: ReactNode
  line: string
  /** Main action. */
  children: ReactNode
}

/** Header of a company page with its name plate and main action. */
export function CompanyHeader({ side, name, crumbs, beside, line, children }: CompanyHeaderProps) {
  return (
    <header className={styles.head}>
      <Breadcrumbs crumbs={crumbs} />
      <div className={styles.columns}>
        <CompanyPlate name={name} side={side} large />
        <div>
          <div className={styles.named}>
            <h1 className={styles.title}>{name}</h1>
            {beside}
          </div>
          <p className={styles.line}>{line}</p>
        </div>
        <div className={styles.act}>{children}</div>
      </div>
    </header>
  )
}
