import { type SyntheticEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import parts from '../parts/form.module.css'

/** Form for a question about the product; the answer appears among the member's questions in the help center. */
export function ProductQuestions({ product }: { product: string }) {
  const isMember = useLoggedIn()
  const { pathname } = useLocation()
  const [key] = useState(newKey)
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const [error, setError] = useState('')
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    if (typeof text !== 'string' || !text.trim()) return
    setState('sending')
    setError('')
    try {
      const { askQuestion } = await import('./ask-question.ts')
      await askQuestion(product, text, key)
      setState('sent')
    } catch (failed) {
      setError(errorMessage(failed))
      setState('writing')
    }
  }
  if (!isMember)
    return (
      <div className={parts.stack}>
        <p>{m.shop_ask_login()}</p>
        <p>
          <ButtonLink
            look="outline"
            low
            to={localizePath(`/login?next=${encodeURIComponent(pathname)}`)}
            reloadDocument
          >
            {m.shop_login()}
          </ButtonLink>
        </p>
      </div>
    )
  if (state === 'sent')
    return (
      <div className={parts.stack} role="status">
        <p>{m.shop_ask_sent()}</p>
        <TextLink to={localizePath('/center/questions')} reloadDocument>
          {m.shop_ask_read()}
        </TextLink>
      </div>
    )
  return (
    <form className={parts.stack} onSubmit={(event) => void send(event)}>
      <label className={parts.area}>
        {m.shop_ask_text()}
        <textarea name="text" rows={4} maxLength={2000} required />
      </label>
      {error && (
        <p role="alert" className={parts.error}>
          {error}
        </p>
      )}
      <p>
        <Button type="submit" look="outline" low busy={state === 'sending'}>
          {m.shop_ask_send()}
        </Button>
      </p>
    </form>
  )
}
