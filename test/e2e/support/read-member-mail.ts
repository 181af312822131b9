import type { Application } from '../../server/start-application.ts'
import { logIn } from '../../server/start-application.ts'

/** Returns the last mail to an address, as staff read it in the console. Without a mail server nothing is sent. */
export const readLastMail = async (product: Application, recipient: string): Promise<string> => {
  const headers = await logIn(product, 'owner')
  const call = async (path: string) => {
    const response = await fetch(`${product.url}/api/console/messages${path}`, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  const { messages } = (await call(`?q=${encodeURIComponent(recipient)}`)) as { messages: { _id: string }[] }
  if (!messages[0]) throw new Error(`Nothing was written to ${recipient}`)
  const { message } = (await call(`/${messages[0]._id}`)) as { message: { text: string } }
  return message.text
}

export const codeIn = (mail: string): string => /\b\d{6}\b/.exec(mail)?.[0] ?? ''
