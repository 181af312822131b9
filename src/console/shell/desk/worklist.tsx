import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Notice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { type Mark, StateShape } from '#console/kit/parts/state-mark.tsx'
import { boards } from '#content/boards/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import { mayOpen } from '../navigation.ts'
import { type Today, waiting } from '../use-today.ts'
import { Moment } from './dates.tsx'
import styles from './worklist.module.css'

const client = clientOf(boards)

type Entry = Today['drafts'][number]

/** Names of the boards by their code; the code itself until they are known. */
const useBoardNames = (enabled: boolean): ((code: string) => string) => {
  const { data } = useQuery({
    queryKey: ['boards', 'codes'],
    queryFn: ({ signal }) => client.codes(undefined, { signal }),
    staleTime: 60_000,
    enabled,
  })
  return (code) => textIn(getLocale(), data?.codes.find((board) => board.code === code)?.title) || code
}

/** Requests: only whoever may open them is told of any. */
const requestWorks = [
  {
    key: 'overdue',
    title: m.dashboard_overdue,
    note: m.dashboard_overdue_note,
    all: '/console/forms?age=overdue',
  },
  {
    key: 'requests',
    title: m.dashboard_requests,
    note: m.dashboard_requests_note,
    all: '/console/forms?state=received',
  },
] as const

/** What waits, as a ledger: how many in the margin, what right of it. */
export function Worklist({ today, scopes }: { today: Today; scopes: readonly string[] }) {
  const mayWrite = scopes.includes('console:boards')
  const boardName = useBoardNames(mayWrite)
  const { counts } = today
  const scheduled = today.soon.filter(({ note }) => note === 'publish')
  if (waiting(today) === 0 && today.mailWaiting === 0)
    return (
      <Notice title={m.dashboard_nothing_title()} text={m.dashboard_nothing_text()}>
        {mayWrite && (
          <Button component={Link} to="/console/boards/create" leftSection={<Icon name="add" />}>
            {m.palette_act_write()}
          </Button>
        )}
      </Notice>
    )
  return (
    <>
      {requestWorks.map(({ key, title, note, all }) => (
        <Work key={key} count={counts[key]} title={title()} note={note()} all={all}>
          {today[key].map((entry) => (
            <Row
              key={entry._id}
              entry={entry}
              mark={entry.state === 'received' ? 'new' : 'assigned'}
              kind={entry.from}
              isOpenable
            />
          ))}
        </Work>
      ))}
      <Work
        count={counts.drafts}
        title={m.dashboard_drafts()}
        note={m.dashboard_drafts_note()}
        all={mayWrite ? '/console/boards?state=draft' : undefined}
      >
        {today.drafts.map((entry) => (
          <Row key={entry._id} entry={entry} mark="draft" kind={boardName(entry.note)} isOpenable={mayWrite} />
        ))}
      </Work>
      <Work
        count={counts.untranslated}
        title={m.dashboard_untranslated()}
        note={m.dashboard_untranslated_note()}
        all={mayWrite ? '/console/boards?state=published' : undefined}
      >
        {today.untranslated.map((entry) => (
          <Row key={entry._id} entry={entry} mark="published" kind={boardName(entry.note)} isOpenable={mayWrite} />
        ))}
      </Work>
      <Work
        count={counts.scheduled}
        title={m.dashboard_scheduled()}
        note={m.dashboard_scheduled_note()}
        all={mayWrite ? '/console/boards?state=scheduled' : undefined}
      >
        {scheduled.map((entry) => (
          <Row key={entry._id} entry={entry} mark="scheduled" kind={m.dashboard_publish()} isOpenable={mayWrite} />
        ))}
      </Work>
      <Work
        count={today.mailWaiting}
        title={m.dashboard_mail()}
        note={m.dashboard_mail_note()}
        all={mayOpen('/console/messages', scopes) ? '/console/messages' : undefined}
      />
    </>
  )
}

interface WorkProps {
  count: number
  title: string
  note: string
  all?: string | undefined
  children?: ReactNode
}

function Work({ count, title, note, all, children }: WorkProps) {
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
            <span className={styles.spoken}> {m.dashboard_count({ count })}</span>
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

interface RowProps {
  entry: Pick<Entry, 'title' | 'at' | 'to'>
  mark: Mark
  /** What it is, or who it is from. */
  kind: string
  isOpenable: boolean
}

function Row({ entry, mark, kind, isOpenable }: RowProps) {
  const content = (
    <>
      <span className={styles.kind}>
        <StateShape mark={mark} />
        <span>{kind}</span>
      </span>
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.when}>
        <Moment at={entry.at} />
      </span>
    </>
  )
  return (
    <li>
      {isOpenable ? (
        <Link className={styles.row} to={entry.to}>
          {content}
          <span className={styles.open} aria-hidden="true">
            {m.dashboard_open()}
          </span>
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  )
}
