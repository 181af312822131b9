import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayRead, useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { type Agreement, consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import styles from './overview.module.css'

const client = clientOf(consents)
const key = [consents.agreements.path]

export const useAgreements = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.agreements(undefined, { signal }).then(({ agreements }) => agreements),
  })

/** Returns the percentage of asked members who have agreed, to one decimal. */
export const calculateAgreedPercentage = ({ agreed, lacking }: Agreement): number => {
  const all = agreed + lacking
  return all === 0 ? 0 : Math.round((agreed / all) * 1000) / 10
}

/** Number of members who agreed to the version in force, and the button to ask the others at the next log-in. */
export function AgreementCount({ agreement }: { agreement: Agreement }) {
  const { _id, title, version, required, agreed, lacking, askedAt } = agreement
  const queries = useQueryClient()
  const mayWrite = useMayWrite('console:terms')
  const mayReadUsers = useMayRead('console:users')
  const requestAgain = useMutation({
    mutationFn: () => client.askAgain({ params: { id: _id } }),
    onSuccess: ({ agreements }) => {
      queries.setQueryData(key, agreements)
      showSuccess(m.terms_said_asked())
    },
    onError: showError,
  })
  const askFor = async () => {
    const isConfirmed = await confirmDestructive({
      title: m.terms_ask_title({ title, version }),
      text: m.terms_ask_text({ count: lacking.toLocaleString() }),
      label: m.terms_ask(),
    })
    if (isConfirmed) requestAgain.mutate()
  }
  return (
    <div className={styles.agreement}>
      <h3>
        {m.terms_agreements()}{' '}
        <span>
          {version} · {required ? m.terms_required() : m.terms_optional()}
        </span>
      </h3>
      <dl className={styles.figures}>
        <div>
          <dt>{m.terms_agreed()}</dt>
          <dd>
            {agreed.toLocaleString()} <small>{calculateAgreedPercentage(agreement)}%</small>
          </dd>
        </div>
        <div>
          <dt>{m.terms_lacking()}</dt>
          <dd>
            {mayReadUsers && lacking > 0 ? (
              <Link to={`/console/users?lacks=${_id}`}>{lacking.toLocaleString()}</Link>
            ) : (
              lacking.toLocaleString()
            )}
          </dd>
        </div>
        <div>
          <dt>{m.terms_did_ask()}</dt>
          <dd>
            {askedAt ? (
              <small title={fullInstant(askedAt)}>{m.terms_asked_since({ time: columnInstant(askedAt) })}</small>
            ) : mayWrite ? (
              <Button disabled={lacking === 0 || requestAgain.isPending} onClick={() => void askFor()}>
                {m.terms_ask()}
              </Button>
            ) : (
              '–'
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}
