const seenKey = (id: string) => `notice-seen:${id}`

/** Tells the server of one reading of a notice, once in this tab; a count that is missed matters to nobody. */
export const noteView = (id: string): void => {
  try {
    if (sessionStorage.getItem(seenKey(id))) return
    sessionStorage.setItem(seenKey(id), '1')
  } catch {
    // A browser that keeps nothing would count each reload.
    return
  }
  void fetch(`/api/v1/center/notifications/${id}/views`, { method: 'POST', credentials: 'omit' }).catch(() => undefined)
}
