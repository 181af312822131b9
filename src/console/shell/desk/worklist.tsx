import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { isMark, type Mark, StateShape } from '#console/kit/parts/state-mark.tsx'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import type { DeskEntry } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'
import { pendingWork } from '../manifests/manifests.ts'
import { deskActions } from './desk-actions.ts'
import { Moment } from './desk-dates.tsx'
import type { Today } from './use-today.ts'
import styles from './worklist.module.css'

/** Pending work as a ledger: counts in the margin, entries right of it. */
export function Worklist({ today, scopes }: { today: Today; scopes: readonly string[] }) {
  if (today.works.every(({ count }) => count === 0))
    return (
      <Notice title={m.dashboard_nothing_title()} text={m.dashboard_nothing_text()}>
        {deskActions(scopes).map(({ key, to, label }) => (
          <Button key={key} component={Link} to={to} leftSection={<Icon name="add" />}>
            {label()}
          </Button>
        ))}
      </Notice>
    )
  return pendingWork.map(({ key, title, note, all, scope, mark }) => {
    const { count, entries } = today.works.find((work) => work.key === key) ?? { count: 0, entries: [] }
    return (
      <WorkSection key={key} count={count} title={title()} note={note()} all={mayRead(scopes, scope) ? all : undefined}>
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} mark={mark} />
        ))}
      </WorkSection>
    )
  })
}

interface WorkProps {
  count: number
  title: string
  note: string
  all?: string | undefined
  children?: ReactNode
}

function WorkSection({ count, title, note, all, children }: WorkProps) {
  if (count === 0) return null
  return (
    <section className={styles.work}>
      <p className={styles.count} aria-hidden="true">
        {count.toLocaleString()}
      </p>
      <div className={styles.matter}>
        <header className={styles.head}>
          <h2>
            {title}
            <VisuallyHidden> {m.dashboard_count({ count })}</VisuallyHidden>
          </h2>
          <p>{note}</p>
          {all && (
            <Link to={all} aria-label={m.dashboard_all_of({ title })}>
              <span>{m.dashboard_all()}</span>
              <Icon name="right" className={styles.chevron} />
            </Link>
          )}
        </header>
        <ul>{children}</ul>
      </div>
    </section>
  )
}

/** Entry of the worklist; the server lists only entries the account may open. */
function Row({ entry, mark }: { entry: DeskEntry; mark: Mark }) {
  return (
    <li>
      <Link className={styles.row} to={entry.to}>
        <span className={styles.kind}>
          <StateShape mark={isMark(entry.mark) ? entry.mark : mark} />
          <span>{entry.kind}</span>
        </span>
        <span className={styles.title}>{entry.title}</span>
        <span className={styles.when}>
          <Moment at={entry.at} />
        </span>
        <span className={styles.open} aria-hidden="true">
          {m.dashboard_open()}
        </span>
      </Link>
    </li>
  )
}
