import { Button, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/use-list.ts'
import { useReload } from '#console/kit/list/use-reload.ts'
import { FailedNotice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/seoul-time.ts'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { sayDone } from '#console/kit/parts/toast.tsx'
import { useMayWrite } from '#console/kit/rights.ts'
import { Screen } from '#console/kit/screen.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import styles from './participation.module.css'
import { client, resource, roleWords, stateMarks, stateWords } from './resource.tsx'

type Decision = 'approved' | 'asked' | 'refused'

/** One application with all that it is decided by: approve it, ask for more, or refuse it with a reason. */
export default function ParticipationScreen() {
  const { id = '' } = useParams()
  const reload = useReload(resource.path)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const mayWrite = useMayWrite(resource.access)
  const [busy, setBusy] = useState<Decision>()
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ participation }) => participation),
  })
  const decide = async (state: Decision) => {
    setBusy(state)
    setWrong(undefined)
    try {
      const { decided } = await client.decide({ body: { ids: [id], state, reason } })
      if (decided.length > 0) sayDone(m.participants_said({ count: 1 }))
      else setWrong(m.participants_passed())
      if (decided.length > 0) setReason('')
    } catch (refused) {
      setWrong(refused instanceof CallRefused ? (refused.refusal.fields?.reason ?? refused.message) : String(refused))
    } finally {
      setBusy(undefined)
      await reload()
    }
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  // Who waits, the longest first: where J and K lead.
  const { data: waiting = [] } = useQuery({
    queryKey: [resource.path, 'waiting'],
    queryFn: ({ signal }) =>
      client
        .list({ query: { state: 'submitted', sort: 'createdAt', limit: 100 } }, { signal })
        .then(({ participations }) => participations.map(({ _id }) => _id)),
  })
  const at = waiting.indexOf(id)
  const next = at >= 0 ? waiting[at + 1] : waiting.find((one) => one !== id)
  const before = at > 0 ? waiting[at - 1] : undefined
  const go = (to: string | undefined) => {
    if (!to) return
    setReason('')
    setWrong(undefined)
    void navigate(`/console/participations/${to}`)
  }
  const mayDecide = mayWrite && data !== undefined && data.state !== 'withdrawn' && busy === undefined
  // Refusing has no key.
  useHotkeys([
    ['a', () => mayDecide && void decide('approved')],
    ['q', () => mayDecide && (reason.trim() ? void decide('asked') : field.current?.focus())],
    ['j', () => go(next)],
    ['k', () => go(before)],
  ])
  const back = (
    <Button component={Link} to="/console/participations" variant="subtle" leftSection={<Icon name="back" />}>
      {m.participants_title()}
    </Button>
  )
  if (error)
    return (
      <Screen title={m.participants_title()} before={back}>
        <FailedNotice error={error} again={refetch} />
      </Screen>
    )
  const facts: readonly (readonly [string, string])[] = data
    ? [
        [m.participants_fair(), data.fair.title],
        [m.participants_role(), roleWords[data.profile.role]()],
        [m.participants_number(), data.businessNumber],
        [m.participants_ceo(), data.introduction.ceo],
        [m.participants_category(), data.introduction.category],
        [m.participants_address(), data.introduction.address],
        [m.participants_country(), data.introduction.country],
        [m.participants_area(), [data.introduction.areaCity, data.introduction.areaDistrict].filter(Boolean).join(' ')],
        [
          m.participants_contact(),
          [data.introduction.contactName, data.introduction.contactEmail, data.introduction.contactPhone]
            .filter(Boolean)
            .join(' · '),
        ],
        [
          m.participants_programmes(),
          data.programmes.map(({ programme, year, product }) => `${programme} ${year} ${product}`).join(', '),
        ],
        [m.participants_products(), data.products.map(({ name }) => name).join(', ')],
        [m.participants_text(), data.introduction.introduction.ko ?? ''],
        [m.participants_note(), data.note],
        [m.participants_reason(), data.reason],
        [m.list_column_created(), fullInstant(data.createdAt)],
      ]
    : []
  return (
    <Screen
      title={data?.profile.name ?? m.participants_title()}
      before={back}
      note={data && <StateMark mark={stateMarks[data.state]}>{stateWords[data.state]()}</StateMark>}
    >
      {data && (
        <div className={styles.work}>
          <dl className={styles.facts}>
            {facts
              .filter(([, text]) => text !== '')
              .map(([title, text]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
          </dl>
          {mayWrite && data.state !== 'withdrawn' && (
            <div className={styles.decision}>
              <Textarea
                ref={field}
                label={m.participants_reason()}
                description={m.participants_reason_help()}
                autosize
                minRows={3}
                maxLength={2000}
                value={reason}
                error={wrong}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <div className={styles.acts}>
                <Button color="red" loading={busy === 'refused'} onClick={() => void decide('refused')}>
                  {m.participants_refuse()}
                </Button>
                {next && (
                  <Button variant="subtle" aria-keyshortcuts="J" onClick={() => go(next)}>
                    {m.participants_next()} <kbd aria-hidden>J</kbd>
                  </Button>
                )}
                <Button loading={busy === 'asked'} aria-keyshortcuts="Q" onClick={() => void decide('asked')}>
                  {m.participants_ask()} <kbd aria-hidden>Q</kbd>
                </Button>
                <Button
                  variant="filled"
                  loading={busy === 'approved'}
                  aria-keyshortcuts="A"
                  onClick={() => void decide('approved')}
                >
                  {m.participants_approve()} <kbd aria-hidden>A</kbd>
                </Button>
              </div>
            </div>
          )}
        </div>
      )}
    </Screen>
  )
}
