import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { createListPath, type Filters, sortLabels, sortOrders } from './catalogue-filters.ts'
import styles from './catalogue-tools.module.css'
import { FilterForm } from './filter-form.tsx'

interface ToolsProps {
  /** Path of the list without a query, in the page's locale. */
  to: string
  filters: Filters
  prices: readonly { from: number; count: number }[]
}

/**
 * Filters and sort order: two buttons open bottom sheets on phones; from 768 px the orders are a row, from 1200 px the
 * filters are a side column. The sheets are native popovers and open without JavaScript.
 */
export function CatalogueTools({ to, filters, prices }: ToolsProps) {
  const [filterId, orderId] = [useId(), useId()]
  const narrowSheet = useRef<HTMLDivElement>(null)
  const orderSheet = useRef<HTMLDivElement>(null)
  const chosen = [filters.from ?? filters.to, filters.available, filters.reduced, filters.awarded].filter(
    Boolean,
  ).length
  const rows = (onChoose?: () => void) =>
    sortOrders.map((one) => (
      <Link
        key={one}
        to={createListPath(to, { ...filters, order: one, page: 1 })}
        aria-current={one === filters.order ? 'true' : undefined}
        preventScrollReset
        onClick={onChoose}
      >
        {sortLabels[one]()}
        {onChoose && one === filters.order && <Icon name="check" small />}
      </Link>
    ))
  return (
    <div className={styles.tools}>
      <button type="button" className={styles.narrow} popoverTarget={filterId}>
        <Icon name="filter" small />
        {m.shop_filter()}
        {chosen > 0 && <b>{chosen}</b>}
      </button>
      <button type="button" className={styles.order} popoverTarget={orderId}>
        {sortLabels[filters.order]()}
        <Icon name="chevron-down" small />
      </button>
      <nav className={styles.orders} aria-label={m.shop_order()}>
        {rows()}
      </nav>
      <div
        ref={narrowSheet}
        id={filterId}
        popover="auto"
        className={styles.sheet}
        role="dialog"
        aria-label={m.shop_filter()}
      >
        <header>
          <p>{m.shop_filter()}</p>
          <IconButton icon="close" label={m.shop_sheet_close()} popoverTarget={filterId} popoverTargetAction="hide" />
        </header>
        <FilterForm to={to} filters={filters} prices={prices} onSend={() => narrowSheet.current?.hidePopover()} />
      </div>
      <div
        ref={orderSheet}
        id={orderId}
        popover="auto"
        className={styles.sheet}
        role="dialog"
        aria-label={m.shop_order()}
      >
        <header>
          <p>{m.shop_order()}</p>
          <IconButton icon="close" label={m.shop_sheet_close()} popoverTarget={orderId} popoverTargetAction="hide" />
        </header>
        <nav className={styles.rows} aria-label={m.shop_order()}>
          {rows(() => orderSheet.current?.hidePopover())}
        </nav>
      </div>
    </div>
  )
}
