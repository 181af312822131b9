import { type SyntheticEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'

/** Form by which a guest finds an order: its number and the contact given with it. Members log in instead. */
export function FindForm({ number = '', onFound }: { number?: string; onFound: (order: Order) => void }) {
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const find = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [orderNumber, contact] = [String(form.get('number') ?? '').trim(), String(form.get('contact') ?? '').trim()]
    if (!orderNumber || !contact) return setError(m.shop_find_needed())
    setBusy(true)
    setError('')
    try {
      const { findOrder } = await import('../order/order-requests.ts')
      onFound(await findOrder(orderNumber.toUpperCase(), contact))
    } catch (failed) {
      setError(errorMessage(failed))
    }
    setBusy(false)
  }
  return (
    <>
      <form className={fields.stack} noValidate onSubmit={(event) => void find(event)}>
        <div className={fields.fields}>
          <TextField
            name="number"
            label={m.shop_find_number()}
            hint={m.shop_find_example({ number: 'S-2611-0412' })}
            defaultValue={number}
            maxLength={20}
            autoComplete="off"
            required
          />
          <TextField name="contact" label={m.shop_find_contact()} maxLength={200} autoComplete="email" required />
        </div>
        {error && (
          <p role="alert" className={fields.error}>
            {error}
          </p>
        )}
        <p>
          <Button type="submit" busy={isBusy}>
            {m.shop_find_act()}
          </Button>
        </p>
      </form>
      <section className={`${page.part} ${page.after}`} aria-labelledby="find-member">
        <h2 id="find-member">{m.shop_find_member()}</h2>
        <ButtonLink look="outline" to={localizePath(`/login?next=${encodeURIComponent(pathname)}`)} reloadDocument>
          {m.shop_login()}
        </ButtonLink>
      </section>
    </>
  )
}
