import { Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFooter, fieldErrors, openFormDialog } from '#console/kit/parts/dialogs/form-dialog.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { newKey } from '#kit/client.ts'
import { type Locale, locales } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { RequestNames } from '../../console/request-resource.tsx'
import type { FormRequest } from '../../contract.ts'
import { type PublicKind, submission } from '../../submission/contract.ts'
import type { PublicField } from '../../submission/contract-fields.ts'
import { staffEntry } from '../contract.ts'

const client = clientOf({ ...staffEntry, kind: submission.kind })

/** Form that staff fill in for callers. */
const kindKey = 'consult'

interface EnterProps {
  names: RequestNames
  done: (form: FormRequest) => void
}

/** Opens a dialog for a request of a person who called, wrote or came by. */
export const openEnterRequest = (props: EnterProps): void =>
  openFormDialog(m.forms_enter_title(), (close) => <Loader {...props} close={close} />)

function Loader(props: EnterProps & { close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [submission.kind.path, kindKey],
    queryFn: ({ signal }) => client.kind({ params: { kind: kindKey } }, { signal }).then(({ kind }) => kind),
  })
  if (data) return <EnterForm {...props} kind={data} />
  return error ? <FailureNotice error={error} onRetry={refetch} /> : <div aria-busy="true" />
}

function EnterForm({ kind, names, done, close }: EnterProps & { kind: PublicKind; close: () => void }) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [locale, setLocale] = useState<Locale>('ko')
  const [isAgreed, setAgreed] = useState(false)
  const [key] = useState(newKey)
  const enter = useMutation({
    mutationFn: () =>
      client.enter(
        { body: { kind: kind.key, locale, answers, consent: isAgreed ? kind.privacyVersion : '' } },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess: ({ form }) => {
      showSuccess(m.forms_entered({ number: form.number }))
      close()
      done(form)
    },
  })
  const errors = fieldErrors(enter.error)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!enter.isPending) enter.mutate()
      }}
    >
      <Text size="sm">{m.forms_enter_text()}</Text>
      {kind.fields
        // The sender attaches files; a lawyer is chosen on the lawyer's page.
        .filter((field) => field.kind !== 'files' && field.kind !== 'lawyer')
        .map((field) => (
          <AnswerInput
            key={field.name}
            field={field}
            names={names}
            value={answers[field.name] ?? ''}
            error={errors[`answers.${field.name}`] ?? errors[field.name]}
            onChange={(value) => setAnswers((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      <Select
        mt={12}
        label={m.forms_enter_language()}
        data={locales.map((value) => ({ value, label: languageName[value] }))}
        value={locale}
        allowDeselect={false}
        onChange={(chosen) => setLocale(locales.find((value) => value === chosen) ?? locale)}
      />
      <Checkbox
        mt={16}
        label={m.forms_enter_consent({ date: kind.privacyVersion })}
        checked={isAgreed}
        error={errors.consent}
        onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
      />
      <DialogFooter error={enter.error} isBusy={enter.isPending} label={m.forms_enter()} close={close} />
    </form>
  )
}

interface AnswerInputProps {
  field: PublicField
  names: RequestNames
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const optionsOf = ({ kind, options }: PublicField, { practices, offices }: RequestNames) => {
  const titled = (records: { key: string; title: string }[]) =>
    records.map(({ key, title }) => ({ value: key, label: title }))
  if (kind === 'practice') return titled(practices)
  return kind === 'office' ? titled(offices) : options.map(({ value, label }) => ({ value, label }))
}

function AnswerInput({ field, names, value, error, onChange }: AnswerInputProps) {
  const common = { mt: 12, label: field.label, error, withAsterisk: field.required }
  if (field.kind === 'choice' || field.kind === 'practice' || field.kind === 'office')
    return (
      <Select
        {...common}
        data={optionsOf(field, names)}
        value={value || null}
        clearable
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (field.kind === 'text')
    return (
      <Textarea
        {...common}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={field.max}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...common}
      type={field.kind === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'figures' ? 'numeric' : field.kind === 'phone' ? 'tel' : undefined}
      maxLength={field.kind === 'phone' ? 60 : field.max}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
