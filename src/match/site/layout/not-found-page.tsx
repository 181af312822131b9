import { data, type LoaderFunctionArgs } from 'react-router'
import { matchContext } from '../loader-context.ts'

export const loader = ({ context }: LoaderFunctionArgs) => {
  throw data(null, { status: matchContext(context).absence })
}

export default function NotFoundPage() {
  return null
}
