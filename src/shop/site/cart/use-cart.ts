import { useCallback, useEffect, useState } from 'react'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { errorMessage } from '#session/error-message.ts'
import type { Cart } from '../../carts/contract.ts'

interface CartState {
  /** undefined: not loaded yet; null: nothing was ever added. */
  cart: Cart | null | undefined
  error: string
  isBusy: boolean
  /** Runs a change and shows the resulting cart; returns whether it succeeded. */
  change: (work: () => Promise<Cart | null>) => Promise<boolean>
  reload: () => void
}

/** Cart of this browser or member. Client and contract are loaded with this page only. */
export const useCart = (): CartState => {
  const isMember = useLoggedIn()
  const [cart, setCart] = useState<Cart | null>()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = useCallback(async (work: () => Promise<Cart | null>) => {
    setBusy(true)
    setError('')
    try {
      const next = await work()
      // Only the first answer reports the merged lines.
      setCart((current) => next && { ...next, joined: next.joined || (current?.joined ?? 0) })
      return true
    } catch (failed) {
      setError(errorMessage(failed))
      return false
    } finally {
      setBusy(false)
    }
  }, [])
  const reload = useCallback(() => {
    void change(async () => (await import('./cart-requests.ts')).readCart())
  }, [change])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a member's cart is another one
  useEffect(reload, [reload, isMember])
  return { cart, error, isBusy, change, reload }
}
