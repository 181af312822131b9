import { useState } from 'react'
import { m } from '#messages/messages.js'
import type { PublicConditions } from '../../conditions/contract.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import { Field, type FormState } from './checkout-field.tsx'
import styles from './checkout-page.module.css'

const ways = [
  { way: 'parcel', words: m.shop_way_parcel, how: m.shop_way_parcel_how },
  { way: 'pickup', words: m.shop_way_pickup, how: m.shop_way_pickup_how },
] as const

/** Buyer and delivery method. */
export function AddressPart({ form, pickup }: { form: FormState; pickup: PublicConditions['pickup'] }) {
  const { draft, change } = form
  return (
    <>
      <section className={page.part} aria-labelledby="part-buyer">
        <h2 id="part-buyer">{m.shop_checkout_buyer()}</h2>
        <div className={fields.fields}>
          <Field
            form={form}
            name="buyer.name"
            label={m.shop_field_name()}
            autoComplete="name"
            maxLength={60}
            required
          />
          <Field
            form={form}
            name="buyer.phone"
            label={m.shop_field_phone()}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            required
          />
          <Field
            form={form}
            name="buyer.email"
            label={m.shop_field_email()}
            hint={m.shop_field_email_why()}
            type="email"
            autoComplete="email"
            maxLength={200}
            required
          />
        </div>
      </section>
      {pickup && (
        <section className={page.part} aria-labelledby="part-way">
          <h2 id="part-way" tabIndex={-1}>
            {m.shop_way()}
          </h2>
          <div className={`${fields.fields} ${styles.ways}`} role="radiogroup" aria-labelledby="part-way">
            {ways.map(({ way, words, how }) => (
              <label key={way} className={fields.tile}>
                <input type="radio" name="way" checked={draft.way === way} onChange={() => change('way', way)} />
                <span>
                  {words()}
                  <small>{how()}</small>
                </span>
              </label>
            ))}
          </div>
          {draft.way === 'pickup' && (
            <div className={styles.panel}>
              <dl className={page.facts}>
                <div>
                  <dt>{m.shop_pickup_at()}</dt>
                  <dd>{pickup.place}</dd>
                </div>
                <div>
                  <dt>{m.shop_pickup_hours()}</dt>
                  <dd>
                    {pickup.from}–{pickup.to}
                  </dd>
                </div>
              </dl>
              <p className={fields.quiet}>{m.shop_pickup_kept({ days: pickup.days })}</p>
            </div>
          )}
        </section>
      )}
      {draft.way === 'parcel' && <ParcelPart form={form} />}
    </>
  )
}

/** Recipient and address of the parcel. */
function ParcelPart({ form }: { form: FormState }) {
  const { draft, change } = form
  // Empty recipient fields mean that the parcel goes to the buyer.
  const [isOther, setOther] = useState(draft['to.name'] !== '' || draft['to.phone'] !== '')
  return (
    <section className={page.part} aria-labelledby="part-address">
      <h2 id="part-address">{m.shop_checkout_address()}</h2>
      <label className={fields.check}>
        <input
          type="checkbox"
          checked={!isOther}
          onChange={({ target }) => {
            setOther(!target.checked)
            if (!target.checked) return
            change('to.name', '')
            change('to.phone', '')
          }}
        />
        {m.shop_checkout_same()}
      </label>
      <div className={fields.fields}>
        {isOther && (
          <>
            <Field form={form} name="to.name" label={m.shop_field_to_name()} maxLength={60} required />
            <Field form={form} name="to.phone" label={m.shop_field_to_phone()} type="tel" maxLength={40} required />
          </>
        )}
        <Field
          form={form}
          name="to.postcode"
          label={m.shop_field_postcode()}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          required
        />
        <Field
          form={form}
          name="to.address"
          label={m.shop_field_address()}
          autoComplete="address-line1"
          maxLength={200}
          required
        />
        <Field
          form={form}
          name="to.detail"
          label={m.shop_field_detail()}
          autoComplete="address-line2"
          maxLength={200}
          required={false}
        />
        <Field form={form} name="memo" label={m.shop_field_memo()} maxLength={200} required={false} />
      </div>
    </section>
  )
}
