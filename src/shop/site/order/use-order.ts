import { useCallback, useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'

interface OrderLoaded {
  /** undefined: not loaded yet; null: the guest must enter the contact first. */
  order: Order | null | undefined
  error: string
  set: (order: Order) => void
  reload: () => void
}

/** Loads the order of a page for its member or guest. */
export const useOrder = (name: string): OrderLoaded => {
  const isMember = useLoggedIn()
  const [order, set] = useState<Order | null>()
  const [error, setError] = useState('')
  const reload = useCallback(() => {
    setError('')
    import('./order-requests.ts')
      .then(({ openOrder }) => openOrder(name))
      .then(set)
      .catch((failed: unknown) => setError(errorMessage(failed)))
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a member may open what a visitor may not
  useEffect(reload, [reload, isMember])
  return { order, error, set, reload }
}
