import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { useAwake } from '#ui/browser/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './add-to-cart-button.module.css'

interface PutButtonProps {
  option: string | null
  quantity: number
  /** What it says while nothing was put in. */
  words: string
  /** What is put in, for who hears the page. */
  name: string
  look?: 'primary' | 'outline'
  className?: string | undefined
}

/** Milliseconds for which the button says that it is in. */
const saidFor = 2000

/** Puts an option into the cart: the button says so, and a live region; nothing jumps. */
export function PutButton({ option, quantity, words, name, look = 'primary', className }: PutButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'in'>('idle')
  const [error, setError] = useState('')
  const awake = useAwake()
  useEffect(() => {
    if (state !== 'in') return
    const timer = setTimeout(() => setState('idle'), saidFor)
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
      setError(failed instanceof Error ? failed.message : String(failed))
      setState('idle')
    }
  }
  return (
    <div className={className}>
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
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}
