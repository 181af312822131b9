import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { type Matching, matchings } from '../../contract.ts'
import { type Act, type SingleAction, useSingleAct } from '../../public/use-single-act.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import { maxAgreementLength } from '../../rules.ts'
import styles from './agreement-list.module.css'

const client = clientOf(matchings)
type Line = Matching['agreements'][number]

interface Props {
  matching: Matching
  act: Act
  /** Heading of the section. */
  children: ReactNode
}

/** Agreement lines of a meeting; a line is the joint record once both companies have checked it. */
export function AgreementList({ matching, act, children }: Props) {
  const { side, agreements } = matching
  const other = (side === 'seller' ? matching.buyer : matching.seller).name
  const added = useStoredInput(`match.agreement.${matching._id}`, '')
  const [isEmpty, setEmpty] = useState(false)
  const { busy, runOnce } = useSingleAct(act)
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    const text = added.value.trim()
    setEmpty(text === '')
    if (!text) return
    if (await runOnce('add', () => client.agree({ params: { id: matching._id }, body: { text } }))) {
      added.keep('')
      added.forget()
    }
  }
  return (
    <section className={styles.root}>
      {children}
      {agreements.length === 0 && <p className={styles.none}>{m.matchings_agreement_none()}</p>}
      <ul className={styles.lines}>
        {agreements.map((line) => (
          // Keyed by version: a revision typed over an older version is discarded.
          <AgreementLine
            key={`${line._id} ${line.version}`}
            line={line}
            side={side}
            other={other}
            busy={busy}
            matching={matching._id}
            runOnce={runOnce}
          />
        ))}
      </ul>
      <form className={styles.add} onSubmit={(event) => void add(event)}>
        <input
          className={styles.field}
          aria-label={m.matchings_agreement_new()}
          placeholder={m.matchings_agreement_new()}
          maxLength={maxAgreementLength}
          value={added.value}
          aria-invalid={isEmpty || undefined}
          aria-describedby={isEmpty ? 'agreement-why' : undefined}
          onChange={(event) => added.keep(event.target.value)}
        />
        <Button type="submit" low look="outline" busy={busy === 'add'}>
          {m.matchings_agreement_add()}
        </Button>
        {isEmpty && (
          <p id="agreement-why" role="alert" className={styles.error}>
            {m.matchings_agreement_empty()}
          </p>
        )}
      </form>
      {matching.agreed && (
        <div className={styles.notes}>
          <h3>{m.matchings_agreement_notes()}</h3>
          <p>{matching.agreed}</p>
        </div>
      )}
    </section>
  )
}

interface LineProps {
  line: Line
  side: 'buyer' | 'seller'
  other: string
  matching: string
  busy: string | undefined
  runOnce: SingleAction
}

function AgreementLine({ line, side, other, matching, busy, runOnce }: LineProps) {
  const { text, before, version, writtenBy, checked } = line
  const params = { id: matching, agreement: line._id }
  const isBoth = checked.seller && checked.buyer
  const isOwn = checked[side]
  const [written, setWritten] = useState<string>()
  const revise = (event: SyntheticEvent) => {
    event.preventDefault()
    const next = written?.trim()
    if (!next || next === text) return setWritten(undefined)
    void runOnce(line._id, () => client.revise({ params, body: { text: next, version } })).then(() =>
      setWritten(undefined),
    )
  }
  const state = isBoth
    ? m.matchings_agreement_both()
    : isOwn
      ? m.matchings_agreement_waits({ other })
      : before
        ? m.matchings_agreement_revised({ other, before })
        : m.matchings_agreement_written({ other })
  if (written !== undefined)
    return (
      <li className={styles.line}>
        <form className={styles.add} onSubmit={revise}>
          <input
            className={styles.field}
            aria-label={`${m.matchings_agreement_revise()}: ${text}`}
            maxLength={maxAgreementLength}
            value={written}
            onChange={(event) => setWritten(event.target.value)}
          />
          <Button low look="outline" onClick={() => setWritten(undefined)}>
            {m.matchings_pick_keep()}
          </Button>
          <Button type="submit" low busy={busy === line._id}>
            {m.matchings_agreement_save()}
          </Button>
        </form>
      </li>
    )
  return (
    <li className={styles.line}>
      <span className={styles.box} data-checked={isOwn || undefined} aria-hidden="true" />
      <span className={styles.text}>
        <b>{text}</b>
        <span data-mine={!isOwn || undefined}>{state}</span>
      </span>
      {!isBoth && (
        <span className={styles.actions}>
          {!isOwn && (
            <Button
              low
              busy={busy === line._id}
              aria-label={`${m.matchings_agreement_check()}: ${text}`}
              onClick={() => void runOnce(line._id, () => client.check({ params, body: { version } }))}
            >
              {m.matchings_agreement_check()}
            </Button>
          )}
          <button
            type="button"
            className={styles.act}
            aria-label={`${m.matchings_agreement_revise()}: ${text}`}
            onClick={() => setWritten(text)}
          >
            {m.matchings_agreement_revise()}
          </button>
          {isOwn && writtenBy === side && (
            <button
              type="button"
              className={styles.act}
              aria-label={`${m.matchings_agreement_remove()}: ${text}`}
              onClick={() => void runOnce(line._id, () => client.unagree({ params }))}
            >
              {m.matchings_agreement_remove()}
            </button>
          )}
        </span>
      )}
    </li>
  )
}
