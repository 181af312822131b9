import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import type { OptOut } from '#people/messages/sendings/contract-opt-outs.ts'
import { Button } from '#ui/controls/button.tsx'
import { readRefusal } from '../consult/read-refusal.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import styles from './opt-out-page.module.css'

/** Not cached: the content depends on the recipient and changes with the opt-out. */
export const handle: PageHandle = { cached: false }

/** Loads the subscription behind the link; null for an unknown link. */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { api } = getSiteContext(context)
  const { setting } = await api.settings.published()
  try {
    const { optOut } = await api.messages.optOut({ params: { token: params.token ?? '' } })
    return { name: setting.name, optOut }
  } catch (error) {
    if (![400, 404].includes(readRefusal(error)?.status ?? 0)) throw error
    return data({ name: setting.name, optOut: null }, { status: 404 })
  }
}

interface Outcome {
  done?: OptOut
  wrong?: string
}

export const action = async ({ context, params }: ActionFunctionArgs) => {
  const { api } = getSiteContext(context)
  try {
    const { optOut } = await api.messages.confirmOptOut({ params: { token: params.token ?? '' } })
    return data<Outcome>({ done: optOut })
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    return data<Outcome>({ wrong: m.optout_failed() }, { status: refusal.status })
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: `${m.optout_title()} · ${loaderData?.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** Opt-out of advertising without log-in: one button that works without script. Viewing the page changes nothing. */
export default function OptOutPage() {
  const { optOut } = useLoaderData<typeof loader>()
  const outcome = useActionData<Outcome>()
  const { state } = useNavigation()
  return (
    <div data-ground="paper" data-no-popups="">
      <PageHeader title={m.optout_title()} lead={m.optout_lead()} crumbs={[{ title: m.optout_title() }]} />
      <div className={styles.body}>
        <div role="status">
          {outcome?.done && (
            <div className={styles.said}>
              <p className={styles.state}>{m.optout_done()}</p>
              <p className={styles.small}>{m.optout_done_note()}</p>
            </div>
          )}
          {outcome?.wrong && <p className={styles.wrong}>{outcome.wrong}</p>}
          {!optOut && <p className={styles.state}>{m.optout_unknown()}</p>}
          {optOut && !optOut.given && !outcome?.done && <p className={styles.state}>{m.optout_none()}</p>}
        </div>
        {optOut?.given && !outcome?.done && (
          <Form method="post" className={styles.form}>
            <p className={styles.state}>
              {optOut.channel === 'EMAIL'
                ? m.optout_mail({ address: optOut.address })
                : m.optout_sms({ address: optOut.address })}
            </p>
            <div>
              <Button type="submit" busy={state === 'submitting'}>
                {m.optout_submit()}
              </Button>
            </div>
          </Form>
        )}
      </div>
    </div>
  )
}
