import { ActionIcon, Button, Menu, Tabs, Textarea, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { DropArea } from '#console/kit/parts/media/drop-area.tsx'
import { UploadProgress } from '#console/kit/parts/media/upload-progress.tsx'
import { useMayRead } from '#console/kit/use-rights.ts'
import type { Template } from '#firm/templates/contract.ts'
import { fillPlaceholders, findPlaceholders, type TemplateField } from '#firm/templates/contract-placeholders.ts'
import { CallRefused, newKey } from '#kit/client.ts'
import { acceptOf } from '#kit/files/file-types.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { useSession } from '#session/use-session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import { client, type RequestNames } from '../../console/request-resource.tsx'
import type { FormRequest } from '../../contract.ts'
import { replies } from '../contract.ts'
import { findReplyErrors } from '../rules.ts'
import type { HeldReply } from './recall-bar.tsx'
import { replyClient, useSender } from './reply-client.ts'
import styles from './reply-composer.module.css'
import { getGreeting, removeLetter, removeNote, useReplyDraft, useReplyDraftReader } from './reply-draft.ts'
import { ReplyField, type ReplyFieldHandle } from './reply-field.tsx'
import { ReplyPreview } from './reply-preview.tsx'
import { TemplateMenu } from './template-menu.tsx'
import { useReplyFiles } from './use-reply-files.ts'

interface ComposerProps {
  request: FormRequest
  names: RequestNames
  /** Imperative handle to focus the tab. */
  handle: Ref<{ focus: (tab: 'email' | 'note') => void }>
  /** Rendered before the send button. */
  before: ReactNode
  onAnswer: (request: FormRequest) => void
  onSent: (letter: HeldReply) => void
  onRefused: (error: Error) => void
}

const accepted = acceptOf(replies.attach.upload)

/** Editor for a reply by e-mail or an internal note. The draft stays in this browser until it is sent. */
export function ReplyComposer({ request, names, handle, before, onAnswer, onSent, onRefused }: ComposerProps) {
  const [draft, setDraft] = useReplyDraft(request)
  const readDraft = useReplyDraftReader(request)
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({})
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const session = useSession()
  const mayReadSetting = useMayRead('console:setting')
  const sender = useSender()
  const field = useRef<ReplyFieldHandle>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const key = useRef(newKey())
  const params = { id: request._id }

  const values: Partial<Record<TemplateField, string>> = {
    name: request.name,
    number: request.number,
    building: request.answers.find(({ name }) => name === 'building')?.value ?? '',
    practice: names.practiceName(request.practice),
    office: names.officeName(request.office),
    phone: request.phone,
    writer: names.staff.find(({ _id }) => _id === session?.userId)?.name ?? '',
    firm: sender?.firm ?? '',
  }
  // Placeholders exclude the message: the letter replies to it.
  const answers = request.answers.filter(({ name }) => name !== 'message')
  const files = useReplyFiles(
    request._id,
    () => readDraft().files,
    (next) => setDraft({ ...readDraft(), files: next }),
  )
  const errors = findReplyErrors(draft, getGreeting(request))
  const placeholderCount = new Set([...findPlaceholders(draft.subject), ...findPlaceholders(draft.text)]).size
  const getErrorText = (name: 'subject' | 'text') =>
    serverErrors[name] ?? (isSubmitted && errors[name] ? fieldMessage(errors[name], getLocale()) : undefined)
  const isUnready = sender === undefined ? true : sender.sender === null

  const handleError = (error: Error) => {
    key.current = newKey()
    const fields = error instanceof CallRefused ? error.refusal.fields : undefined
    if (fields) setServerErrors(fields)
    else onRefused(error)
  }
  const send = useMutation({
    mutationFn: (state: 'answered' | 'closed') =>
      replyClient.email(
        {
          params,
          body: {
            subject: draft.subject,
            text: draft.text,
            files: draft.files.map(({ ticket }) => ticket),
            state,
            updatedAt: request.updatedAt,
          },
        },
        { headers: { 'idempotency-key': key.current } },
      ),
    onMutate: () => setServerErrors({}),
    onSuccess: ({ form }) => {
      key.current = newKey()
      setDraft(removeLetter(request, readDraft()))
      setIsSubmitted(false)
      const entry = form.thread.findLast(({ kind }) => kind === 'answer')
      if (entry) onSent({ request: form._id, entry: entry._id, name: form.name, until: entry.until })
      onAnswer(form)
      // Move the focus out of the empty field, so that keys navigate between requests again.
      document.getElementById('screen-title')?.focus()
    },
    onError: handleError,
  })
  const trySend = (state: 'answered' | 'closed') => {
    if (send.isPending || files.uploading || isUnready) return
    setIsSubmitted(true)
    if (Object.keys(errors).length > 0) {
      if (placeholderCount > 0) field.current?.selectBlank()
      else field.current?.focus()
      return
    }
    send.mutate(state)
  }
  const note = useMutation({
    mutationFn: (text: string) => client.addNote({ params, body: { text } }),
    onMutate: () => setServerErrors({}),
    onSuccess: ({ form }, text) => {
      setDraft(removeNote(request, readDraft(), text))
      onAnswer(form)
      showSuccess(m.forms_said_noted())
    },
    onError: handleError,
  })
  const handleShortcut = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      act(event)
    }
    if (pressedKey(event) === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
  }
  useImperativeHandle(handle, () => ({
    focus(tab) {
      setDraft({ ...draft, tab })
      // Wait until the tab is rendered.
      setTimeout(() => (tab === 'email' ? field.current?.focus() : noteField.current?.focus()))
    },
  }))
  const applyTemplate = (template: Template) => {
    const { locale } = request
    setDraft({
      ...draft,
      template: template.title,
      subject: fillPlaceholders(template.subject[locale] || template.subject.ko, values, answers),
      text: fillPlaceholders(template.text[locale] || template.text.ko, values, answers),
    })
    setIsSubmitted(false)
    setTimeout(() => field.current?.selectBlank())
  }
  const canWrite = request.email !== null && request.mergedInto === null
  return (
    <Tabs
      className={styles.composer}
      value={draft.tab}
      onChange={(tab) => setDraft({ ...draft, tab: tab === 'note' ? 'note' : 'email' })}
    >
      <div className={styles.bar}>
        <Tabs.List>
          <Tabs.Tab value="email">{m.forms_reply_mail()}</Tabs.Tab>
          <Tabs.Tab value="note">{m.forms_reply_note()}</Tabs.Tab>
        </Tabs.List>
        {draft.tab === 'email' && canWrite && (
          <TemplateMenu practice={request.practice} chosen={draft.template} choose={applyTemplate} />
        )}
      </div>
      <Tabs.Panel value="email" className={styles.panel}>
        {!canWrite ? (
          <p className={styles.cannot}>{request.mergedInto ? m.forms_reply_merged() : m.forms_reply_no_mail()}</p>
        ) : (
          <DropArea className={styles.letter} accept={accepted} onFiles={files.send}>
            <dl className={styles.lines}>
              <div>
                <dt>{m.forms_reply_to()}</dt>
                <dd>{request.email}</dd>
              </div>
              <div>
                <dt>
                  <label htmlFor="letter-subject">{m.forms_reply_subject()}</label>
                </dt>
                <dd>
                  <input
                    id="letter-subject"
                    className={styles.subject}
                    value={draft.subject}
                    maxLength={200}
                    aria-invalid={getErrorText('subject') ? true : undefined}
                    aria-describedby={getErrorText('subject') ? 'letter-subject-wrong' : undefined}
                    onChange={({ currentTarget }) => setDraft({ ...draft, subject: currentTarget.value })}
                    onKeyDown={handleShortcut((event) => trySend(event.shiftKey ? 'closed' : 'answered'))}
                  />
                  {getErrorText('subject') && (
                    <FieldError id="letter-subject-wrong">{getErrorText('subject')}</FieldError>
                  )}
                </dd>
              </div>
            </dl>
            <div className={styles.text}>
              <ReplyField
                handle={field}
                label={m.forms_reply_text()}
                value={draft.text}
                filled={
                  draft.template
                    ? [...Object.values(values), ...answers.map(({ value }) => value)].filter((value) => value !== '')
                    : []
                }
                wrong={getErrorText('text') ? 'letter-text-wrong' : undefined}
                change={(text) => {
                  setServerErrors({})
                  setDraft({ ...draft, text })
                }}
                onKeyDown={handleShortcut((event) => trySend(event.shiftKey ? 'closed' : 'answered'))}
              />
              {getErrorText('text') && <FieldError id="letter-text-wrong">{getErrorText('text')}</FieldError>}
            </div>
            {(draft.files.length > 0 || files.uploading || files.error || serverErrors.files) && (
              <div className={styles.files}>
                <ul aria-label={m.forms_reply_files()}>
                  {draft.files.map(({ name, bytes, ticket }) => (
                    <li key={ticket}>
                      <Icon name="clip" size={13} />
                      <span>{name}</span> <small>{formatFileSize(bytes)}</small>
                      <ActionIcon
                        variant="subtle"
                        size={20}
                        aria-label={m.forms_reply_file_remove({ name })}
                        onClick={() =>
                          setDraft({ ...draft, files: draft.files.filter((each) => each.ticket !== ticket) })
                        }
                      >
                        <Icon name="close" size={12} />
                      </ActionIcon>
                    </li>
                  ))}
                </ul>
                {files.uploading && <UploadProgress uploading={files.uploading} cancel={files.cancel} />}
                {(files.error ?? serverErrors.files) && <FieldError>{files.error ?? serverErrors.files}</FieldError>}
              </div>
            )}
            {before}
            {sender?.sender === null && (
              <p className={styles.unready} role="status">
                <Icon name="warning" />
                <span>
                  {m.forms_reply_no_sender()}{' '}
                  {mayReadSetting && <Link to="/console/setting">{m.forms_reply_to_settings()}</Link>}
                </span>
              </p>
            )}
            <footer className={styles.foot}>
              <ActionIcon
                variant="subtle"
                aria-label={m.forms_reply_attach()}
                onClick={() => fileInput.current?.click()}
              >
                <Icon name="clip" size={18} />
              </ActionIcon>
              <input
                ref={fileInput}
                type="file"
                accept={accepted}
                multiple
                hidden
                aria-label={m.forms_reply_attach()}
                onChange={({ currentTarget }) => {
                  void files.send([...(currentTarget.files ?? [])])
                  currentTarget.value = ''
                }}
              />
              {placeholderCount > 0 && (
                <UnstyledButton className={styles.blanks} onClick={() => field.current?.selectBlank()}>
                  <Icon name="warning" size={14} />
                  {m.forms_reply_blanks({ count: placeholderCount })}
                </UnstyledButton>
              )}
              <span className={styles.spring} />
              <Button onClick={() => setPreviewing(true)}>
                <span className={styles.long}>{m.forms_reply_preview()}</span>
                <span className={styles.short}>{m.forms_reply_preview_short()}</span>
              </Button>
              <Button.Group>
                <Button
                  variant="filled"
                  loading={send.isPending}
                  disabled={isUnready || files.uploading !== undefined}
                  onClick={() => trySend('answered')}
                >
                  <span className={styles.long}>{m.forms_reply_send()}</span>
                  <span className={styles.short}>{m.forms_reply_send_short()}</span>
                  <kbd className={styles.key}>Ctrl ↵</kbd>
                </Button>
                <Menu position="top-end">
                  <Menu.Target>
                    <Button
                      variant="filled"
                      className={styles.other}
                      aria-label={m.forms_reply_send_other()}
                      disabled={isUnready || files.uploading !== undefined || send.isPending}
                    >
                      <Icon name="down" size={12} />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item rightSection={<kbd>Ctrl ⇧ ↵</kbd>} onClick={() => trySend('closed')}>
                      {m.forms_reply_send_close()}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </Button.Group>
            </footer>
          </DropArea>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="note" className={styles.panel} data-note>
        <Textarea
          ref={noteField}
          className={styles.noteField}
          aria-label={m.forms_reply_note_text()}
          placeholder={m.forms_reply_note_text()}
          autosize
          minRows={3}
          maxRows={10}
          value={draft.note}
          error={serverErrors.text}
          onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
          onKeyDown={handleShortcut(() => !note.isPending && note.mutate(draft.note))}
        />
        <footer className={styles.foot}>
          <Icon name="lock" size={14} /> <span className={styles.private}>{m.forms_note_mark()}</span>
          <span className={styles.spring} />
          <Button loading={note.isPending} onClick={() => note.mutate(draft.note)}>
            {m.forms_reply_noting()}
          </Button>
        </footer>
      </Tabs.Panel>
      {previewing && (
        <ReplyPreview
          request={request}
          letter={draft}
          close={() => setPreviewing(false)}
          send={isUnready ? undefined : () => trySend('answered')}
        />
      )}
    </Tabs>
  )
}

function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.wrong} id={id} role="alert">
      <Icon name="warning" size={13} /> {children}
    </p>
  )
}
