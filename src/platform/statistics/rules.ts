/** Programs that say who they are: crawlers, previews of messengers, monitors, libraries, browsers without a screen. */
const programs =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|kakaotalk-scrap|monitor|uptime|pingdom|lighthouse|headless|phantom|curl|wget|python|java\/|go-http|node-fetch|axios|okhttp|libwww|httpclient/i

/** Addresses that are no pages of the public sites. */
const elsewhere =
  /^\/(?:api|files|assets|console|me|login|join|recovery|goodbye|metrics|healthz|readyz)(?:[/?]|$)|\.\w{2,5}(?:\?|$)/

const localeOf = /^\/(?:en|cn)(?=\/|\?|$)/

/** Whether an address, with its query, is a page of a public site. */
export const isPage = (url: string): boolean => !elsewhere.test(url.replace(localeOf, '') || '/')

/**
 * Whether a request begins a visit: somebody opens a page of the site from outside it (Fetch Metadata, W3C), or with a
 * browser too old to say so, without a page of the site before it. Links within the site, prefetches and programs are
 * none. `rawHeaders` as the parser made them: names and values in turn. Nothing of them is kept.
 */
export const beginsVisit = (rawHeaders: readonly string[]): boolean => {
  let agent = ''
  let dest: string | undefined
  let site: string | undefined
  let host = ''
  let referer = ''
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const { length } = name
    // Most headers are told apart by the length of their name.
    if (length !== 14 && length !== 10 && length !== 11 && length !== 4 && length !== 7) continue
    const value = rawHeaders[index + 1] as string
    switch (name.toLowerCase()) {
      case 'sec-fetch-dest':
        dest = value
        break
      case 'sec-fetch-site':
        site = value
        break
      case 'user-agent':
        agent = value
        break
      case 'host':
        host = value
        break
      case 'referer':
        referer = value
        break
      // `purpose` is what older browsers say.
      case 'sec-purpose':
      case 'purpose':
        if (value.includes('prefetch')) return false
    }
  }
  if (dest !== undefined && dest !== 'document') return false
  if (site === 'same-origin') return false
  if (!agent.startsWith('Mozilla/') || programs.test(agent)) return false
  return dest !== undefined || !(host !== '' && referer.includes(`//${host}/`))
}
