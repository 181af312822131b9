import { type SyntheticEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import type { MyFair } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { participationLabels } from '../fairs/participation-labels.ts'
import styles from './join-page.module.css'
import { applyToFair } from './join-state.ts'

interface FairApplicationFormProps {
  side: 'seller' | 'buyer'
  fairs: readonly { _id: string; title: string }[]
  /** Fairs the company participates in or has applied to. */
  taken: readonly MyFair[]
  onTaken: (fair: MyFair) => void
}

/** Application form for a fair. */
export function FairApplicationForm({ side, fairs, taken, onTaken }: FairApplicationFormProps) {
  const [search] = useSearchParams()
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const isTaken = (id: string) =>
    taken.some(({ fair, state }) => fair._id === id && (state === 'submitted' || state === 'approved'))
  // An applicant who was asked for more can answer after the deadline.
  const late = taken
    .filter(({ fair, state }) => state === 'asked' && fair.opens && fairs.every(({ _id }) => _id !== fair._id))
    .map(({ fair }) => fair)
  const open = [...fairs.filter(({ _id }) => !isTaken(_id)), ...late]
  const preselected = search.get('fair')
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fair = String(form.get('fair') ?? '')
    if (!fair) return setFault(m.match_join_fair_choose())
    setSending(true)
    setFault('')
    try {
      onTaken(await applyToFair(fair, side, String(form.get('note') ?? '').trim()))
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      {taken.length > 0 && (
        <section className={styles.group} aria-labelledby="taken">
          <h2 id="taken" className={styles.legend}>
            {m.match_join_taken()}
          </h2>
          <ul className={styles.taken}>
            {taken.map(({ _id, fair, state, reason }) => (
              <li key={_id}>
                <b>{fair.title}</b>
                <span>{participationLabels[state]()}</span>
                {reason && (state === 'asked' || state === 'refused') && <p>{reason}</p>}
              </li>
            ))}
          </ul>
          <p className={styles.actions}>
            <ButtonLink look="outline" to={localizePath('/me/fairs')} reloadDocument>
              {m.match_own_open()}
            </ButtonLink>
          </p>
        </section>
      )}
      {open.length > 0 ? (
        <form className={styles.form} onSubmit={submit}>
          <fieldset className={styles.group}>
            <legend className={styles.legend}>{m.match_join_fair()}</legend>
            {open.map(({ _id, title }, at) => (
              <label key={_id} className={styles.fair}>
                <input
                  type="radio"
                  name="fair"
                  value={_id}
                  defaultChecked={preselected ? _id === preselected : at === 0}
                />
                {title}
              </label>
            ))}
            <label className={styles.label} htmlFor="note">
              {m.match_join_note()}
            </label>
            <textarea id="note" name="note" rows={3} maxLength={2000} />
          </fieldset>
          {fault && (
            <p className={styles.fault} role="alert">
              <Icon name="warning" small />
              {fault}
            </p>
          )}
          <p className={styles.foot}>
            <Button type="submit" busy={isSending}>
              {m.match_join_fair_send()}
            </Button>
          </p>
        </form>
      ) : (
        taken.length === 0 && <p>{m.match_join_fair_none()}</p>
      )}
    </>
  )
}
