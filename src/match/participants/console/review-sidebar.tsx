import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { Check, HistoryLine, Participation } from '../contract-review.ts'
import { type CheckKind, maxRemarkLength } from '../rules.ts'
import { client, resource } from './participation-resource.tsx'
import styles from './review-pane.module.css'

const checkWords: Record<CheckKind, { good: (count: number) => string; bad: (count: number) => string }> = {
  listed: { good: (count) => m.participants_check_listed({ count }), bad: () => m.participants_check_unlisted() },
  named: { good: () => m.participants_check_named(), bad: () => m.participants_check_renamed() },
  refused: { good: () => m.participants_check_clean(), bad: (count) => m.participants_check_refused({ count }) },
  domain: { good: () => m.participants_check_domain(), bad: () => m.participants_check_foreign() },
  fits: { good: (count) => m.participants_check_fits({ count }), bad: () => m.participants_check_fits_none() },
}

const actWords: Record<Exclude<HistoryLine['act'], 'remark'>, { own: () => string; by: (name: string) => string }> = {
  apply: { own: m.participants_past_applied, by: () => m.participants_past_applied() },
  read: { own: m.participants_past_read, by: (name) => m.participants_past_read_by({ name }) },
  asked: { own: m.participants_past_asked, by: (name) => m.participants_past_asked_by({ name }) },
  approved: { own: m.participants_past_approved, by: (name) => m.participants_past_approved_by({ name }) },
  refused: { own: m.participants_past_refused, by: (name) => m.participants_past_refused_by({ name }) },
  withdraw: { own: m.participants_past_withdrawn, by: () => m.participants_past_withdrawn() },
}

const said = ({ act, actor }: HistoryLine): string =>
  act === 'remark'
    ? m.participants_past_remark({ name: actor ?? '' })
    : actor === null
      ? actWords[act].own()
      : actWords[act].by(actor)

function CheckLine({ check: { kind, good, count } }: { check: Check }) {
  return (
    <li data-wrong={good ? undefined : true}>
      <Icon name={good ? 'check' : 'warning'} />
      <span>{good ? checkWords[kind].good(count) : checkWords[kind].bad(count)}</span>
    </li>
  )
}

/** Automatic checks, history, and remarks visible only to staff. */
export function ReviewSidebar({ participation }: { participation: Participation }) {
  const { _id, createdAt, checks, history } = participation
  const mayWrite = useMayWrite(resource.access)
  // Applications older than the audit log have no `apply` entry.
  const isTold = history.some(({ act }) => act === 'apply')
  const past = isTold ? history : [{ at: createdAt, act: 'apply' as const, actor: null, text: '' }, ...history]
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
              {line.act === 'remark' && <Icon name="lock" size={12} />} {said(line)}
            </span>
            {line.text && <q>{line.text}</q>}
          </li>
        ))}
      </ol>
      {mayWrite && <Remark key={_id} id={_id} />}
    </aside>
  )
}

function Remark({ id }: { id: string }) {
  const reload = useReload(resource.path)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    if (!text.trim()) return setWrong(m.participants_remark_empty())
    setBusy(true)
    setWrong(undefined)
    try {
      await client.remark({ params: { id }, body: { text } })
      setText('')
      await reload((part) => part === 'record')
    } catch (refused) {
      setWrong(refused instanceof Error ? refused.message : String(refused))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.remark}
      onSubmit={(event) => {
        event.preventDefault()
        void leave()
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
        error={wrong}
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
