import { type FormEvent, useEffect, useRef, useState } from 'react'
import { bindUnits } from '#firm/site/text/bind-units.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import {
  buildingParts,
  type DatedQuestion,
  earliestDay,
  findStartError,
  type PeriodQuestion,
  parseQuestion,
} from '../rules.ts'
import { PeriodsAnswer } from './periods-answer.tsx'
import styles from './periods-calculator.module.css'

const errorLabels = {
  required: m.periods_fault_required,
  invalid: m.periods_fault_invalid,
  future: m.periods_fault_future,
  early: m.periods_fault_early,
}

const partLabels = { common: m.periods_part_common, unit: m.periods_part_unit }

interface CalculatorProps {
  /** Question in the URL; null if there is none. */
  datedQuestion: DatedQuestion | null
  /** URL of the page that answers without script. */
  action: string
  /** URL of the calendar file, without its query. */
  calendar: string
  /** Link to the consultation form; known values are added to its query. */
  consult: { to: string; act: string }
}

/** Returns the link to the consultation form with the date of a use inspection; a handover date is not passed on. */
const buildConsultUrl = (to: string, { part, since }: PeriodQuestion): string =>
  part === 'common' ? `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams({ inspected: since })}` : to

/**
 * Form for the date of use inspection or handover, and the time left of each period. The form submits to `action`; with
 * script the answer appears in place.
 */
export function PeriodsCalculator({ datedQuestion: initialQuestion, action, calendar, consult }: CalculatorProps) {
  const [datedQuestion, setDatedQuestion] = useState(initialQuestion)
  const [submitCount, setSubmitCount] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const startError = datedQuestion && findStartError(datedQuestion.question.since, datedQuestion.today)

  // Focus the answer, which is below the pressed button.
  useEffect(() => {
    if (submitCount === 0) return
    if (result.current) result.current.focus()
    else form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus()
  }, [submitCount])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new URLSearchParams(
      [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]),
    )
    setDatedQuestion({ question: parseQuestion(entered), today: formatSeoulDay(Date.now()) })
    setSubmitCount(submitCount + 1)
  }

  return (
    <div className={styles.calculator} data-calculator>
      <form ref={form} className={styles.form} method="get" action={action} noValidate onSubmit={submit}>
        <fieldset className={styles.parts}>
          <legend className={styles.legend}>{m.periods_part()}</legend>
          {buildingParts.map((part) => (
            <label key={part} className={styles.part}>
              <input
                type="radio"
                name="part"
                value={part}
                defaultChecked={part === (initialQuestion?.question.part ?? 'common')}
              />
              <span>{bindUnits(partLabels[part]())}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          className={styles.day}
          label={m.periods_since()}
          type="date"
          name="since"
          required
          min={earliestDay}
          max={datedQuestion?.today}
          defaultValue={initialQuestion?.question.since}
          error={startError ? errorLabels[startError]() : undefined}
        />
        <Button type="submit" look="outline" className={styles.submit}>
          {m.periods_submit()}
        </Button>
      </form>
      {datedQuestion && !startError && (
        <div ref={result} className={styles.result} tabIndex={-1} role="status">
          <PeriodsAnswer datedQuestion={datedQuestion} calendar={calendar} />
          <ButtonLink to={buildConsultUrl(consult.to, datedQuestion.question)}>{consult.act}</ButtonLink>
        </div>
      )}
      <p className={styles.note}>{bindUnits(m.periods_note())}</p>
    </div>
  )
}
