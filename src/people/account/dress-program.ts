/**
 * Chooses the look of an account page before anything is painted: by its own address, by `next`, by the page one comes
 * from, by what this tab had before. Any other address is the Firm's, but for `/`: that is whichever site is first here,
 * and so is the look of a page without the mark.
 */
;(() => {
  // Called again after each navigation, which has no referrer of its own.
  window.chooseDress = (referrer = '') => {
    // The storage may be forbidden: then pages have the look of the first site.
    try {
      // Sites of the hall, and the member pages that are theirs.
      const hall =
        /^\/(?:match|auction|shop|cart|checkout|orders|me\/(?:fairs|matchings|schedule|profiles|products|bids|purchases|points|coupons|reviews))(?![\w-])/
      // Pages that say nothing of where one comes from.
      const shared = /^\/(?:login|join|recovery|me|agree|goodbye|console|center|terms|opt-out)(?![\w-])/
      const key = 'dress'
      const { pathname, search, origin } = location
      let dress = sessionStorage.getItem(key) ?? ''
      for (const address of [
        pathname,
        new URLSearchParams(search).get('next') ?? '',
        referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length) : '',
      ]) {
        if (!address.startsWith('/')) continue
        const path = address.replace(/^\/(?:en|cn)(?![\w-])/, '').replace(/[?#].*/, '')
        const isHall = hall.test(path)
        if (!isHall && shared.test(path)) continue
        dress = isHall ? 'hall' : path === '' || path === '/' ? '' : 'firm'
        break
      }
      if (dress === 'firm' || dress === 'hall') {
        document.documentElement.dataset.dress = dress
        sessionStorage.setItem(key, dress)
      } else sessionStorage.removeItem(key)
    } catch {}
  }
  window.chooseDress(document.referrer)
})()
