import { ActionIcon, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { useMemberParts } from '#console/kit/manifest/manifests-provider.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { MemberLine } from '../contract-members.ts'
import { describeConsent } from './consents.tsx'
import { LockButton } from './member-acts.tsx'
import { Files, useSignOut } from './member-parts.tsx'
import styles from './member-peek.module.css'
import type { MemberPartProps } from './member-rows.tsx'
import { client, getConsentMark, getConsentName, kindLabels, resource } from './resource.tsx'

/** Side panel of the member list: consents, records in other modules, sessions and private files. */
export function MemberPeek({ line, close }: { line: MemberLine; close: () => void }) {
  const queries = useQueryClient()
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, line._id),
    queryFn: ({ signal }) => client.get({ params: { id: line._id } }, { signal }).then(({ user }) => user),
    // Every read is logged.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 60_000,
  })
  const part = data && {
    member: data,
    mayChange: mayWrite && data.mayChange,
    reload: () => void queries.invalidateQueries({ queryKey: [resource.path] }),
  }
  return (
    <section className={styles.peek} aria-label={line.name} aria-busy={!data && !error}>
      <header className={styles.head}>
        <NameAvatar name={line.name} size={40} />
        <div className={styles.who}>
          <h2>{line.name}</h2>
          <p>
            {line.username} · {kindLabels[line.kind]()} · {line.level.title}
          </p>
        </div>
        <Button component={Link} to={`/console/users/${line._id}`}>
          {m.users_open()}
        </Button>
        <ActionIcon variant="subtle" size={32} aria-label={m.form_close()} onClick={close}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {part && (
        <>
          <Agreed {...part} />
          <Now {...part} />
          <LoggedIn {...part} />
          <div className={styles.files}>
            <Files key={data._id} {...part} />
          </div>
        </>
      )}
    </section>
  )
}

const renderInstant = (instant: string) => (
  <time dateTime={instant} title={fullInstant(instant)}>
    {columnInstant(instant)}
  </time>
)

function Agreed({ member }: MemberPartProps) {
  return (
    <section className={styles.part}>
      <h3>{m.users_consents()}</h3>
      {member.consents.length === 0 && <p>{m.users_consents_none()}</p>}
      <ul className={styles.rows}>
        {member.consents.map((consent) => (
          <li
            key={consent.subject}
            data-wrong={getConsentMark(consent, consent.current) === 'wrong' || consent.asked || undefined}
          >
            <span>{getConsentName(consent)}</span>
            <span>
              {consent.version && getConsentMark(consent, consent.current) === 'answered'
                ? consent.version
                : describeConsent(consent)}
            </span>
            <span>{consent.at ? renderInstant(consent.at) : '–'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Records of the member in other modules, with a link to the newest. */
function Now({ member }: MemberPartProps) {
  const names = useMemberParts()
  const parts = member.parts
    .flatMap((part) => (part.total > 0 && names[part.key] ? [{ ...part, ...names[part.key] }] : []))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  if (parts.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{m.users_now()}</h3>
      <ul className={styles.rows}>
        {parts.map(({ key, title, states, total, entries: [newest] }) => (
          <li key={key}>
            <span>{title?.() ?? key}</span>
            <span>
              {newest ? (
                <Link className={styles.link} to={newest.to}>
                  {newest.title}
                </Link>
              ) : (
                '–'
              )}
              {newest?.state && states?.[newest.state] && ` · ${states[newest.state]?.()}`}
            </span>
            <span>{m.users_part_total({ count: total })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LoggedIn(part: MemberPartProps) {
  const { member, mayChange } = part
  const end = useSignOut(part)
  return (
    <section className={styles.part}>
      <h3>
        {m.users_sessions()} {member.sessions.length}
      </h3>
      {member.sessions.length === 0 && <p>{m.users_sessions_none()}</p>}
      <ul className={styles.rows} data-two="">
        {member.sessions.map(({ _id, device, address, usedAt }) => (
          <li key={_id}>
            <span>
              {device} {address && <small>{address}</small>}
            </span>
            <span>{renderInstant(usedAt)}</span>
          </li>
        ))}
      </ul>
      {mayChange && (
        <div className={styles.acts}>
          {member.sessions.length > 0 && (
            <Button disabled={end.isPending} onClick={() => end.mutate()}>
              {m.users_sign_out()}
            </Button>
          )}
          <LockButton {...part} />
        </div>
      )}
    </section>
  )
}
