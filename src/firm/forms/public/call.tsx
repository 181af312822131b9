const readExchange = () => import('./exchange.tsx')

/** What a receipt looks like: few who read a form come to see it. */
export const readReceived = () => import('./received.tsx')

/** What sends files and shows them on their way. */
export const readFiles = () => import('./file-list.tsx')

/**
 * What checks and sends, asked for when somebody begins to fill in the form: reading the page loads none of it. Receipt
 * and files come with it, so that they can be shown even if the network fails afterwards.
 */
export const exchange = async () => {
  const [tools] = await Promise.all([readExchange(), readReceived(), readFiles()])
  return tools
}
