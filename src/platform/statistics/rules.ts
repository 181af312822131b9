/** User agents of programs: crawlers, messenger previews, monitors, libraries, headless browsers. */
const programs =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|kakaotalk-scrap|monitor|uptime|pingdom|lighthouse|headless|phantom|curl|wget|python|java\/|go-http|node-fetch|axios|okhttp|libwww|httpclient/i

/** Paths that are not pages of the public sites. */
const foreignReferrerSites =
  /^\/(?:api|files|assets|console|me|login|join|recovery|goodbye|metrics|healthz|readyz)(?:[/?]|$)|\.\w{2,5}(?:\?|$)/

const localeOf = /^\/(?:en|cn)(?=\/|\?|$)/

/** True if a URL (with query) is a page of a public site. */
export const isPage = (url: string): boolean => !foreignReferrerSites.test(url.replace(localeOf, '') || '/')

/**
 * True if a request starts a visit: a page opened from outside the site (Fetch Metadata, W3C), or, by older browsers,
 * without a referrer of this site. Internal links, prefetches and programs do not count. `rawHeaders` alternates names
 * and values, as parsed by Node. Nothing of them is stored.
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
    // The length of the name rules out most headers cheaply.
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
      // Older browsers send `purpose`.
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
