import { promptReauthentication } from '#people/account/reauthenticate/prompt-reauthentication.tsx'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import { goods } from '../../goods/contract.ts'

/** API call of members only, lazy-loaded on the first question. */
const client = clientOf(goods)
setReauthenticationPrompt(promptReauthentication)

export const askQuestion = async (product: string, text: string, key: string): Promise<void> => {
  await client.ask({ params: { id: product }, body: { text } }, { headers: { 'idempotency-key': key } })
}
