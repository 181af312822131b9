import { m } from '#messages/messages.js'

interface FailureMessage {
  title: string
  text: string
  /** Label of the retry button; null if retrying is no use. */
  retry: string | null
}

/** Error page texts by status and refusal code. */
export const failureMessages = (status: number, code?: unknown): FailureMessage => {
  if (code === 'preview') return { title: m.preview_refused_title(), text: m.preview_refused_text(), retry: null }
  if (status === 404) return { title: m.failure_missing_title(), text: m.failure_missing_text(), retry: null }
  if (status === 410) return { title: m.failure_gone_title(), text: m.failure_gone_text(), retry: null }
  if (status === 401 || status === 403)
    return { title: m.failure_forbidden_title(), text: m.failure_forbidden_text(), retry: null }
  if (status === 503) return { title: m.failure_away_title(), text: m.failure_away_text(), retry: m.failure_again() }
  return { title: m.failure_broken_title(), text: m.failure_broken_text(), retry: m.failure_again() }
}

/** True if this page was reached by a client-side navigation. */
export const isClientNavigation = (): boolean => {
  const [document] = performance.getEntriesByType('navigation')
  return document !== undefined && new URL(document.name).pathname !== window.location.pathname
}
