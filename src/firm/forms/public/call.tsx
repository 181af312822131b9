const readExchange = () => import('./exchange.tsx')

/** What a receipt looks like: few who read a form come to see it. */
export const readReceived = () => import('./received.tsx')

/**
 * What checks and sends, asked for when somebody begins to fill in the form: reading it costs none of it. Whoever can
 * send has what shows the receipt.
 */
export const exchange = async () => {
  const [tools] = await Promise.all([readExchange(), readReceived()])
  return tools
}
