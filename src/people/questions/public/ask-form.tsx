import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallRefused, newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { type PublicFaq, questionTypes } from '#people/faqs/contract.ts'
import { SuggestedFaqs } from '#people/faqs/public/suggested-faqs.tsx'
import { questionTypeLabels } from '#people/faqs/public/type-labels.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { type Inquire, questions } from '../contract.ts'
import { maxTextLength, maxTitleLength } from '../rules.ts'
import { FileField } from './file-field.tsx'
import styles from './questions.module.css'
import { TextArea } from './text-area.tsx'
import { useDraft } from './use-draft.ts'

const client = clientOf(questions)

interface AskFormProps {
  member: string
  faqs: readonly PublicFaq[]
  onArrived: (inquire: Inquire) => void
  onCancel: () => void
}

/** Form of a new question, with suggested answers beside it. The draft is stored in this browser until it is sent. */
export function AskForm({ member, faqs, onArrived, onCancel }: AskFormProps) {
  const { draft, isKept, change, forget } = useDraft(member, 'new')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [errorText, setErrorText] = useState<string>()
  const [isSending, setSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const missingFields = {
      ...(draft.title.trim() === '' && { title: m.questions_title_missing() }),
      ...(draft.text.trim() === '' && { text: m.questions_text_missing() }),
    }
    setErrors(missingFields)
    setErrorText(undefined)
    if (Object.keys(missingFields).length > 0) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid], input:not([type]), textarea')?.focus()
      return
    }
    setSending(true)
    const key = draft.key ?? newKey()
    change({ key })
    const { type, title, text, files } = draft
    try {
      const { inquire } = await client.ask(
        { body: { type, title, text, files: files.map(({ _id }) => _id) } },
        { headers: { 'idempotency-key': key } },
      )
      forget()
      onArrived(inquire)
    } catch (error) {
      if (error instanceof CallRefused && error.refusal.fields) setErrors(error.refusal.fields)
      setErrorText(errorMessage(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={styles.asking}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {m.questions_new()}
        </h2>
        <fieldset className={styles.types}>
          <legend className={styles.label}>{m.questions_type()}</legend>
          {questionTypes.map((type) => (
            <label key={type} className={styles.type}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                onChange={() => change({ type })}
              />
              {questionTypeLabels[type]()}
            </label>
          ))}
        </fieldset>
        <TextField
          label={m.questions_subject()}
          value={draft.title}
          maxLength={maxTitleLength}
          error={errors.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TextArea
          label={m.questions_text()}
          value={draft.text}
          max={maxTextLength}
          error={errors.text}
          onChange={(text) => change({ text })}
        />
        <FileField files={draft.files} onChange={(files) => change({ files })} />
        {errors.files && <p className={styles.wrong}>{errors.files}</p>}
        <p className={styles.note}>{m.questions_private()}</p>
        <div role="alert">{errorText && <p className={styles.wrong}>{errorText}</p>}</div>
        <div className={styles.foot}>
          <p className={styles.small}>
            {isKept &&
              draft.at !== undefined &&
              m.questions_kept({ time: formatMoment(new Date(draft.at).toISOString()) })}
          </p>
          <Button look="plain" onClick={onCancel}>
            {m.questions_back()}
          </Button>
          <Button type="submit" busy={isSending}>
            {m.questions_submit()}
          </Button>
        </div>
      </form>
      <aside aria-live="polite">
        <SuggestedFaqs
          faqs={faqs}
          message={`${draft.title} ${draft.text}`}
          title={m.questions_fitting()}
          className={styles.label}
        />
      </aside>
    </div>
  )
}
