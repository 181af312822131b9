/**
 * Chooses the theme of an account page before the first paint, from: its own address, `next`, the referring page, the
 * last theme of this tab. Other addresses belong to the Firm theme, except `/`, which has the theme of the host's first
 * site; a page without the mark has that theme too.
 */
;(() => {
  // Called again after each client-side navigation, which has no referrer.
  window.chooseTheme = (referrer = '') => {
    // Storage may be blocked; pages then use the theme of the first site.
    try {
      // Addresses of Match, auction and shop, including their member pages.
      const marketplace =
        /^\/(?:match|auction|shop|cart|checkout|orders|me\/(?:fairs|matchings|schedule|profiles|products|bids|purchases|points|coupons|reviews))(?![\w-])/
      // Shared pages, which do not tell which site the visitor came from.
      const shared = /^\/(?:login|join|recovery|me|agree|goodbye|console|center|terms|opt-out)(?![\w-])/
      const key = 'theme'
      const { pathname, search, origin } = location
      let theme = sessionStorage.getItem(key) ?? ''
      for (const address of [
        pathname,
        new URLSearchParams(search).get('next') ?? '',
        referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length) : '',
      ]) {
        if (!address.startsWith('/')) continue
        const path = address.replace(/^\/(?:en|cn)(?![\w-])/, '').replace(/[?#].*/, '')
        const isMarketplace = marketplace.test(path)
        if (!isMarketplace && shared.test(path)) continue
        theme = isMarketplace ? 'marketplace' : path === '' || path === '/' ? '' : 'firm'
        break
      }
      if (theme === 'firm' || theme === 'marketplace') {
        document.documentElement.dataset.theme = theme
        sessionStorage.setItem(key, theme)
      } else sessionStorage.removeItem(key)
    } catch {}
  }
  window.chooseTheme(document.referrer)
})()
