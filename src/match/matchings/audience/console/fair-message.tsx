import { Button, NumberInput, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { BackLink } from '#console/kit/parts/back-link.tsx'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { messages } from '#people/messages/contract.ts'
import { clientOf } from '#session/session.ts'
import { board } from '../../schedule-board/contract.ts'
import { type AudienceFilter, audienceKind } from '../contract.ts'
import { describeFilter, type Filter, languageLabels, listFilterFields } from './audience-labels.ts'
import styles from './fair-message.module.css'

const desk = clientOf(board)
const client = clientOf(messages)

/** Returns a draft without text: the audience does not depend on it. */
const createDraft = (filter: AudienceFilter, title: string) => ({
  channel: 'mail' as const,
  purpose: 'notice' as const,
  audience: { by: 'group' as const, group: { kind: audienceKind, title, filter } },
})

/** Recipient filter of a fair's participants with a live count; step 1 of composing a message. */
export default function FairMessage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const mayWrite = useMayWrite('console:messages')
  const [filter, setFilter] = useState<Filter>({})
  const [opening, setOpening] = useState(false)
  const { data: day, error: boardError } = useQuery({
    queryKey: ['fair-message-board', id],
    queryFn: ({ signal }) => desk.board({ params: { id }, query: {} }, { signal }),
    staleTime: 60_000,
  })
  const [debouncedFilter] = useDebouncedValue(filter, 250)
  const days = day?.board.days.map(({ day }) => day) ?? []
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['fair-message-count', id, debouncedFilter],
    queryFn: ({ signal }) => client.gate({ body: createDraft({ fair: id, ...debouncedFilter }, '–') }, { signal }),
    enabled: mayWrite,
    placeholderData: (before) => before,
  })
  const title = day?.board.fair.title ?? ''
  const gate = data?.gate
  const failure = error ?? boardError

  const write = async () => {
    setOpening(true)
    try {
      const { sending } = await client.createSending({
        body: createDraft({ fair: id, ...filter }, [title, ...describeFilter(filter)].join(' · ').slice(0, 300)),
      })
      await navigate(`/console/sendings/${sending._id}`)
    } catch (failed) {
      setOpening(false)
      showError(failed)
    }
  }

  return (
    <Screen
      title={m.audience_title()}
      before={<BackLink to={`/console/fairs/${id}`} label={m.match_back_to_fair()} />}
      note={title}
      hasNoMargin
      actions={
        mayWrite && (
          <Button variant="filled" disabled={opening || gate?.allowed === 0} onClick={() => void write()}>
            {m.audience_write()}
          </Button>
        )
      }
    >
      <div className={styles.form}>
        {failure && <FailureNotice error={failure} onRetry={refetch} />}
        <p className={styles.intro}>{m.audience_lead()}</p>
        <div className={styles.fields}>
          {listFilterFields(days).map(({ name, label, options }) => (
            <Select
              key={name}
              label={label}
              placeholder={m.audience_any()}
              clearable
              data={options}
              value={filter[name] ?? null}
              onChange={(value) =>
                setFilter(({ [name]: _before, ...rest }) => ({ ...rest, ...(value && { [name]: value }) }))
              }
            />
          ))}
          {(['leastMeetings', 'mostMeetings'] as const).map((name) => (
            <NumberInput
              key={name}
              label={name === 'leastMeetings' ? m.audience_least() : m.audience_most()}
              placeholder={m.audience_any()}
              min={0}
              max={1000}
              allowDecimal={false}
              value={filter[name] ?? ''}
              onChange={(value) =>
                setFilter(({ [name]: _before, ...rest }) => ({
                  ...rest,
                  ...(typeof value === 'number' && { [name]: value }),
                }))
              }
            />
          ))}
        </div>
        {!mayWrite && <p className={styles.intro}>{m.audience_no_right()}</p>}
        {gate && (
          <div className={styles.count} role="status" aria-busy={isFetching}>
            <p>
              <strong>{m.audience_count({ count: gate.total })}</strong>{' '}
              {gate.allowed < gate.total && m.audience_left({ count: gate.total - gate.allowed })}
            </p>
            <p>{gate.languages.map(({ locale, count }) => `${languageLabels[locale]()} ${count}`).join(' · ')}</p>
          </div>
        )}
      </div>
    </Screen>
  )
}
