import { Button, Tabs, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useKept } from '#console/kit/parts/kept.ts'
import { sayDone } from '#console/kit/parts/toast.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { FormRequest } from '../contract.ts'
import styles from './request.module.css'
import { client } from './resource.tsx'

const Kept = z.object({ tab: z.enum(['email', 'note']), subject: z.string(), text: z.string(), note: z.string() })

interface ReplyProps {
  request: FormRequest
  /** Shown before the button that sends. */
  before: ReactNode
  onAnswer: (request: FormRequest) => void
  onRefused: (error: Error) => void
}

/** An answer by e-mail or a note among staff. What was typed is kept in this browser until it is sent. */
export function Reply({ request, before, onAnswer, onRefused }: ReplyProps) {
  const [kept, keep] = useKept(`reply:${request._id}`, Kept, {
    tab: request.email ? 'email' : 'note',
    subject: m.forms_reply_subject_given({ number: request.number }, { locale: request.locale }),
    text: m.forms_reply_text_given({ name: request.name }, { locale: request.locale }),
    note: '',
  })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const params = { id: request._id }
  const failed = (error: Error) => {
    const fields = error instanceof CallRefused ? error.refusal.fields : undefined
    if (fields) setWrong(fields)
    else onRefused(error)
  }
  const send = useMutation({
    mutationFn: () =>
      client.email({
        params,
        body: { subject: kept.subject, text: kept.text, updatedAt: request.updatedAt },
      }),
    onMutate: () => setWrong({}),
    onSuccess: ({ form }) => {
      keep({ ...kept, text: m.forms_reply_text_given({ name: request.name }, { locale: request.locale }) })
      onAnswer(form)
      sayDone(m.forms_said_answered())
    },
    onError: failed,
  })
  const note = useMutation({
    mutationFn: () => client.addNote({ params, body: { text: kept.note } }),
    onMutate: () => setWrong({}),
    onSuccess: ({ form }) => {
      keep({ ...kept, note: '' })
      onAnswer(form)
      sayDone(m.forms_said_noted())
    },
    onError: failed,
  })
  const onKeys = (act: () => void) => (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) act()
  }
  return (
    <Tabs
      className={styles.reply}
      value={kept.tab}
      onChange={(tab) => keep({ ...kept, tab: tab === 'note' ? 'note' : 'email' })}
    >
      <Tabs.List>
        <Tabs.Tab value="email">{m.forms_reply_mail()}</Tabs.Tab>
        <Tabs.Tab value="note">{m.forms_reply_note()}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="email" className={styles.panel}>
        {request.email ? (
          <>
            <p className={styles.to}>
              <span>{m.forms_reply_to()}</span> {request.email}
            </p>
            <TextInput
              label={m.forms_reply_subject()}
              value={kept.subject}
              error={wrong.subject}
              maxLength={200}
              onChange={({ currentTarget }) => keep({ ...kept, subject: currentTarget.value })}
            />
            <Textarea
              label={m.forms_reply_text()}
              autosize
              minRows={6}
              maxRows={18}
              value={kept.text}
              error={wrong.text}
              onChange={({ currentTarget }) => keep({ ...kept, text: currentTarget.value })}
              onKeyDown={onKeys(() => send.mutate())}
            />
            {before}
            <Button variant="filled" loading={send.isPending} onClick={() => send.mutate()}>
              {m.forms_reply_send()}
            </Button>
          </>
        ) : (
          <p>{m.forms_reply_no_mail()}</p>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="note" className={styles.panel}>
        <Textarea
          label={m.forms_reply_note_text()}
          autosize
          minRows={3}
          maxRows={12}
          value={kept.note}
          error={wrong.text}
          onChange={({ currentTarget }) => keep({ ...kept, note: currentTarget.value })}
          onKeyDown={onKeys(() => note.mutate())}
        />
        <Button loading={note.isPending} onClick={() => note.mutate()}>
          {m.forms_reply_noting()}
        </Button>
      </Tabs.Panel>
    </Tabs>
  )
}
