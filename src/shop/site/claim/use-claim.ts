import { type SyntheticEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import type { ReturnReason } from '../../returns/rules.ts'
import { orderPath } from '../layout/shop-paths.ts'
import { emptyAccount, validateAccount } from '../parts/account-fields.tsx'
import type { UploadedPhoto } from '../parts/picture-upload.tsx'

type Account = typeof emptyAccount

/** Further fields of a request that do not affect the calculation. */
export interface ClaimDetails {
  text: string
  pictures: string[]
  account: Account | null
  key: string
}

export interface Preview<Slip> {
  slip: Slip
  /** True if money is refunded by transfer, which needs an account. */
  account: boolean
}

interface ClaimOptions<Wanted extends { reason: ReturnReason }, Slip> {
  order: Order
  /** Last segment of the order's path. */
  name: string
  /** Input of the preview; null while something is not chosen. */
  wanted: Wanted | null
  /** Error shown when the form is submitted too early. */
  incomplete: string
  /** Must be a stable reference between renders. */
  preview: (order: Order, wanted: Wanted) => Promise<Preview<Slip>>
  send: (order: Order, asked: Wanted & ClaimDetails) => Promise<unknown>
}

/** State of a return or exchange form: preview of cost or refund as soon as possible, and submit. */
export const useClaim = <Wanted extends { reason: ReturnReason }, Slip>(options: ClaimOptions<Wanted, Slip>) => {
  const { order, name, wanted, preview } = options
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<UploadedPhoto[]>([])
  const [account, setAccount] = useState(emptyAccount)
  const [found, setFound] = useState<Preview<Slip>>()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const needsAccount = found?.account ?? false
  const asked = JSON.stringify(wanted)
  useEffect(() => {
    const now: Wanted | null = JSON.parse(asked)
    if (!now) return setFound(undefined)
    let isOpen = true
    preview(order, now)
      .then((next) => {
        if (!isOpen) return
        setFound(next)
        setError('')
      })
      .catch((failed: unknown) => {
        if (!isOpen) return
        setFound(undefined)
        setError(errorMessage(failed))
      })
    return () => {
      isOpen = false
    }
  }, [asked, order, preview])
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!wanted) return setError(options.incomplete)
    if (wanted.reason === 'fault' && !text.trim()) return setError(m.shop_return_text_needed())
    const fault = needsAccount ? validateAccount(account) : ''
    if (fault) return setError(fault)
    setBusy(true)
    setError('')
    try {
      const rest = { text, pictures: pictures.map(({ id }) => id), account: needsAccount ? account : null, key }
      await options.send(order, { ...wanted, ...rest })
      void navigate(localizePath(orderPath(name)))
    } catch (failed) {
      setError(errorMessage(failed))
      setBusy(false)
    }
  }
  return {
    text,
    setText,
    pictures,
    setPictures,
    account,
    setAccount,
    slip: found?.slip,
    error,
    isBusy,
    needsAccount,
    send,
  }
}
