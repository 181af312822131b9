import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { Consents } from './consents.tsx'
import styles from './member.module.css'
import { MemberActs, ResetButton } from './member-acts.tsx'
import { Files, Log, Parts, Sessions } from './member-parts.tsx'
import type { MemberPartProps } from './member-rows.tsx'
import { client, kindLabels, localeOptions, MemberStateMark, resource } from './resource.tsx'

/** All data of a member on one page. */
export default function MemberScreen() {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ user }) => user),
    // Every read is logged.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const back = (
    <Button component={Link} to="/console/users" variant="subtle" aria-label={m.form_back({ list: m.users_title() })}>
      <Icon name="back" />
    </Button>
  )
  if (!data)
    return (
      <Screen title={m.users_title()} before={back}>
        {error && <FailureNotice error={error} onRetry={refetch} />}
      </Screen>
    )
  const mayChange = mayWrite && data.mayChange
  const part = {
    member: data,
    mayChange,
    reload: () => void queries.invalidateQueries({ queryKey: [resource.path] }),
  }
  return (
    <Screen
      title={data.name}
      before={
        <>
          {back}
          <NameAvatar name={data.name} size={40} />
        </>
      }
      note={
        <span className={styles.note}>
          <MemberStateMark state={data.state} /> {kindLabels[data.kind]()} · {data.level.title}
        </span>
      }
      actions={
        mayChange && (
          <>
            <ResetButton {...part} />
            <Button component={Link} to={`/console/users/${data._id}/edit`} leftSection={<Icon name="pencil" />}>
              {m.users_edit()}
            </Button>
          </>
        )
      }
      aside={<Beside {...part} />}
    >
      <div className={styles.parts}>
        <Consents {...part} />
        <Sessions {...part} />
        <Parts {...part} />
        <Files {...part} />
        <Log {...part} />
      </div>
    </Screen>
  )
}

/** Sidebar: identity, permissions, and actions on the account. */
function Beside(part: MemberPartProps) {
  const { member } = part
  const { secondStep } = member
  const facts: [string, string | null][] = [
    [m.users_number(), member.number],
    [m.users_username(), member.username],
    [m.users_email(), member.email],
    [m.users_phone(), member.phone && formatPhone(member.phone)],
    [m.users_locale(), localeOptions.find(({ value }) => value === member.locale)?.label ?? member.locale],
    [m.users_joined(), fullInstant(member.createdAt)],
    [m.users_password(), member.hasPassword ? m.users_password_set() : m.users_password_none()],
    [
      m.users_second_step(),
      secondStep.since ? m.users_second_step_on({ day: formatSeoulDay(secondStep.since) }) : m.users_second_step_off(),
    ],
    [m.users_passkeys(), m.users_passkeys_count({ count: secondStep.passkeys })],
  ]
  const { company } = member
  const companyFacts: [string, string][] = company
    ? [
        [m.users_company(), company.name],
        [m.users_ceo(), company.ceo],
        [m.users_business_number(), formatBusinessNumber(company.businessNumber)],
        [m.users_category(), company.category],
        [m.users_address(), company.address],
      ]
    : []
  return (
    <div className={styles.beside}>
      <Facts title={m.users_basics()} facts={facts} />
      {company && <Facts title={m.users_company()} facts={companyFacts} />}
      {member.lockReason && (
        <section>
          <h2>{m.users_lock_why()}</h2>
          <p>{member.lockReason}</p>
        </section>
      )}
      <MemberActs {...part} />
    </div>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly [string, string | null][] }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
