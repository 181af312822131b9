const readExchange = () => import('./exchange.tsx')

/** What a receipt looks like: few who read a form come to see it. */
export const readReceived = () => import('./received.tsx')

/**
 * What checks and sends, asked for when somebody begins to fill in the form: reading the page loads none of it. The
 * receipt comes with it, so that it can be shown even if the network fails after sending.
 */
export const exchange = async () => {
  const [tools] = await Promise.all([readExchange(), readReceived()])
  return tools
}
