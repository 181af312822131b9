import { Button, Group, NumberInput, SegmentedControl, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { stockReasons } from '../contract.ts'
import type { Good } from '../contract-good.ts'
import { client, type StockReason, stockMoveLabels } from './resource.tsx'

interface AskStock {
  product: string
  option: string
  /** Name of the option. */
  name: string
  /** Pieces in stock. */
  stock: number
}

/** Opens a dialog that changes an option's stock; returns the changed product, or null if cancelled. */
export const promptStockChange = (request: AskStock): Promise<Good | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title: m.goods_stock_title({ name: request.name }),
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <StockForm
          {...request}
          done={(product) => {
            resolve(product)
            modals.close(id)
          }}
        />
      ),
    })
  })

const isReason = (value: string): value is StockReason => stockReasons.some((one) => one === value)

function StockForm({ product, option, stock, done }: AskStock & { done: (product: Good | null) => void }) {
  const [kind, setKind] = useState<StockReason>('in')
  const [typed, setTyped] = useState<number | string>('')
  const [note, setNote] = useState('')
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Idempotency key: a repeated submit is the same stock move.
  const [key, setKey] = useState(newKey)
  const pieces = typed === '' ? 0 : Number(typed)
  const amount = kind === 'in' ? pieces : -pieces
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setErrorText(null)
      setKey(newKey())
    }
  const send = async () => {
    if (!Number.isInteger(pieces) || pieces < 1) return setErrorText(m.goods_stock_needed())
    setBusy(true)
    try {
      const answer = await client.stock(
        { params: { id: product }, body: { option, amount, kind, note: note.trim() } },
        { headers: { 'idempotency-key': key } },
      )
      done(answer.product)
    } catch (error) {
      setErrorText(refusalMessage(error))
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send()
      }}
    >
      <Text size="sm">{m.goods_stock_now({ count: stock })}</Text>
      <SegmentedControl
        mt={12}
        aria-label={m.goods_stock_kind()}
        value={kind}
        data={stockReasons.map((value) => ({ value, label: stockMoveLabels[value]() }))}
        onChange={change((value: string) => {
          if (isReason(value)) setKind(value)
        })}
      />
      <NumberInput
        data-autofocus
        mt={12}
        w={200}
        label={m.goods_stock_pieces()}
        value={typed}
        onChange={change(setTyped)}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        error={errorText}
      />
      <TextInput
        mt={12}
        label={m.goods_stock_note()}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => change(setNote)(currentTarget.value)}
      />
      {pieces > 0 && (
        <Text size="sm" mt={12}>
          {m.goods_stock_then({ before: stock, after: stock + amount })}
        </Text>
      )}
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit" loading={isBusy}>
          {m.goods_stock_send()}
        </Button>
      </Group>
    </form>
  )
}
