import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Check, HistoryLine, Participation } from '../contract-review.ts'
import { type CheckKind, maxRemarkLength } from '../rules.ts'
import { client, resource } from './participation-resource.tsx'
import styles from './review-pane.module.css'

const checkLabels: Record<CheckKind, { good: (count: number) => string; bad: (count: number) => string }> = {
  listed: { good: (count) => m.participants_check_listed({ count }), bad: () => m.participants_check_unlisted() },
  named: { good: () => m.participants_check_named(), bad: () => m.participants_check_renamed() },
  refused: { good: () => m.participants_check_clean(), bad: (count) => m.participants_check_refused({ count }) },
  domain: { good: () => m.participants_check_domain(), bad: () => m.participants_check_foreign() },
  fits: { good: (count) => m.participants_check_fits({ count }), bad: () => m.participants_check_fits_none() },
}

const historyLabels: Record<
  Exclude<HistoryLine['act'], 'remark'>,
  { company: () => string; staff: (name: string) => string }
> = {
  apply: { company: m.participants_past_applied, staff: () => m.participants_past_applied() },
  read: { company: m.participants_past_read, staff: (name) => m.participants_past_read_by({ name }) },
  asked: { company: m.participants_past_asked, staff: (name) => m.participants_past_asked_by({ name }) },
  approved: { company: m.participants_past_approved, staff: (name) => m.participants_past_approved_by({ name }) },
  refused: { company: m.participants_past_refused, staff: (name) => m.participants_past_refused_by({ name }) },
  withdraw: { company: m.participants_past_withdrawn, staff: () => m.participants_past_withdrawn() },
}

const historyText = ({ act, actor }: HistoryLine): string =>
  act === 'remark'
    ? m.participants_past_remark({ name: actor ?? '' })
    : actor === null
      ? historyLabels[act].company()
      : historyLabels[act].staff(actor)

function CheckLine({ check: { kind, good, count } }: { check: Check }) {
  return (
    <li data-wrong={good ? undefined : true}>
      <Icon name={good ? 'check' : 'warning'} />
      <span>{good ? checkLabels[kind].good(count) : checkLabels[kind].bad(count)}</span>
    </li>
  )
}

/** Automatic checks, history, and remarks visible only to staff. */
export function ReviewSidebar({ participation }: { participation: Participation }) {
  const { _id, createdAt, checks, history } = participation
  const mayWrite = useMayWrite(resource.access)
  // Applications older than the audit log have no `apply` entry.
  const hasApplication = history.some(({ act }) => act === 'apply')
  const past = hasApplication ? history : [{ at: createdAt, act: 'apply' as const, actor: null, text: '' }, ...history]
  return (
    <aside className={styles.aside} aria-label={m.participants_beside()}>
      <h2>{m.participants_checks()}</h2>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <CheckLine key={check.kind} check={check} />
        ))}
      </ul>
      <h2>{m.participants_past()}</h2>
      <ol className={styles.past}>
        {past.map((line) => (
          <li key={`${line.at} ${line.act}`} data-remark={line.act === 'remark' || undefined}>
            <span>
              <time dateTime={line.at} title={fullInstant(line.at)}>
                {listInstant(line.at)}
              </time>{' '}
              {line.act === 'remark' && <Icon name="lock" size={12} />} {historyText(line)}
            </span>
            {line.text && <q>{line.text}</q>}
          </li>
        ))}
      </ol>
      {mayWrite && <RemarkForm key={_id} id={_id} />}
    </aside>
  )
}

function RemarkForm({ id }: { id: string }) {
  const reload = useReload(resource.path)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!text.trim()) return setFault(m.participants_remark_empty())
    setBusy(true)
    setFault(undefined)
    try {
      await client.remark({ params: { id }, body: { text } })
      setText('')
      await reload((part) => part === 'record')
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.remark}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Textarea
        label={m.participants_remark()}
        placeholder={m.participants_remark_help()}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxRemarkLength}
        value={text}
        error={fault}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {(text !== '' || busy) && (
        <Button type="submit" loading={busy}>
          {m.participants_remark_leave()}
        </Button>
      )}
    </form>
  )
}
