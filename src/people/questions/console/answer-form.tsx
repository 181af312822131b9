import { Button, FileButton, Select, Textarea, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { z } from 'zod'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useStored } from '#console/kit/parts/values/account-storage.ts'
import { CallRefused } from '#kit/client.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { Question } from '../contract.ts'
import { maxFiles, maxTextLength, questionFileTypes } from '../rules.ts'
import styles from './question.module.css'
import { client, templates } from './resource.tsx'

const AnswerDraft = z.object({
  text: z.string(),
  files: z.array(z.object({ _id: z.string(), name: z.string(), bytes: z.number() })),
})
const emptyDraft = { text: '', files: [] }

interface AnswerProps {
  question: Question
  /** True if the question has changed since it was read. */
  isStale: boolean
  onAnswer: (question: Question) => void
  onRefused: (error: Error) => void
}

/** Answer form. Text and uploads are stored in this browser until they are sent. */
export function AnswerForm({ question, isStale, onAnswer, onRefused }: AnswerProps) {
  const [answerDraft, storeDraft] = useStored(`answer:${question._id}`, AnswerDraft, emptyDraft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [uploading, setUploading] = useState<{ name: string; part: number }>()
  const { data } = useQuery({
    queryKey: [templates.path, 'answers'],
    queryFn: ({ signal }) => readAllPages('records', (page) => templates.list({ ...page, sort: 'title' }, { signal })),
    staleTime: 60_000,
  })
  const handleFailure = (error: Error) => {
    const fields = error instanceof CallRefused ? error.refusal.fields : undefined
    if (fields) setErrors(fields)
    else onRefused(error)
  }
  const send = useMutation({
    mutationFn: () =>
      client.answer({
        params: { id: question._id },
        body: { text: answerDraft.text, files: answerDraft.files.map(({ _id }) => _id), updatedAt: question.updatedAt },
      }),
    onMutate: () => setErrors({}),
    onSuccess: (answer) => {
      storeDraft(undefined)
      onAnswer(answer.question)
    },
    onError: handleFailure,
  })
  const addFile = async (file: File | null) => {
    if (!file) return
    setErrors({})
    setUploading({ name: file.name, part: 0 })
    const form = new FormData()
    form.append('file', file, file.name)
    try {
      const call = client.uploadAnswer({ form }, { onProgress: (part) => setUploading({ name: file.name, part }) })
      const { _id, name, bytes } = (await call).file
      storeDraft({ ...answerDraft, files: [...answerDraft.files, { _id, name, bytes }] })
    } catch (error) {
      handleFailure(error as Error)
    } finally {
      setUploading(undefined)
    }
  }
  const sendByKeys = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey) && answerDraft.text.trim()) send.mutate()
  }
  const texts = data?.records ?? []
  return (
    <section className={styles.answer} aria-label={m.questions_answer()}>
      {texts.length > 0 && (
        <Select
          label={m.questions_template()}
          placeholder={m.questions_template_choose()}
          data={texts.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={null}
          onChange={(id) => {
            const chosen = texts.find(({ _id }) => _id === id)
            if (chosen)
              storeDraft({
                ...answerDraft,
                text: answerDraft.text.trim() ? `${answerDraft.text}\n\n${chosen.text}` : chosen.text,
              })
          }}
        />
      )}
      <Textarea
        label={m.questions_answer()}
        autosize
        minRows={5}
        maxRows={18}
        maxLength={maxTextLength}
        value={answerDraft.text}
        error={errors.text}
        onChange={({ currentTarget }) => storeDraft({ ...answerDraft, text: currentTarget.value })}
        onKeyDown={sendByKeys}
      />
      {answerDraft.files.length > 0 && (
        <ul className={styles.files} aria-label={m.questions_files()}>
          {answerDraft.files.map(({ _id, name, bytes }) => (
            <li key={_id} className={styles.file}>
              <Icon name="file" /> <span>{name}</span> <small>{formatFileSize(bytes)}</small>
              <UnstyledButton
                className={styles.remove}
                aria-label={m.form_file_remove({ name })}
                onClick={() =>
                  storeDraft({ ...answerDraft, files: answerDraft.files.filter((file) => file._id !== _id) })
                }
              >
                <Icon name="close" size={14} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <div role="alert" className={styles.wrong}>
        {errors.files ?? errors.file}
        {isStale && m.questions_stale()}
      </div>
      <div className={styles.acts}>
        <FileButton accept={acceptOf(questionFileTypes)} onChange={(file) => void addFile(file)}>
          {(props) => (
            <Button
              {...props}
              variant="subtle"
              leftSection={<Icon name="file" />}
              disabled={answerDraft.files.length >= maxFiles}
              loading={uploading !== undefined}
            >
              {m.questions_attach()}
            </Button>
          )}
        </FileButton>
        <Button
          variant="filled"
          loading={send.isPending}
          disabled={!answerDraft.text.trim()}
          onClick={() => send.mutate()}
        >
          {m.questions_send()}
        </Button>
      </div>
    </section>
  )
}
