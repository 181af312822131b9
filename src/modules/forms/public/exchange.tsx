import { send } from '#account/send.ts'
import { createClient } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { issueMessage } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { answersSchema, forms, type NewRequest, type PublicKind, type Receipt } from '../contract.ts'
import { trying } from './call.tsx'

/** The routes of forms as anybody calls them: who is logged in does not matter. */
export const client = createClient(forms, (call) =>
  send(call, new Headers({ 'accept-language': languageTag[getLocale()], ...call.options.headers })),
)

/** `body` is made anew for each try: how long somebody has been here grows meanwhile. */
export const sendRequest = (
  kind: string,
  body: () => NewRequest,
  key: string,
  onPause?: () => void,
): Promise<Receipt> =>
  trying(async () => {
    const options = { headers: { 'idempotency-key': key } }
    return (await client.create({ params: { kind }, body: body() }, options)).receipt
  }, onPause)

/** Checks answers and consent as the server does: message by field. */
export const check = (
  kind: PublicKind,
  answers: Record<string, string>,
  hasConsent: boolean,
): Record<string, string> => {
  const result = answersSchema(kind.fields).safeParse(answers)
  const errors: Record<string, string> = hasConsent ? {} : { consent: m.field_consent() }
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issueMessage(issue, getLocale())
  }
  return errors
}
