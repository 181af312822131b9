/** Milliseconds before each retry of a style sheet: a lost connection usually recovers within seconds. */
const waits = [500, 2000, 6000]

/**
 * Retries style sheets that failed to load. Otherwise React shows the screen without the sheet, the bundler's error
 * goes unnoticed, and the browser never retries: the screen would stay unstyled until a reload.
 */
export const retryStylesheets = (): void => {
  const tries = new WeakMap<HTMLLinkElement, number>()
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const count = tries.get(target) ?? 0
      const wait = waits[count]
      if (wait === undefined) return
      tries.set(target, count + 1)
      setTimeout(() => {
        const { href } = target
        // Chromium reloads a link only once when the same URL is set again, so remove the attribute first.
        target.removeAttribute('href')
        target.href = href
      }, wait)
    },
    // Capture phase: load errors do not bubble.
    true,
  )
}
