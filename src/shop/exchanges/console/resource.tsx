import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import type { ConsoleExchange } from '../contract.ts'
import type { ExchangeState } from '../rules.ts'

export const stateLabels: Record<ExchangeState, () => string> = {
  asked: m.exchanges_state_asked,
  collected: m.exchanges_state_collected,
  shipped: m.exchanges_state_shipped,
  done: m.exchanges_state_done,
  refused: m.exchanges_state_refused,
  withdrawn: m.exchanges_state_withdrawn,
}

export const stateMarks: Record<ExchangeState, Mark> = {
  asked: 'new',
  collected: 'assigned',
  shipped: 'assigned',
  done: 'closed',
  refused: 'wrong',
  withdrawn: 'hidden',
}

/** Formats the old and the new option. */
export const formatOptionChange = ({ from, to }: ConsoleExchange) =>
  [from, to].map((values) => values.join(' · ') || '–').join(' → ')
