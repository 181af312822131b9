import { data, type LoaderFunctionArgs } from 'react-router'
import { getSiteContext } from '../server/site-api.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: getSiteContext(context).absence })
}

export default function NotFoundPage() {
  return null
}
