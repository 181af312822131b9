import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FailedNotice, Notice } from '#console/kit/notice.tsx'
import { confirmHarm } from '#console/kit/parts/confirm.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/seoul-time.ts'
import { sayDone, sayWrong } from '#console/kit/parts/toast.tsx'
import { useMayRead, useMayWrite } from '#console/kit/rights.ts'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { type Agreement, consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import styles from './agreements.module.css'

const client = clientOf(consents)
const key = [consents.agreements.path]

/** How far the versions in force are agreed to: who has not yet, and asking them at the next log-in. */
export default function Agreements() {
  const queries = useQueryClient()
  const mayWrite = useMayWrite('console:terms')
  const mayReadUsers = useMayRead('console:users')
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.agreements(undefined, { signal }),
  })
  const ask = useMutation({
    mutationFn: ({ _id }: Agreement) => client.askAgain({ params: { id: _id } }),
    onSuccess: (answer) => {
      queries.setQueryData(key, answer)
      sayDone(m.terms_said_asked())
    },
    onError: (refused) => sayWrong(refused.message),
  })
  const askFor = async (agreement: Agreement) => {
    const { title, version, lacking } = agreement
    const sure = await confirmHarm({
      title: m.terms_ask_title({ title, version }),
      text: m.terms_ask_text({ count: lacking.toLocaleString() }),
      label: m.terms_ask(),
    })
    if (sure) ask.mutate(agreement)
  }
  return (
    <Screen
      title={m.terms_agreements()}
      before={
        <Button
          component={Link}
          to="/console/terms"
          variant="subtle"
          aria-label={m.form_back({ list: m.terms_list() })}
        >
          <Icon name="back" />
        </Button>
      }
    >
      {error && !data && <FailedNotice error={error} again={refetch} />}
      {data?.agreements.length === 0 && <Notice title={m.terms_agreements_none()} text={m.terms_empty_text()} />}
      <ul className={styles.agreements}>
        {data?.agreements.map((agreement) => {
          const { _id, title, version, required, agreed, lacking, askedAt } = agreement
          const all = agreed + lacking
          const part = all === 0 ? 0 : Math.round((agreed / all) * 1000) / 10
          return (
            <li key={_id} className={styles.agreement}>
              <div className={styles.name}>
                <strong>{title}</strong>
                <span>
                  {version} · {required ? m.terms_required() : m.terms_optional()}
                </span>
              </div>
              <div className={styles.share}>
                <span>{m.terms_agreed({ count: agreed.toLocaleString(), part })}</span>
                <i aria-hidden="true">
                  <b style={{ width: `${part}%` }} data-lacking={lacking > 0 || undefined} />
                </i>
              </div>
              <div className={styles.acts}>
                {mayReadUsers && lacking > 0 ? (
                  <Link to={`/console/users?lacks=${_id}`}>{m.terms_lacking({ count: lacking.toLocaleString() })}</Link>
                ) : (
                  <span>{m.terms_lacking({ count: lacking.toLocaleString() })}</span>
                )}
                {askedAt ? (
                  <span title={fullInstant(askedAt)}>{m.terms_asked_since({ time: columnInstant(askedAt) })}</span>
                ) : (
                  mayWrite && (
                    <Button disabled={lacking === 0 || ask.isPending} onClick={() => void askFor(agreement)}>
                      {m.terms_ask()}
                    </Button>
                  )
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Screen>
  )
}
