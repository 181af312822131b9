import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { failureWords, isWithoutDocument } from './failure-messages.ts'

/**
 * What a page says that is shown in place of one that cannot be: status, words, and the address under which it is asked
 * for again. A missing page that was reached without a document of its own is asked for as one: an address that has
 * changed is led on by the server, which only a document tells.
 */
export const useFailure = () => {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  useEffect(() => {
    if (status === 404 && isWithoutDocument()) window.location.replace(window.location.href)
  }, [status])
  return {
    status,
    pathname,
    address: pathname + search,
    ...failureWords(status, isRouteErrorResponse(error) ? error.data?.code : undefined),
  }
}
