import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import { m } from '#messages/messages.js'
import { twoStep } from '#people/two-step/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import styles from './password.module.css'

const client = clientOf(twoStep)

/** Shows whether two-step verification is on, with a link to the page that manages it and passkeys. */
export function TwoStepStatus() {
  const { data, error, refetch } = useQuery({
    queryKey: ['two-step'],
    queryFn: ({ signal }) => client.twoStep(undefined, { signal }),
  })
  return (
    <section aria-labelledby="protection-title">
      <div className={styles.section}>
        <h2 id="protection-title">{m.auth_protection_title()}</h2>
        <Anchor href="/me/security?next=/console/password">{m.auth_protection_open()}</Anchor>
      </div>
      {error && !data ? (
        <Notice isError title={m.auth_protection_failed()} text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.protection}>
          {data?.twoStep.since ? (
            <StateMark mark="published">{m.auth_protection_on({ count: data.twoStep.codesLeft })}</StateMark>
          ) : (
            data && <StateMark mark="hidden">{m.auth_protection_off()}</StateMark>
          )}
        </div>
      )}
    </section>
  )
}
