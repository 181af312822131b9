/** Timeout in milliseconds. */
const patience = 15_000

/** Loads a third-party script into the page, once. Rejects if it fails to load; a second call tries again. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const existing = document.querySelector(`script[src="${CSS.escape(src)}"]`)
    if (existing) return resolve()
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('script'))
    }
    const late = setTimeout(fail, patience)
    script.addEventListener('load', () => {
      clearTimeout(late)
      resolve()
    })
    script.addEventListener('error', () => {
      clearTimeout(late)
      fail()
    })
    script.src = src
    document.head.append(script)
  })
