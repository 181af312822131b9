import type { SyntheticEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { createQuery, type Filters, filterLabels, filterNames, parseFilters } from './catalogue-filters.ts'
import styles from './filter-form.module.css'

interface FilterFormProps {
  /** Path of the list without a query, in the page's locale. */
  to: string
  filters: Filters
  /** Number of products per price step. */
  prices: readonly { from: number; count: number }[]
  /** Called on submit, not on each checkbox change. */
  onSend?: () => void
}

/** Price range and checkboxes; without JavaScript a button submits them. */
export function FilterForm({ to, filters, prices, onSend }: FilterFormProps) {
  const submit = useSubmit()
  const maxCount = Math.max(1, ...prices.map(({ count }) => count))
  const isIn = (from: number) => from >= (filters.from ?? 0) && from < (filters.to ?? Number.POSITIVE_INFINITY)
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    const form = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) if (typeof value === 'string') form.set(name, value)
    void submit(createQuery(parseFilters(form)), { action: to, preventScrollReset: true })
  }
  return (
    <Form
      key={JSON.stringify(filters)}
      action={to}
      className={styles.form}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        send(event)
        onSend?.()
      }}
      onChange={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') send(event)
      }}
    >
      {filters.order !== 'sought' && <input type="hidden" name="order" value={filters.order} />}
      <fieldset className={styles.price}>
        <legend>{m.shop_filter_price()}</legend>
        {prices.length > 1 && (
          <div className={styles.bars} aria-hidden="true">
            {prices.map(({ from, count }) => (
              <span key={from} data-in={isIn(from) || undefined} style={{ '--part': count / maxCount }} />
            ))}
          </div>
        )}
        <div className={styles.sums}>
          <input
            name="from"
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            aria-label={m.shop_filter_from()}
            placeholder="0"
            defaultValue={filters.from ?? ''}
          />
          <span aria-hidden="true">–</span>
          <input
            name="to"
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            aria-label={m.shop_filter_to()}
            defaultValue={filters.to ?? ''}
          />
        </div>
      </fieldset>
      <div className={styles.marks}>
        {filterNames.map((mark) => (
          <label key={mark}>
            <input type="checkbox" name={mark} value="true" defaultChecked={filters[mark] === 'true'} />
            {filterLabels[mark]()}
          </label>
        ))}
      </div>
      <Button type="submit" low look="outline">
        {m.shop_filter_send()}
      </Button>
    </Form>
  )
}
