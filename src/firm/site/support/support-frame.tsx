import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Crumb } from '#content/site/description.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { Crumbs } from '../inner/page-head.tsx'
import { place } from '../place.ts'
import styles from './support.module.css'

export type SupportPart = 'notices' | 'faq' | 'questions'

interface SupportFrameProps {
  part: SupportPart
  /** How many notices and frequent questions there are. */
  counts: { notices: number; faqs: number }
  phone: string
  hours?: { text: string; lang: string | undefined } | null
  /** Beside the content: who to ask. Left out where the content asks already. */
  hasAside?: boolean
  /** The page's own heading, where it is not the centre's. */
  title?: ReactNode
  crumbs?: readonly Crumb[]
  children: ReactNode
}

/** The customer centre: its name, its three parts, and beside them the way to a person. */
export function SupportFrame({
  part,
  counts,
  phone,
  hours,
  hasAside = true,
  title,
  crumbs = [],
  children,
}: SupportFrameProps) {
  const parts: { key: SupportPart; title: string; to: string; count?: number }[] = [
    { key: 'notices', title: m.support_notices(), to: '/center/notices', count: counts.notices },
    { key: 'faq', title: m.support_faq(), to: '/center/faq', count: counts.faqs },
    { key: 'questions', title: m.support_questions(), to: '/center/questions' },
  ]
  const Heading = title ? 'p' : 'h1'
  return (
    <div className={styles.page} data-ground="paper">
      <Crumbs crumbs={[{ title: m.support_title(), ...(crumbs.length > 0 && { to: '/center/notices' }) }, ...crumbs]} />
      <Heading className={styles.title}>{m.support_title()}</Heading>
      <nav className={styles.parts} aria-label={m.support_title()}>
        <ul>
          {parts.map(({ key, title, to, count }) => (
            <li key={key}>
              <Link to={place(to)} className={styles.part} aria-current={key === part ? 'page' : undefined}>
                {title} {count !== undefined && <span className={styles.count}>{count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.body}>
        <div className={styles.main}>
          {title}
          {children}
        </div>
        {hasAside && (
          <aside className={styles.aside} aria-labelledby="ask">
            <h2 id="ask" className={styles.ask}>
              {m.support_ask_title()}
            </h2>
            <p className={styles.small}>{m.support_ask_text()}</p>
            <ButtonLink to={place('/center/questions')}>{m.support_ask()}</ButtonLink>
            <dl className={styles.facts}>
              <div>
                <dt>{m.support_phone()}</dt>
                <dd>
                  <a href={`tel:${phone.replaceAll('-', '')}`}>{phone}</a>
                </dd>
              </div>
              {hours && (
                <div>
                  <dt>{m.support_hours()}</dt>
                  <dd lang={hours.lang}>{hours.text}</dd>
                </div>
              )}
            </dl>
          </aside>
        )}
      </div>
    </div>
  )
}
