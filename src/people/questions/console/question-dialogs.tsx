import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFooter, fieldErrors, openFormDialog } from '#console/kit/parts/dialogs/form-dialog.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { CallRefused, newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { questionTypes } from '#people/faqs/contract.ts'
import { questionTypeLabels } from '#people/faqs/public/type-labels.ts'
import type { Question } from '../contract.ts'
import { maxTextLength, maxTitleLength } from '../rules.ts'
import { client } from './resource.tsx'

type QuestionType = (typeof questionTypes)[number]

/** Opens a dialog for a question of a member who asked by telephone, by letter or at the counter. */
export const openEnterQuestion = (done: (question: Question) => void): void =>
  openFormDialog(m.questions_enter_title(), (close) => <EnterForm done={done} close={close} />)

/** Opens a dialog that corrects the type and the subject of a question. */
export const openCorrectQuestion = (props: Omit<CorrectProps, 'close'>): void =>
  openFormDialog(m.questions_correct_title(), (close) => <CorrectForm {...props} close={close} />)

interface FormProps {
  done: (question: Question) => void
  close: () => void
}

function EnterForm({ done, close }: FormProps) {
  const [username, setUsername] = useState('')
  const [type, setType] = useState<QuestionType>('inquiry')
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [key] = useState(newKey)
  const enter = useMutation({
    mutationFn: () =>
      client.create(
        { body: { username: username.trim(), type, title: title.trim(), text: text.trim() } },
        { headers: { 'idempotency-key': key } },
      ),
    onSuccess: ({ question }) => {
      showSuccess(m.questions_said_entered())
      close()
      done(question)
    },
  })
  const fields = fieldErrors(enter.error)
  const isComplete = [username, title, text].every((part) => part.trim() !== '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (isComplete && !enter.isPending) enter.mutate()
      }}
    >
      <Text size="sm">{m.questions_enter_text()}</Text>
      <TextInput
        data-autofocus
        mt={12}
        label={m.questions_username()}
        maxLength={100}
        value={username}
        error={fields.username ?? (isChecked && !username.trim() && m.questions_username_missing())}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <TypeSelect value={type} onChange={setType} />
      <TitleInput
        value={title}
        error={fields.title ?? (isChecked && !title.trim() && m.questions_title_missing())}
        onChange={setTitle}
      />
      <Textarea
        mt={12}
        label={m.questions_text()}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={maxTextLength}
        value={text}
        error={fields.text ?? (isChecked && !text.trim() && m.questions_text_missing())}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <DialogFooter error={enter.error} isBusy={enter.isPending} label={m.questions_enter()} close={close} />
    </form>
  )
}

interface CorrectProps extends FormProps {
  question: Question
  /** Another member of staff changed the question meanwhile: the page shows it anew. */
  onStale: (refusal: CallRefused) => void
}

function CorrectForm({ question, done, onStale, close }: CorrectProps) {
  const [type, setType] = useState<QuestionType>(question.type)
  const [title, setTitle] = useState(question.title)
  const correct = useMutation({
    mutationFn: () =>
      client.update({
        params: { id: question._id },
        body: { type, title: title.trim(), updatedAt: question.updatedAt },
      }),
    onSuccess: (answer) => {
      showSuccess(m.questions_said_corrected())
      close()
      done(answer.question)
    },
    onError: (error) => {
      if (!(error instanceof CallRefused) || error.status !== 412) return
      close()
      onStale(error)
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() && !correct.isPending) correct.mutate()
      }}
    >
      <TypeSelect value={type} onChange={setType} />
      <TitleInput
        value={title}
        error={fieldErrors(correct.error).title ?? (!title.trim() && m.questions_title_missing())}
        onChange={setTitle}
      />
      <DialogFooter error={correct.error} isBusy={correct.isPending} label={m.questions_correct_save()} close={close} />
    </form>
  )
}

function TypeSelect({ value, onChange }: { value: QuestionType; onChange: (type: QuestionType) => void }) {
  return (
    <Select
      mt={12}
      label={m.questions_type()}
      data={questionTypes.map((type) => ({ value: type, label: questionTypeLabels[type]() }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(questionTypes.find((type) => type === chosen) ?? value)}
    />
  )
}

interface TitleInputProps {
  value: string
  error: string | false
  onChange: (title: string) => void
}

function TitleInput({ value, error, onChange }: TitleInputProps) {
  return (
    <TextInput
      mt={12}
      label={m.questions_subject()}
      maxLength={maxTitleLength}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
