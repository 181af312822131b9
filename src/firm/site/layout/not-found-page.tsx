import { data, type LoaderFunctionArgs } from 'react-router'
import { getSiteContext } from '../loader-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: getSiteContext(context).absence })
}

export default function NotFoundPage() {
  return null
}
