import { Button, UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { exceptRecord, useReload } from '#console/kit/list/state/use-reload.ts'
import { confirmAction, confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import said from '#console/kit/parts/message-text.module.css'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { questionTypeLabels } from '#people/faqs/public/type-labels.ts'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { Question } from '../contract.ts'
import { stateLabels } from '../public/state-labels.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './question.module.css'
import { openCorrectQuestion } from './question-dialogs.tsx'
import { client, resource, stateMarks } from './resource.tsx'

/** Downloads a file by a short-lived URL. */
const fetchFile = async (id: string, file: string) => {
  const { url } = await client.lookAtFile({ params: { id, file } })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** A question with its thread; staff answer it here. */
export default function QuestionScreen() {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reload = useReload(resource.path)
  const [isStale, setStale] = useState(false)
  const mayWrite = useMayWrite('console:questions')
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ question }) => question),
    // Every read is counted and logged.
    refetchOnWindowFocus: false,
  })
  const showChanged = (question: Question, message?: string) => {
    setStale(false)
    queries.setQueryData(recordKey(resource.path, id), question)
    void reload(exceptRecord)
    if (message) showSuccess(message)
  }
  const showAnswered = (question: Question) => showChanged(question, m.questions_said_answered())
  const handleRefusal = (failure: unknown) => {
    if (failure instanceof CallRefused && failure.status === 412) {
      setStale(true)
      void refetch()
    } else showError(failure)
  }
  const close = async (question: Question) => {
    const isSure = await confirmAction({
      title: m.questions_close_title(),
      text: m.questions_close_text(),
      label: m.questions_close(),
    })
    if (!isSure) return
    await client
      .update({ params: { id }, body: { state: 'closed', updatedAt: question.updatedAt } })
      .then((answer) => showChanged(answer.question, m.questions_said_closed()), handleRefusal)
  }
  const remove = async (question: Question) => {
    const isSure = await confirmDestructive({
      title: m.questions_remove_title({ name: question.title }),
      text: m.questions_remove_text(),
      label: m.questions_remove(),
    })
    if (!isSure) return
    try {
      await client.remove({ params: { id } })
      showSuccess(m.questions_said_removed())
      await reload()
      navigate('/console/center/questions')
    } catch (error) {
      handleRefusal(error)
    }
  }
  const back = (
    <Button component={Link} to="/console/center/questions" variant="subtle" leftSection={<Icon name="back" />}>
      {m.questions_title()}
    </Button>
  )
  if (!data)
    return (
      <Screen title={m.questions_title()} before={back}>
        {error && <FailureNotice error={error} onRetry={refetch} />}
      </Screen>
    )
  return (
    <Screen
      title={data.title}
      before={back}
      note={<StateMark mark={stateMarks[data.state]}>{stateLabels[data.state]()}</StateMark>}
      actions={
        <>
          {mayWrite && data.state !== 'closed' && (
            <>
              <Button
                onClick={() => openCorrectQuestion({ question: data, done: showChanged, onStale: handleRefusal })}
              >
                {m.questions_correct()}
              </Button>
              <Button onClick={() => void close(data)}>{m.questions_close()}</Button>
            </>
          )}
          {mayWrite && data.answeredAt === null && (
            <Button onClick={() => void remove(data)}>{m.questions_remove()}</Button>
          )}
          <Button leftSection={<Icon name="file" />} onClick={() => window.print()}>
            {m.questions_print()}
          </Button>
        </>
      }
      hasNoMargin
    >
      <article className={styles.question}>
        <dl className={styles.facts}>
          <div>
            <dt>{m.questions_writer()}</dt>
            <dd>{data.user.name}</dd>
          </div>
          <div>
            <dt>{m.questions_email()}</dt>
            <dd>{data.user.email ?? '–'}</dd>
          </div>
          <div>
            <dt>{m.questions_type()}</dt>
            <dd>{questionTypeLabels[data.type]()}</dd>
          </div>
          <div>
            <dt>{m.questions_asked()}</dt>
            <dd>{fullInstant(data.createdAt)}</dd>
          </div>
          <div>
            <dt>{m.questions_views()}</dt>
            <dd>{groupDigits(data.views)}</dd>
          </div>
        </dl>
        {data.entries.map((entry) => (
          <section key={entry._id} className={styles.entry} data-author={entry.author}>
            <p className={said.who}>
              <strong>{entry.author === 'staff' ? (entry.actor ?? m.questions_staff_gone()) : data.user.name}</strong>
              {entry.author === 'staff' && <span>{m.questions_answer_mark()}</span>}
              <time dateTime={entry.createdAt} title={fullInstant(entry.createdAt)}>
                {listInstant(entry.createdAt)}
              </time>
            </p>
            <p className={said.words}>{entry.text}</p>
            {entry.files.length > 0 && (
              <ul className={styles.files} aria-label={m.questions_files()}>
                {entry.files.map(({ _id, name, bytes }) => (
                  <li key={_id}>
                    <UnstyledButton className={styles.file} onClick={() => fetchFile(id, _id).catch(showError)}>
                      <Icon name="file" /> <span>{name}</span> <small>{formatFileSize(bytes)}</small>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {data.state === 'closed' ? (
          <p className={styles.closed}>{m.questions_closed_note()}</p>
        ) : (
          mayWrite && (
            <AnswerForm
              key={data._id}
              question={data}
              isStale={isStale}
              onAnswer={showAnswered}
              onRefused={handleRefusal}
            />
          )
        )}
      </article>
    </Screen>
  )
}
