import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import said from '#console/kit/parts/message-text.module.css'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { resource, stateLabels, stateMarks } from '../../console/request-resource.tsx'
import type { FormRequest } from '../../contract.ts'
import styles from '../../inbox/console/request-details.module.css'
import { duplicates } from '../contract.ts'

const client = clientOf(duplicates)

type OtherRequest = FormRequest['others'][number]

const reasons = { phone: m.forms_same_phone, email: m.forms_same_email, text: m.forms_same_text }

interface DuplicatesProps {
  request: FormRequest
  onChange: (request: FormRequest) => void
}

/** Possible duplicates: compare side by side, merge, and undo. */
export function DuplicateList({ request, onChange }: DuplicatesProps) {
  const [compared, setCompared] = useState<OtherRequest>()
  const separateRequests = async (other: string) => {
    const { form } = await client.separate({ params: { id: request._id }, body: { other } })
    onChange(form)
  }
  const merge = useMutation({
    mutationFn: (other: OtherRequest) =>
      client.merge({ params: { id: request._id }, body: { other: other._id, updatedAt: request.updatedAt } }),
    onSuccess: ({ form }, other) => {
      setCompared(undefined)
      onChange(form)
      showSuccess(m.forms_said_merged({ number: other.number }), () => separateRequests(other._id))
    },
    onError: showError,
  })
  const separation = useMutation({ mutationFn: separateRequests, onError: showError })
  const mayWrite = useMayWrite(resource.access)
  const mayMerge = ({ isMerged }: OtherRequest) => mayWrite && !isMerged && request.mergedInto === null
  if (request.others.length === 0 && request.merged.length === 0) return null
  return (
    <section className={styles.others} aria-label={m.forms_duplicates()}>
      {request.others.map((other) => (
        <div key={other._id} className={styles.other}>
          <h2>{other.same.map((one) => reasons[one]()).join(' · ')}</h2>
          <p>
            <Link to={`/console/forms/${other._id}`}>{other.number}</Link>{' '}
            <span title={fullInstant(other.createdAt)}>
              {listInstant(other.createdAt)}, {other.name}
            </span>
          </p>
          <div className={styles.acts}>
            <Button onClick={() => setCompared(other)}>{m.forms_beside()}</Button>
            {mayMerge(other) && (
              <Button loading={merge.isPending} onClick={() => merge.mutate(other)}>
                {m.forms_merge()}
              </Button>
            )}
          </div>
        </div>
      ))}
      {request.merged.map((other) => (
        <div key={other._id} className={styles.other}>
          <h2>{m.forms_merged_mark({ number: other.number })}</h2>
          {mayWrite && (
            <div className={styles.acts}>
              <Button
                loading={separation.isPending}
                leftSection={<Icon name="undo" size={14} />}
                onClick={() => separation.mutate(other._id)}
              >
                {m.forms_separate()}
              </Button>
            </div>
          )}
        </div>
      ))}
      {compared && (
        <Modal
          opened
          onClose={() => setCompared(undefined)}
          size={860}
          title={m.forms_beside()}
          closeButtonProps={{ 'aria-label': m.form_close() }}
        >
          <div className={styles.beside}>
            <RequestColumn one={request} message={request.message} />
            <RequestColumn one={compared} message={compared.message} />
          </div>
          <p className={styles.hint}>{m.forms_merge_hint({ number: compared.number })}</p>
          <div className={styles.besideFoot}>
            <Button onClick={() => setCompared(undefined)}>{m.form_go_back()}</Button>
            {mayMerge(compared) && (
              <Button variant="filled" loading={merge.isPending} onClick={() => merge.mutate(compared)}>
                {m.forms_merge()}
              </Button>
            )}
          </div>
        </Modal>
      )}
    </section>
  )
}

function RequestColumn({
  one,
  message,
}: {
  one: Pick<OtherRequest, 'number' | 'name' | 'createdAt' | 'state'>
  message: string
}) {
  return (
    <article>
      <h3>{one.number}</h3>
      <p className={styles.besideWho}>
        {one.name} · {listInstant(one.createdAt)}
        <StateMark mark={stateMarks[one.state]}>{stateLabels[one.state]()}</StateMark>
      </p>
      <p className={said.words}>{message}</p>
    </article>
  )
}
