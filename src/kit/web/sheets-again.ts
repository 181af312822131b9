/** Milliseconds before a style sheet is asked for again: a line that was lost is there again within seconds. */
const waits = [500, 2000, 6000]

/**
 * Asks again for a style sheet that did not arrive. React shows a screen without it, a module bundler throws an error
 * nobody sees, and the browser never tries twice: the screen would have no form until it is loaded anew.
 */
export const askForSheetsAgain = (): void => {
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
        // Chromium loads a link once more where the same address is set anew, and never a third time.
        target.removeAttribute('href')
        target.href = href
      }, wait)
    },
    // An error of what is loaded does not bubble.
    true,
  )
}
