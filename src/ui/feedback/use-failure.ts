import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { failureMessages, isClientNavigation } from './failure-messages.ts'

/**
 * State of an error page: status, texts and the address to retry. A 404 after a client-side navigation reloads as a
 * document, because only document requests follow the server's redirects.
 */
export const useFailure = () => {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  useEffect(() => {
    if (status === 404 && isClientNavigation()) window.location.replace(window.location.href)
  }, [status])
  return {
    status,
    pathname,
    address: pathname + search,
    ...failureMessages(status, isRouteErrorResponse(error) ? error.data?.code : undefined),
  }
}
