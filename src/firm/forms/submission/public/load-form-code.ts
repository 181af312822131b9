const readExchange = () => import('./send-request.ts')

/** Loads the receipt, which most visitors of the form never see. */
export const loadReceipt = () => import('./request-receipt.tsx')

/** Loads the upload queue and its list. */
export const loadFileList = () => import('./file-list.tsx')

/** Loads the code that groups a telephone number during typing. */
export const loadPhoneFormat = () => import('./format-phone-field.ts')

/**
 * Loads the code that validates and sends, when the visitor starts to fill in the form. Receipt and upload list are
 * loaded with it, so that they work if the network fails later.
 */
export const loadFormCode = async () => {
  const [tools] = await Promise.all([readExchange(), loadReceipt(), loadFileList(), loadPhoneFormat()])
  return tools
}
