import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLogNames, useMemberParts } from '#console/kit/manifest/manifests-provider.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useMayRequest } from '#console/kit/use-rights.ts'
import { CallPending, CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { formatFileSize } from '#ui/format/format-file-size.ts'
import styles from './member.module.css'
import { type MemberPartProps, Part, Rows, renderInstant } from './member-rows.tsx'
import { client, purposeLabels } from './resource.tsx'

/** Ends all sessions of a member. */
export const useSignOut = ({ member, reload }: MemberPartProps) =>
  useMutation({
    mutationFn: () => client.signOut({ params: { id: member._id } }),
    onSuccess: ({ ended }) => {
      showSuccess(m.users_said_signed_out({ count: ended }))
      reload()
    },
    onError: showError,
  })

/** Sessions of the account. */
export function Sessions(part: MemberPartProps) {
  const { member, mayChange } = part
  const end = useSignOut(part)
  return (
    <Part
      title={m.users_sessions()}
      note={m.users_sessions_note({ count: member.sessions.length })}
      act={
        mayChange &&
        member.sessions.length > 0 && (
          <Button variant="subtle" data-harm disabled={end.isPending} onClick={() => end.mutate()}>
            {m.users_sign_out()}
          </Button>
        )
      }
    >
      <Rows
        heads={[m.users_used(), m.users_device(), m.users_network(), m.users_since()]}
        none={m.users_sessions_none()}
        rows={member.sessions.map(({ _id, device, address, createdAt, usedAt }) => ({
          key: _id,
          mark: 'published',
          cells: [renderInstant(usedAt), device, address || '–', renderInstant(createdAt)],
        }))}
      />
    </Part>
  )
}

/** Records of the member in other modules. */
export function Parts({ member }: MemberPartProps) {
  const names = useMemberParts()
  const parts = member.parts
    .flatMap((part) => (names[part.key] ? [{ ...part, ...names[part.key] }] : []))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  return parts.map(({ key, title, states, total, entries }) => (
    <Part key={key} title={title?.() ?? key} note={m.users_part_total({ count: total })}>
      <Rows
        heads={[m.users_part_title(), m.list_column_state(), m.users_when()]}
        none={m.users_part_none()}
        rows={entries.map((entry) => ({
          key: entry._id,
          mark: null,
          cells: [
            <Link key="title" className={styles.link} to={entry.to}>
              {entry.title}
            </Link>,
            (entry.state && states?.[entry.state]?.()) ?? '–',
            renderInstant(entry.at),
          ],
        }))}
      />
    </Part>
  ))
}

/** Names of private files; the contents only after a reason, which is logged. */
export function Files({ member }: MemberPartProps) {
  const [reason, setReason] = useState('')
  const mayOpenFiles = useMayRequest('console:private-files')
  const openFiles = useMutation({
    mutationFn: () => client.lookAtFiles({ params: { id: member._id }, body: { reason } }),
    onError: (error) => error instanceof CallPending && showSuccess(error.message),
  })
  const fields = openFiles.error instanceof CallRefused ? openFiles.error.refusal.fields : undefined
  if (member.files.length === 0)
    return (
      <Part title={m.users_files()} note={m.users_files_note()}>
        <p className={styles.none}>{m.users_files_none()}</p>
      </Part>
    )
  return (
    <Part title={m.users_files()} note={m.users_files_note()}>
      <form
        className={styles.files}
        onSubmit={(event) => {
          event.preventDefault()
          openFiles.mutate()
        }}
      >
        <span className={styles.margin}>
          <Icon name="lock" />
        </span>
        <ul>
          {(openFiles.data?.files ?? member.files).map((file) => {
            const purpose = member.files.find(({ _id }) => _id === file._id)?.purpose
            const purposeLabel = purpose ? purposeLabels[purpose as keyof typeof purposeLabels]?.() : undefined
            return (
              <li key={file._id}>
                {'url' in file ? (
                  <a className={styles.link} href={file.url} download={file.name}>
                    {file.name} <small>{formatFileSize(file.bytes)}</small>
                  </a>
                ) : (
                  <strong>{file.name}</strong>
                )}
                <small>{purposeLabel}</small>
              </li>
            )
          })}
        </ul>
        {mayOpenFiles && !openFiles.data && (
          <div className={styles.open}>
            <TextInput
              aria-label={m.users_files_reason()}
              placeholder={m.users_files_reason()}
              value={reason}
              error={fields?.reason ?? (openFiles.error instanceof CallPending ? undefined : openFiles.error?.message)}
              description={openFiles.error instanceof CallPending ? openFiles.error.message : undefined}
              maxLength={300}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Button type="submit" disabled={openFiles.isPending}>
              {m.users_files_open()}
            </Button>
          </div>
        )}
      </form>
    </Part>
  )
}

/** Audit log of the account. */
export function Log({ member }: MemberPartProps) {
  const { actionName } = useLogNames()
  return (
    <Part title={m.users_log()}>
      <Rows
        heads={[m.users_when(), m.users_log_who(), m.users_log_what(), m.users_log_why()]}
        none={m.users_log_none()}
        rows={member.log.map(({ at: when, action, actor, reason }, index) => ({
          key: `${when} ${index}`,
          mark: null,
          cells: [renderInstant(when), actor ?? m.users_log_own(), actionName(action, 'users'), reason ?? '–'],
        }))}
      />
    </Part>
  )
}
