import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import styles from './center-page-layout.module.css'

export type CenterPart = 'notices' | 'faq' | 'questions'

interface CenterFrameProps {
  part: CenterPart
  /** Numbers of notices and FAQ entries. */
  counts: { notices: number; faqs: number }
  phone: string
  /** Shows the contact box. Pages with their own question form leave it out. */
  hasAside?: boolean
  /** Page heading if it differs from the title of the customer center. */
  title?: ReactNode
  children: ReactNode
}

/** Layout of the customer center: title, three tabs and a contact box. */
export function CenterPageLayout({ part, counts, phone, hasAside = true, title, children }: CenterFrameProps) {
  const parts: { key: CenterPart; title: string; to: string; count?: number }[] = [
    { key: 'notices', title: m.center_notices(), to: '/center/notices', count: counts.notices },
    { key: 'faq', title: m.center_faq(), to: '/center/faq', count: counts.faqs },
    { key: 'questions', title: m.center_questions(), to: '/center/questions' },
  ]
  const Heading = title ? 'p' : 'h1'
  return (
    <>
      <Heading className={styles.title}>{m.center_title()}</Heading>
      <nav className={styles.parts} aria-label={m.center_title()}>
        <ul>
          {parts.map(({ key, title, to, count }) => (
            <li key={key}>
              <Link to={currentLocalePath(to)} className={styles.part} aria-current={key === part ? 'page' : undefined}>
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
              {m.center_ask_title()}
            </h2>
            <p className={styles.small}>{m.center_ask_text()}</p>
            <ButtonLink to={currentLocalePath('/center/questions')}>{m.center_ask()}</ButtonLink>
            <dl className={styles.facts}>
              <div>
                <dt>{m.center_phone()}</dt>
                <dd>
                  <a href={`tel:${phone.replaceAll('-', '')}`}>{phone}</a>
                </dd>
              </div>
              <div>
                <dt>{m.center_hours()}</dt>
                <dd>{m.center_weekdays()}</dd>
              </div>
            </dl>
          </aside>
        )}
      </div>
    </>
  )
}
