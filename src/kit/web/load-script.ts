/** Milliseconds. */
const patience = 15_000

/** Loads a script of somebody else into the page, once; throws where it does not come, and a second try asks again. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const known = document.querySelector(`script[src="${CSS.escape(src)}"]`)
    if (known) return resolve()
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
