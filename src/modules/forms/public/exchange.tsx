import { send } from '#account/send.ts'
import { createClient } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { issueMessage } from '#kit/issues.ts'
import { getLocale } from '#messages/runtime.js'
import { answersSchema, forms, type PublicKind } from '../contract.ts'

/** The routes of forms as anybody calls them: who is logged in does not matter. */
export const client = createClient(forms, (call) =>
  send(call, new Headers({ 'accept-language': languageTag[getLocale()], ...call.options.headers })),
)

/** Checks answers as the server does: message by field. */
export const check = (kind: PublicKind, answers: Record<string, string>): Record<string, string> => {
  const result = answersSchema(kind.fields).safeParse(answers)
  const errors: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issueMessage(issue, getLocale())
  }
  return errors
}
