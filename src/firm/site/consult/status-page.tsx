import { useEffect, useRef } from 'react'
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
import { describePage } from '#content/site/describe-page.ts'
import { localizePath } from '#content/site/localize-path.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import type { Progress } from '#firm/forms/submission/contract.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { getSiteContext } from '../loader-context.ts'
import { PageHeader } from '../page-parts/page-header.tsx'
import { createPageCard } from '../social-cards/firm-cards.ts'
import styles from './consult-page.module.css'
import { readRefusal } from './read-refusal.ts'

export const handle: PageHandle = { cached: true }

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api, origin, locale, path } = getSiteContext(context)
  const { setting } = await api.settings.published()
  const { name } = setting
  return {
    origin,
    path: path.split('?', 1)[0] ?? path,
    name,
    card: getCardLink(createPageCard(locale, 'status', name)),
  }
}

interface Outcome {
  progress?: Progress
  message?: string
  number: string
  contact: string
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = getSiteContext(context)
  const form = await request.formData()
  const number = String(form.get('number') ?? '').trim()
  const contact = String(form.get('contact') ?? '').trim()
  if (!number || !contact) return data<Outcome>({ number, contact, message: m.consult_status_both() }, { status: 400 })
  try {
    const { request: progress } = await api.forms.status({ body: { number, contact } })
    return data<Outcome>({ number, contact, progress })
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    const message =
      refusal.status === 404 || refusal.status === 400 ? m.consult_status_unknown() : refusal.refusal.message
    return data<Outcome>({ number, contact, message }, { status: refusal.status })
  }
}

const listBreadcrumbs = () => [{ title: m.consult_title(), to: '/consult' }, { title: m.consult_status_title() }]

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: `${m.consult_status_title()} · ${loaderData.name}`,
        description: m.consult_status_lead(),
        origin: loaderData.origin,
        path: loaderData.path,
        siteName: loaderData.name,
        card: loaderData.card,
        crumbs: listBreadcrumbs(),
      })
    : []

/** Look-up of a request by its number and the sender's contact. */
export default function Status() {
  useLoaderData<typeof loader>()
  const outcome = useActionData<Outcome>()
  const { state } = useNavigation()
  const refusal = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) refusal.current?.focus()
  }, [outcome])
  return (
    <div className={styles.page} data-ground="paper" data-no-popups="">
      <PageHeader title={m.consult_status_title()} lead={m.consult_status_lead()} crumbs={listBreadcrumbs()} />
      <div className={styles.body}>
        <div className={styles.main}>
          <div ref={refusal} tabIndex={-1} role="status" className={styles.said}>
            {outcome?.message && (
              <p className={styles.wrong}>
                <Icon name="warning" small />
                {outcome.message}
              </p>
            )}
            {outcome?.progress && <ProgressView progress={outcome.progress} />}
          </div>
          <Form method="post" action={localizePath('/consult/status')} className={styles.look}>
            <TextField
              label={m.consult_status_number()}
              name="number"
              required
              maxLength={20}
              autoComplete="off"
              defaultValue={outcome?.number}
            />
            <TextField
              label={m.consult_status_contact()}
              hint={m.consult_status_contact_hint()}
              name="contact"
              required
              maxLength={200}
              autoComplete="off"
              defaultValue={outcome?.contact}
            />
            <div className={styles.acts}>
              <Button type="submit" busy={state === 'submitting'}>
                {m.consult_status_submit()}
              </Button>
              <TextLink to={localizePath('/consult')}>{m.consult_status_new()}</TextLink>
            </div>
          </Form>
        </div>
      </div>
    </div>
  )
}

const stateLabels = {
  received: m.consult_state_received,
  assigned: m.consult_state_assigned,
  answered: m.consult_state_answered,
  closed: m.consult_state_closed,
}

function ProgressView({ progress }: { progress: Progress }) {
  const steps = [
    [m.consult_step_received(), progress.receivedAt],
    [m.consult_step_answered(), progress.answeredAt],
    [m.consult_step_closed(), progress.closedAt],
  ] as const
  return (
    <>
      <p className={styles.number}>{progress.number}</p>
      <p className={styles.state}>{stateLabels[progress.state]()}</p>
      <dl className={styles.steps}>
        {steps.map(([title, at]) =>
          at ? (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{formatMoment(at)}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </>
  )
}
