import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ReadOnlyFooter } from '#console/kit/form/form-footer.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { client, type RequestNames, resource, stateLabels, stateMarks } from '../../console/request-resource.tsx'
import type { FormRequest } from '../../contract.ts'
import type { HeldReply } from '../../replies/console/recall-bar.tsx'
import { ReplyComposer } from '../../replies/console/reply-composer.tsx'
import { type FormState, formStates, isAllowedTransition, summarizeMessage } from '../../rules.ts'
import { RequestMenu } from './request-menu.tsx'
import styles from './request-pane.module.css'
import { RequestThread } from './request-thread.tsx'
import { useActionShortcuts } from './use-inbox-shortcuts.ts'

interface Change {
  state?: FormState
  assignee?: string | null
  office?: string | null
}

interface RequestPaneProps {
  request: FormRequest
  names: RequestNames
  /** Address of the list with its state. */
  back: string
  /** Position in the list, from 1; null if the request is not on the loaded page. */
  place: { at: number; total: number } | null
  step: (by: 1 | -1) => void
  can: { next: boolean; previous: boolean }
  onChange: (request: FormRequest) => void
  onSent: (letter: HeldReply) => void
  refetch: () => void
  /** Opens the details in a drawer; undefined if they have a pane of their own. */
  showFacts: (() => void) | undefined
}

/** One request: assignee and state, thread, and the composer. */
export function RequestPane({
  request,
  names,
  back,
  place,
  step,
  can,
  onChange,
  onSent,
  refetch,
  showFacts,
}: RequestPaneProps) {
  const session = useSession()
  const [stale, setStale] = useState<'change' | 'answer' | null>(null)
  const scroll = useRef<HTMLElement>(null)
  const entryCount = request.thread.filter(({ kind }) => kind !== 'event').length
  const previousEntryCount = useRef(entryCount)
  // Scroll to a new entry.
  useEffect(() => {
    if (entryCount > previousEntryCount.current) scroll.current?.scrollTo({ top: scroll.current.scrollHeight })
    previousEntryCount.current = entryCount
  }, [entryCount])
  const letter = useRef<{ focus: (tab: 'email' | 'note') => void }>(null)
  const showRequest = (form: FormRequest) => {
    setStale(null)
    onChange(form)
  }
  /** 412: reload the request and let the user decide; the draft stays. */
  const createRefusalHandler = (action: 'change' | 'answer') => (error: Error) => {
    if (error instanceof CallRefused && error.status === 412) {
      setStale(action)
      refetch()
    } else showError(error)
  }
  const change = useMutation({
    mutationFn: (body: Change) =>
      client.update({ params: { id: request._id }, body: { ...body, updatedAt: request.updatedAt } }),
    onSuccess: ({ form }) => {
      showRequest(form)
      showSuccess(m.forms_said_saved())
    },
    onError: createRefusalHandler('change'),
  })
  const self = session?.userId
  const mayWrite = useMayWrite(resource.access)
  useActionShortcuts({
    a: () => mayWrite && self && request.assignee?._id !== self && change.mutate({ assignee: self }),
    c: () =>
      mayWrite &&
      isAllowedTransition(request.state, 'closed') &&
      request.state !== 'closed' &&
      change.mutate({ state: 'closed' }),
    r: () => letter.current?.focus('email'),
    n: () => letter.current?.focus('note'),
  })
  const inCharge =
    request.assignee?.name ?? (request.state === 'assigned' && request.office ? names.officeName(request.office) : null)
  return (
    <>
      <header className={styles.head}>
        <ActionIcon
          component={Link}
          to={back}
          className={styles.back}
          variant="subtle"
          aria-label={m.forms_desk_back()}
          preventScrollReset
        >
          <Icon name="back" />
        </ActionIcon>
        <div className={styles.name}>
          <h1 className={styles.number} id="screen-title" tabIndex={-1}>
            {request.number}
          </h1>
          {place && (
            <span className={styles.place}>
              {m.forms_desk_place({ at: place.at.toLocaleString(), total: place.total.toLocaleString() })}
            </span>
          )}
        </div>
        <div className={styles.steps}>
          <ActionIcon
            variant="subtle"
            aria-label={m.forms_desk_previous()}
            title={`${m.forms_desk_previous()} (K)`}
            disabled={!can.previous}
            onClick={() => step(-1)}
          >
            <Icon name="up" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={m.forms_desk_next()}
            title={`${m.forms_desk_next()} (J)`}
            disabled={!can.next}
            onClick={() => step(1)}
          >
            <Icon name="down" />
          </ActionIcon>
        </div>
        {request.phone && (
          <a
            className={styles.call}
            href={`tel:${request.phone.replaceAll('-', '')}`}
            aria-label={m.forms_desk_call({ phone: request.phone })}
          >
            <Icon name="phone" />
          </a>
        )}
        <RequestMenu
          request={request}
          assignToSelf={mayWrite ? () => self && change.mutate({ assignee: self }) : undefined}
          close={mayWrite ? () => change.mutate({ state: 'closed' }) : undefined}
        />
        <div className={styles.handling}>
          <Menu position="bottom-end" width={240}>
            <Menu.Target>
              <Button
                className={styles.choice}
                data-open={inCharge === null || undefined}
                aria-label={inCharge === null ? m.forms_assign() : m.forms_desk_in_charge({ name: inCharge })}
                disabled={change.isPending || !mayWrite}
                rightSection={<Icon name="down" size={12} />}
              >
                <span>{inCharge ?? m.forms_assign()}</span>
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={styles.people}>
              <Menu.Label>{m.forms_desk_people()}</Menu.Label>
              {[...names.staff]
                .sort((one, other) => Number(other._id === self) - Number(one._id === self))
                .map(({ _id, name }) => (
                  <Menu.Item
                    key={_id}
                    rightSection={_id === request.assignee?._id ? <Icon name="check" size={14} /> : undefined}
                    onClick={() => _id !== request.assignee?._id && change.mutate({ assignee: _id })}
                  >
                    {_id === self ? m.forms_desk_self({ name }) : name}
                  </Menu.Item>
                ))}
              <Menu.Label>{m.forms_desk_offices()}</Menu.Label>
              {names.offices.map(({ key, title }) => (
                <Menu.Item
                  key={key}
                  rightSection={key === request.office ? <Icon name="check" size={14} /> : undefined}
                  onClick={() => key !== request.office && change.mutate({ office: key })}
                >
                  {title}
                </Menu.Item>
              ))}
              {inCharge !== null && request.state === 'assigned' && (
                <>
                  <Menu.Divider />
                  <Menu.Item onClick={() => change.mutate({ assignee: null, office: null })}>
                    {m.forms_nobody()}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <Button
                className={styles.choice}
                aria-label={m.forms_desk_state({ state: stateLabels[request.state]() })}
                disabled={change.isPending || !mayWrite}
                leftSection={<StateShape mark={stateMarks[request.state]} />}
                rightSection={<Icon name="down" size={12} />}
              >
                {stateLabels[request.state]()}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {formStates
                .filter((state) => isAllowedTransition(request.state, state))
                .map((state) => (
                  <Menu.Item
                    key={state}
                    leftSection={<StateShape mark={stateMarks[state]} />}
                    rightSection={state === request.state ? <Icon name="check" size={14} /> : undefined}
                    onClick={() => state !== request.state && change.mutate({ state })}
                  >
                    {stateLabels[state]()}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
          {showFacts && (
            <Button className={styles.factsButton} variant="subtle" onClick={showFacts}>
              {m.forms_desk_facts()}
            </Button>
          )}
        </div>
      </header>
      <article ref={scroll} className={styles.scroll} aria-busy={change.isPending} aria-label={request.number}>
        {stale === 'change' && <StaleWarning />}
        {request.mergedInto && (
          <p className={styles.merged}>
            {m.forms_merged_into()}{' '}
            <Link to={`/console/forms/${request.mergedInto._id}`}>{request.mergedInto.number}</Link>
          </p>
        )}
        <h2 className={styles.subject}>{summarizeMessage(request.message) || request.number}</h2>
        <RequestThread request={request} names={names} onOpened={refetch} />
      </article>
      {mayWrite ? (
        <ReplyComposer
          request={request}
          names={names}
          handle={letter}
          before={stale === 'answer' && <StaleWarning kept />}
          onAnswer={showRequest}
          onSent={onSent}
          onRefused={createRefusalHandler('answer')}
        />
      ) : (
        <ReadOnlyFooter />
      )}
    </>
  )
}

/** Warning that a colleague has changed the request. */
function StaleWarning({ kept = false }: { kept?: boolean }) {
  return (
    <p className={styles.stale} role="alert">
      <Icon name="warning" />
      {kept ? m.forms_stale_kept() : m.forms_stale()}
    </p>
  )
}
