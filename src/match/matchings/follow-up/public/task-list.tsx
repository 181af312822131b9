import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { type Matching, matchings } from '../../contract.ts'
import { dayKey, formatDate } from '../../public/format-time.ts'
import { type Act, type SingleAction, useSingleAct } from '../../public/use-single-act.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import { maxAgreementLength } from '../../rules.ts'
import styles from './agreement-list.module.css'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  act: Act
}

/** Follow-up tasks of a meeting: which company does what, and by when. */
export function TaskList({ matching, act }: Props) {
  const { busy, runOnce } = useSingleAct(act)
  const text = useStoredInput(`match.task.${matching._id}`, '')
  const [isAdding, setAdding] = useState(text.value !== '')
  return (
    <section className={styles.root}>
      <h2 className={styles.small}>{m.matchings_tasks()}</h2>
      {matching.tasks.length === 0 && <p className={styles.none}>{m.matchings_task_none()}</p>}
      <ul className={styles.lines}>
        {matching.tasks.map((task) => (
          <TaskLine key={task._id} task={task} matching={matching} busy={busy} runOnce={runOnce} />
        ))}
      </ul>
      {isAdding ? (
        <NewTask
          matching={matching}
          text={text}
          isBusy={busy === 'add'}
          send={(body) => runOnce('add', () => client.addTask({ params: { id: matching._id }, body }))}
          close={() => setAdding(false)}
        />
      ) : (
        <button type="button" className={styles.more} onClick={() => setAdding(true)}>
          <Icon name="plus" small />
          {m.matchings_task_new()}
        </button>
      )}
    </section>
  )
}

interface LineProps {
  task: Matching['tasks'][number]
  matching: Matching
  busy: string | undefined
  runOnce: SingleAction
}

function TaskLine({ task, matching, busy, runOnce }: LineProps) {
  const { side } = matching
  const params = { id: matching._id, task: task._id }
  const isOwn = task.owner === side
  const { name, timeZone } = matching[task.owner]
  const isLate = !task.done && task.due < dayKey(new Date().toISOString(), timeZone)
  const set = (done: boolean) => void runOnce(task._id, () => client.doTask({ params, body: { done } }))
  return (
    <li className={styles.line}>
      {isOwn ? (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={task.done}
            aria-label={m.matchings_task_do({ task: task.text })}
            aria-busy={busy === task._id || undefined}
            onChange={(event) => set(event.target.checked)}
          />
          <span className={styles.box} data-checked={task.done || undefined} aria-hidden="true" />
        </label>
      ) : (
        <span className={styles.box} data-checked={task.done || undefined} aria-hidden="true" />
      )}
      <span className={styles.text}>
        <b>{task.text}</b>
        <span data-mine={(isLate && isOwn) || undefined}>
          {task.done
            ? m.matchings_task_is_done({ company: name })
            : m.matchings_task_by({ company: name, day: formatDate(task.due) })}
        </span>
      </span>
      {task.writtenBy === side && !task.done && (
        <span className={styles.actions}>
          <button
            type="button"
            className={styles.act}
            aria-label={`${m.matchings_agreement_remove()}: ${task.text}`}
            onClick={() => void runOnce(task._id, () => client.dropTask({ params }))}
          >
            {m.matchings_agreement_remove()}
          </button>
        </span>
      )}
    </li>
  )
}

interface NewProps {
  matching: Matching
  text: ReturnType<typeof useStoredInput>
  isBusy: boolean
  send: (task: { text: string; owner: Matching['side']; due: string }) => Promise<boolean>
  close: () => void
}

function NewTask({ matching, text, isBusy, send, close }: NewProps) {
  const [owner, setOwner] = useState(matching.side)
  const [due, setDue] = useState('')
  const [missing, setMissing] = useState<'text' | 'due'>()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const sides = matching.side === 'seller' ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const)
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    const written = text.value.trim()
    const missingField = !written ? 'text' : due ? undefined : 'due'
    setMissing(missingField)
    if (missingField || !(await send({ text: written, owner, due }))) return
    text.keep('')
    text.forget()
    close()
  }
  return (
    <form className={styles.task} noValidate onSubmit={(event) => void add(event)}>
      <label className={styles.wide}>
        {m.matchings_task_text()}
        <input
          className={styles.field}
          maxLength={maxAgreementLength}
          ref={first}
          value={text.value}
          aria-invalid={missing === 'text' || undefined}
          aria-describedby={missing === 'text' ? 'task-why' : undefined}
          onChange={(event) => text.keep(event.target.value)}
        />
      </label>
      <label>
        {m.matchings_task_owner()}
        <select
          className={styles.field}
          value={owner}
          onChange={(event) => setOwner(event.target.value === 'seller' ? 'seller' : 'buyer')}
        >
          {sides.map((one) => (
            <option key={one} value={one}>
              {matching[one].name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {m.matchings_task_due()}
        <input
          type="date"
          className={styles.field}
          value={due}
          min={matching.meeting ? dayKey(matching.meeting.startAt, matching[matching.side].timeZone) : undefined}
          aria-invalid={missing === 'due' || undefined}
          aria-describedby={missing === 'due' ? 'task-why' : undefined}
          onChange={(event) => setDue(event.target.value)}
        />
      </label>
      {missing && (
        <p id="task-why" role="alert" className={styles.error}>
          {missing === 'text' ? m.matchings_task_empty() : m.matchings_task_no_due()}
        </p>
      )}
      <span className={styles.wideActs}>
        <Button low look="outline" onClick={close}>
          {m.matchings_pick_keep()}
        </Button>
        <Button type="submit" low busy={isBusy}>
          {m.matchings_agreement_add()}
        </Button>
      </span>
    </form>
  )
}
