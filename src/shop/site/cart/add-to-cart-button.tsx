import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './add-to-cart-button.module.css'

interface PutButtonProps {
  option: string | null
  quantity: number
  /** Label before anything is added. */
  words: string
  /** Name of the product for screen readers. */
  name: string
  look?: 'primary' | 'outline'
}

/** Time in ms for which the button confirms. */
const confirmationDuration = 2000

/** Adds an option to the cart; the button and a live region confirm it without layout shift. */
export function AddToCartButton({ option, quantity, words, name, look = 'primary' }: PutButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'in'>('idle')
  const [error, setError] = useState('')
  const awake = useHydrated()
  useEffect(() => {
    if (state !== 'in') return
    const timer = setTimeout(() => setState('idle'), confirmationDuration)
    return () => clearTimeout(timer)
  }, [state])
  const put = async () => {
    if (!option) return
    setState('busy')
    setError('')
    try {
      const { putLine } = await import('./cart-requests.ts')
      await putLine(option, { add: quantity, chosen: true })
      setState('in')
    } catch (failed) {
      setError(errorMessage(failed))
      setState('idle')
    }
  }
  return (
    <div>
      <Button
        look={look}
        className={styles.button ?? ''}
        busy={state === 'busy'}
        disabled={!option || !awake}
        onClick={() => void put()}
      >
        {state === 'in' ? m.shop_put_done() : words}
      </Button>
      <p role="status">
        <VisuallyHidden>{state === 'in' ? m.shop_put_said({ name }) : ''}</VisuallyHidden>
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
