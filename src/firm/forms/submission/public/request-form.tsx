import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { findContactFields, minimumFillTime } from '../../rules.ts'
import type { PublicKind, Receipt, UploadedFile } from '../contract.ts'
import type { PublicField } from '../contract-fields.ts'
import { AnswerField, type FieldOption } from './answer-field.tsx'
import { ConsentField } from './consent-field.tsx'
import { ErrorSummary, type FormError } from './error-summary.tsx'
import { FileField } from './file-field.tsx'
import { clearField, clearForm, omitError, readMessage } from './form-values.ts'
import { loadFormCode, loadPhoneFormat } from './load-form-code.ts'
import styles from './request-form.module.css'
import { readAnswers, useRequestDraft } from './use-request-draft.ts'
import { useRequestFiles } from './use-request-files.ts'

/** Rejected submission of a browser without script. */
export interface RejectedRequest {
  values: Record<string, string>
  uploaded: UploadedFile[]
  /** Messages by field; '' is the whole form. */
  errors: Record<string, string>
}

interface RequestFormProps {
  kind: PublicKind
  /** Target of the submission without script. */
  action: string
  /** Options of record fields. A given office or lawyer without options is sent as a hidden field. */
  options: Partial<Record<PublicField['kind'], readonly FieldOption[]>>
  /** Values from the URL: office, lawyer, practice. */
  presetAnswers: Record<string, string>
  refused?: RejectedRequest | undefined
  terms: string
  /** Heading level. */
  heading: 'h2' | 'h3'
  lookUp: ReactNode
  onReceipt: (receipt: Receipt) => void
}

const groups = ['person', 'matter'] as const
const groupTitles = { person: m.consult_group_person, matter: m.consult_group_matter }

/** In the visitor's time zone. */
const formatTime = (at: number): string => new Date(at).toTimeString().slice(0, 5)

/** Consultation form. It works without script; with script, typed text survives reloads and failures. */
export function RequestForm(props: RequestFormProps) {
  const { kind, action, options, presetAnswers, refused, terms, heading: Heading, lookUp, onReceipt } = props
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const key = useRef('')
  const seenAt = useRef(0)
  const [errors, setErrors] = useState<Record<string, string>>(refused?.errors ?? {})
  const [listed, setListed] = useState(Object.keys(errors).length > 0)
  const [attempt, setAttempt] = useState(0)
  const [sending, setSending] = useState(false)
  const [broken, setBroken] = useState('')
  const [length, setLength] = useState(refused?.values.message?.length ?? 0)
  const [isHydrated, setHydrated] = useState(false)
  const attached = useRequestFiles(kind.key, refused?.uploaded ?? [])
  const uploadedFiles = attached.files.flatMap(({ sent }) => (sent ? [sent] : []))
  const requestDraft = useRequestDraft({
    form,
    kind: kind.key,
    files: uploadedFiles,
    presetAnswers,
    refused: refused?.values,
    onRestore: attached.restore,
  })

  useEffect(() => {
    setHydrated(true)
    seenAt.current = Date.now()
    setLength(readMessage(form.current).length)
  }, [])

  // Focus the summary after it is rendered.
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])

  const labels = new Map(kind.fields.map(({ name, label }) => [name, label]))
  const order = [...kind.fields.map(({ name }) => name), 'consent', '']
  const formErrors: FormError[] = Object.entries(errors)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, text]) => ({ name, label: labels.get(name) ?? m.consult_consent_label(), text }))

  const loadFormCodeSafely = () => loadFormCode().catch(() => null)

  const showErrors = (newErrors: Record<string, string>) => {
    setErrors(newErrors)
    setListed(true)
    setAttempt((count) => count + 1)
  }

  const contacts = findContactFields(kind.fields).map(({ name }) => name)

  /** Phone and e-mail are validated together: one of them is required. */
  const listRelatedFields = (name: string) => (contacts.includes(name) ? contacts : [name])

  /** Validates a field on blur, and during typing once it was invalid. */
  const checkField = async (name: string) => {
    if (!labels.has(name)) return
    const tools = await loadFormCodeSafely()
    if (!tools || !form.current) return
    const found = tools.validateAnswers(kind, readAnswers(form.current))
    setErrors(({ '': _whole, ...before }) => {
      const checked = listRelatedFields(name).filter((each) => each === name || each in before)
      const others = Object.entries(before).filter(([each]) => !checked.includes(each))
      return Object.fromEntries([...others, ...checked.flatMap((each) => (found[each] ? [[each, found[each]]] : []))])
    })
  }

  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const field = target as HTMLInputElement
    // Without its code, the number stays as it was typed.
    if (kind.fields.some(({ name, kind: type }) => name === field.name && type === 'phone'))
      loadPhoneFormat().then(
        ({ formatPhoneField }) => formatPhoneField(field),
        () => undefined,
      )
    if (field.name === 'message') setLength(field.value.length)
    if (listRelatedFields(field.name).some((name) => name in errors))
      field.name === 'consent' ? setErrors(omitError(errors, 'consent')) : void checkField(field.name)
    requestDraft.keepSoon()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = form.current
    if (!element || sending) return
    setSending(true)
    setBroken('')
    const { files, refused: lostFiles, isHeld } = await attached.settle()
    const tools = await loadFormCodeSafely()
    // Without the code, submit natively; uploaded files are already in the form.
    if (!tools) return element.submit()
    const answers = readAnswers(element)
    const consent = new FormData(element).get('consent')
    const found = tools.validateAnswers(kind, answers, { hasConsent: consent !== null, lostFiles })
    if (Object.keys(found).length > 0) {
      setSending(false)
      return showErrors(found)
    }
    if (isHeld) return element.submit()
    const website = String(new FormData(element).get('website') ?? '')
    const tickets = files.flatMap(({ sent }) => (sent ? [sent.ticket] : []))
    const createBody = () => ({
      answers,
      files: tickets,
      consent: String(consent),
      website,
      // A restored draft can be sent faster than `quickest` by a person, so the minimum is reported.
      elapsed: Math.max(Date.now() - seenAt.current, requestDraft.restored ? minimumFillTime : 0),
    })
    key.current ||= tools.newKey()
    try {
      let receipt = await tools.sendRequest(kind.key, createBody, key.current, setBroken)
      requestDraft.forget()
      onReceipt(receipt)
      // Spooled while the database is unavailable: repeat the request with its key until the receipt has a number.
      for (let look = 0; receipt.number === null && look < 60; look += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5000))
        receipt = await tools.sendRequest(kind.key, createBody, key.current).catch(() => receipt)
        onReceipt(receipt)
      }
    } catch (error) {
      setSending(false)
      const { errors, isKeyUsed, isTrapped } = tools.explainRejection(error, kind)
      if (isKeyUsed) key.current = tools.newKey()
      if (isTrapped) clearField(element, 'website')
      showErrors(errors)
    }
  }

  const getOptions = (field: PublicField): readonly FieldOption[] => options[field.kind] ?? field.options
  const lang = foreignLang(kind.lang)
  const isSettled = ({ kind: type, name }: PublicField) =>
    (type === 'office' || type === 'lawyer') && !options[type] && Boolean(presetAnswers[name])
  const isShown = ({ kind: type, name }: PublicField) =>
    (type !== 'office' && type !== 'lawyer') || (options[type] && Boolean(presetAnswers[name] || refused?.values[name]))

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      action={action}
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      onInput={onInput}
      onFocus={() => void loadFormCodeSafely()}
      onBlur={({ target }: { target: EventTarget }) => {
        const isField =
          target instanceof HTMLInputElement ||
          target instanceof HTMLTextAreaElement ||
          target instanceof HTMLSelectElement
        if (isField && target.name && (target.value || target.name in errors)) void checkField(target.name)
      }}
      aria-busy={sending || undefined}
    >
      {listed && <ErrorSummary errors={formErrors} heading={Heading} ref={summary} />}
      {groups.map((group) => (
        <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
          <Heading id={`group-${group}`} className={styles.title}>
            {groupTitles[group]()}
          </Heading>
          <div className={styles.fields}>
            {kind.fields
              .filter((field) => field.group === group && isShown(field))
              .map((field) => (
                <AnswerField
                  key={field.name}
                  field={field}
                  lang={lang}
                  options={getOptions(field)}
                  value={refused?.values[field.name] ?? presetAnswers[field.name]}
                  error={errors[field.name]}
                  below={
                    field.kind === 'text' && (
                      <p className={styles.below}>
                        <span role="status">
                          {requestDraft.keptAt !== null &&
                            (requestDraft.restored ? m.consult_draft_restored : m.consult_draft_kept)({
                              time: formatTime(requestDraft.keptAt),
                            })}
                        </span>
                        {requestDraft.keptAt !== null && (
                          <button
                            type="button"
                            className={styles.discard}
                            onClick={() => {
                              form.current?.reset()
                              if (form.current) clearForm(form.current)
                              attached.clear()
                              setErrors({})
                              setListed(false)
                              setLength(0)
                              requestDraft.forget()
                            }}
                          >
                            {m.consult_draft_discard()}
                          </button>
                        )}
                        {isHydrated && (
                          <span className={styles.count}>{`${groupDigits(length)} / ${groupDigits(field.max)}`}</span>
                        )}
                      </p>
                    )
                  }
                />
              ))}
          </div>
        </section>
      ))}
      {kind.fields.some(({ kind: type }) => type === 'files') && (
        <section className={styles.group} aria-labelledby="group-files">
          <Heading id="group-files" className={styles.title}>
            {m.consult_group_files()}
            {attached.files.length > 0 && <small>{`${attached.files.length} / 10`}</small>}
          </Heading>
          <FileField field={attached} error={errors.files} />
        </section>
      )}
      {kind.fields.filter(isSettled).map(({ name }) => (
        <input key={name} type="hidden" name={name} value={presetAnswers[name]} />
      ))}
      {uploadedFiles.map((file) => (
        <input key={file.ticket} type="hidden" name="uploaded" value={JSON.stringify(file)} />
      ))}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="website">{m.consult_trap()}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <ConsentField kind={kind} terms={terms} error={errors.consent} />
      <div className={styles.acts}>
        <Button type="submit" busy={sending}>
          {sending ? m.consult_sending() : m.consult_send()}
        </Button>
        {lookUp}
      </div>
      <p className={styles.broken} role="status">
        {sending && broken && (
          <>
            <Icon name="warning" small />
            {broken}
          </>
        )}
      </p>
    </form>
  )
}
