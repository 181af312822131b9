import { m } from '#messages/messages.js'

export const certificateLabels = { award: m.products_award, rookie: m.products_rookie } as const
