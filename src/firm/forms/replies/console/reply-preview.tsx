import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '#console/kit/parts/icon.tsx'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { FormRequest } from '../../contract.ts'
import { replyClient } from './reply-client.ts'
import styles from './reply-composer.module.css'
import type { ReplyDraft } from './reply-draft.ts'

interface LetterPreviewProps {
  request: FormRequest
  letter: ReplyDraft
  close: () => void
  send: (() => void) | undefined
}

/** Previews the letter as rendered by the server. */
export function ReplyPreview({ request, letter, close, send }: LetterPreviewProps) {
  const { subject, text, files } = letter
  const { data, error, refetch } = useQuery({
    queryKey: ['forms-letter', request._id, subject, text],
    queryFn: ({ signal }) => replyClient.preview({ params: { id: request._id }, body: { subject, text } }, { signal }),
    gcTime: 0,
  })
  const mail = data?.mail
  const errors = Object.values(mail?.faults ?? {})
  return (
    <Modal
      opened
      onClose={close}
      size={640}
      title={m.forms_reply_preview()}
      closeButtonProps={{ 'aria-label': m.form_close() }}
    >
      {error && !mail && <FailureNotice error={error} onRetry={refetch} />}
      {mail && (
        <>
          <dl className={styles.envelope}>
            <dt>{m.forms_preview_from()}</dt>
            <dd>{mail.from ? `${mail.from.name} <${mail.from.address}>` : m.forms_preview_nobody()}</dd>
            <dt>{m.forms_reply_to()}</dt>
            <dd>{mail.to}</dd>
            <dt>{m.forms_reply_subject()}</dt>
            <dd>
              <strong>{mail.subject}</strong>
            </dd>
            {files.length > 0 && (
              <>
                <dt>{m.forms_reply_files()}</dt>
                <dd>{files.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(', ')}</dd>
              </>
            )}
          </dl>
          <SafeHtml html={mail.html} className={styles.paper} />
          {errors.map((message) => (
            <p key={message} className={styles.wrong}>
              <Icon name="warning" size={13} /> {message}
            </p>
          ))}
          <div className={styles.previewFoot}>
            <Button onClick={close}>{m.form_go_back()}</Button>
            <Button
              variant="filled"
              disabled={!send || errors.length > 0}
              onClick={() => {
                close()
                send?.()
              }}
            >
              {m.forms_reply_send()}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
