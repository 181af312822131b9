const getSeenKey = (id: string) => `notice-seen:${id}`

/** Counts a view of a notice, once per tab; a failed request is ignored. */
export const countView = (id: string): void => {
  try {
    if (sessionStorage.getItem(getSeenKey(id))) return
    sessionStorage.setItem(getSeenKey(id), '1')
  } catch {
    // With blocked storage every reload would count.
    return
  }
  void fetch(`/api/v1/center/notifications/${id}/views`, { method: 'POST', credentials: 'omit' }).catch(() => undefined)
}
