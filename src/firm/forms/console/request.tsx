import { Button, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/use-list.ts'
import { besideRecord, useReload } from '#console/kit/list/use-reload.ts'
import { FailedNotice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { sayDone, sayWrong } from '#console/kit/parts/toast.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { type FormRequest, type FormState, formStates } from '../contract.ts'
import { mayFollow, subjectOf } from '../rules.ts'
import { Facts } from './facts.tsx'
import { Reply } from './reply.tsx'
import styles from './request.module.css'
import { client, resource, stateMarks, stateWords, useNames } from './resource.tsx'
import { Thread } from './thread.tsx'

interface Change {
  state?: FormState
  assignee?: string | null
}

/** Reads a request, and holds it fresh; addresses of its small pictures end after five minutes. */
const useRequest = (id: string) =>
  useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ form }) => form),
    refetchInterval: 4 * 60_000,
  })

/** A request with everything of it: what was sent, what happened, notes and answers; staff answer it here. */
export default function RequestScreen() {
  const { id = '' } = useParams()
  const session = useSession()
  const queries = useQueryClient()
  const reload = useReload(resource.path)
  const names = useNames()
  const { data, error, refetch } = useRequest(id)
  const [stale, setStale] = useState<'change' | 'answer' | null>(null)

  /** What a call answered is the current request; a stale one shows what somebody else made of it. */
  const show = (form: FormRequest) => {
    setStale(null)
    queries.setQueryData(recordKey(resource.path, id), form)
    void reload(besideRecord)
  }
  /** Nothing here can be merged: the later person sees the current request and decides anew, at the same place. */
  const refuse = (what: 'change' | 'answer') => (wrong: Error) => {
    if (wrong instanceof CallRefused && wrong.status === 412) {
      setStale(what)
      void refetch()
    } else sayWrong(wrong.message)
  }
  const change = useMutation({
    mutationFn: (body: Change) => client.update({ params: { id }, body: { ...body, updatedAt: data?.updatedAt } }),
    onSuccess: ({ form }) => {
      show(form)
      sayDone(m.forms_said_saved())
    },
    onError: refuse('change'),
  })

  const back = (
    <Button component={Link} to="/console/forms" variant="subtle" leftSection={<Icon name="back" />}>
      {m.forms_title()}
    </Button>
  )
  if (error && !data)
    return (
      <Screen title={m.forms_title()} before={back}>
        <FailedNotice error={error} again={refetch} />
      </Screen>
    )
  if (!data)
    return (
      <Screen title={m.forms_title()} before={back}>
        {null}
      </Screen>
    )

  const staff = names.staff.map(({ _id, name }) => ({
    value: _id,
    label: _id === session?.userId ? `${name} (${m.forms_me()})` : name,
  }))
  return (
    <Screen
      title={data.number}
      before={back}
      note={<StateMark mark={stateMarks[data.state]}>{stateWords[data.state]()}</StateMark>}
      actions={
        <Button leftSection={<Icon name="file" />} onClick={() => window.print()}>
          {m.forms_print()}
        </Button>
      }
      filters={
        <>
          <Select
            className={styles.choice}
            aria-label={m.forms_state_label()}
            data={formStates
              .filter((state) => mayFollow(data.state, state))
              .map((state) => ({ value: state, label: stateWords[state]() }))}
            value={data.state}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(state) => state && state !== data.state && change.mutate({ state: state as FormState })}
          />
          <Select
            className={styles.choice}
            aria-label={m.forms_assign()}
            placeholder={m.forms_assign()}
            data={staff}
            value={data.assignee?._id ?? null}
            clearable={data.state === 'assigned'}
            clearButtonProps={{ 'aria-label': m.forms_nobody() }}
            disabled={change.isPending}
            onChange={(assignee) => assignee !== (data.assignee?._id ?? null) && change.mutate({ assignee })}
          />
        </>
      }
      aside={<Facts request={data} names={names} />}
      asideWidth={328}
      plain
    >
      <article className={styles.request} aria-busy={change.isPending}>
        {stale === 'change' && <Stale />}
        <h2 className={styles.subject}>{subjectOf(data.message) || data.number}</h2>
        <Thread request={data} names={names} onOpened={() => void refetch()} />
        <Reply
          key={data._id}
          request={data}
          before={stale === 'answer' && <Stale kept />}
          onAnswer={show}
          onRefused={refuse('answer')}
        />
      </article>
    </Screen>
  )
}

/** Somebody else was faster. */
function Stale({ kept = false }: { kept?: boolean }) {
  return (
    <p className={styles.stale} role="alert">
      <Icon name="warning" />
      {kept ? m.forms_stale_kept() : m.forms_stale()}
    </p>
  )
}
